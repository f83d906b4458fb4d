import Foundation
import Records
import Rules
import TestSupport

/// How long it takes to know what lists have of a plate: the very text, wildcards, and of wanted plates the nearest ones.
///
///     lookups COUNT SEED
@main
enum Lookups {
    /// How many lookups of each kind.
    private static let most = 20_000
    private static let letters = Array("ABCDEFGHJKLMNPRSTUVWXYZ")
    private static let digits = Array("0123456789")

    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard arguments.count == 2, arguments[0] > 0 else {
            print("lookups COUNT SEED")
            exit(64)
        }
        print(
            "| list of \(arguments[0]) | wildcards | of them open at the front | asked for | p50 / p99 / most (µs) | found |"
        )
        print("|---|---|---|---|---|---|")
        for (kind, wildcards, open) in [
            (ListKind.allow, 0, 0), (.allow, 1000, 10), (.allow, 10_000, 1000), (.wanted, 0, 0), (.wanted, 1000, 10),
            (.wanted, 10_000, 1000),
        ] {
            measure(arguments[0], UInt64(arguments[1]), kind: kind, wildcards: wildcards, open: open)
        }
    }

    private static func measure(_ count: Int, _ seed: UInt64, kind: ListKind, wildcards: Int, open: Int) {
        var chance = SplitMix64(seed: seed)
        let plates = (0..<count).map { _ in plate(&chance) }
        var entries = plates.dropLast(wildcards).compactMap { ListEntry($0) }
        for number in 0..<wildcards {
            let text = plates[count - 1 - number]
            // Such as ??34ABC and *4ABC, or AB3*, AB?4ABC.
            let pattern =
                number < open
                ? (number % 2 == 0 ? "??" + text.dropFirst(2) : "*" + text.dropFirst(3))
                : (number % 2 == 0 ? text.prefix(4) + "*" : text.prefix(2) + "?" + text.dropFirst(3))
            if let entry = ListEntry(String(pattern)) { entries.append(entry) }
        }
        let list = PlateList(name: "list", kind: kind, entries: entries)
        let clock = ContinuousClock()
        let zone = ListFolder(path: "/").zone
        var matcher = ListMatcher([], zone: zone)
        let built = clock.measure { matcher = ListMatcher([list], zone: zone) }
        FileHandle.standardError.write(Data("\(kind.rawValue), \(wildcards) wildcards: made in \(built)\n".utf8))
        for (name, make) in [
            ("strangers", { plate(&$0) }), ("plates of the list", { plates.randomElement(using: &$0) ?? "" }),
            ("misread plates of the list", { misread(plates.randomElement(using: &$0) ?? "", &$0) }),
        ] as [(String, (inout SplitMix64) -> String)] {
            var times: [Double] = []
            var found = 0
            for _ in 0..<most {
                let event = event(make(&chance), make(&chance), make(&chance))
                var matches: [ListMatch] = []
                let time = clock.measure { matches = matcher.matches(of: event) }
                times.append(Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6)
                found += matches.isEmpty ? 0 : 1
            }
            times.sort()
            func at(_ share: Double) -> String { String(format: "%.0f", times[Int(Double(times.count - 1) * share)]) }
            print(
                "| \(kind.rawValue) | \(wildcards) | \(open) | \(name) | \(at(0.5)) / \(at(0.99)) / \(at(1)) | "
                    + "\(found * 100 / most) % |")
        }
    }

    private static func plate(_ chance: inout SplitMix64) -> String {
        let places = [letters, letters, digits, digits, letters, letters, letters]
        return String(places.map { $0.randomElement(using: &chance) ?? "A" })
    }

    private static func misread(_ text: String, _ chance: inout SplitMix64) -> String {
        var characters = Array(text)
        characters[Int.random(in: 0..<characters.count, using: &chance)] =
            (letters + digits).randomElement(using: &chance) ?? "A"
        return String(characters)
    }

    /// With the vote's other candidates, as a busy camera has them.
    private static func event(_ plate: String, _ others: String...) -> PlateEvent {
        let time = WallTime(milliseconds: 1_795_348_800_000)
        let candidates = [plate] + others
        return PlateEvent(
            id: "A", time: time, camera: "gate", plate: plate, plateRaw: plate, confidence: 0.8,
            candidates: candidates.map { PlateCandidate(plate: $0, confidence: 1 / Double(candidates.count)) },
            box: PlateBox(x: 0, y: 0, width: 10, height: 10), reads: 3, framesSeen: 3, firstSeen: time, lastSeen: time,
            engine: "", latencyMilliseconds: 0)
    }
}
