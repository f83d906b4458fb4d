import Answers
import Records

/// What the ledgers say of a time: the newest misses, and how many there were.
struct MissedAnswer {
    /// The newest first.
    let rows: [MissRecord]
    /// Of all cameras that were asked about, by hour.
    let tallies: [TallyRecord]
    /// Where the next answer goes on; nil where there is none.
    let next: String?
    private let question: WhyQuestion

    init(_ question: WhyQuestion, readers: [MissedFolderReader]) {
        self.question = question
        let found = readers.flatMap { reader in
            reader.misses(
                from: question.from, until: question.until, reason: question.reason,
                onlyVehicles: question.onlyVehicles,
                after: question.after, limit: question.limit)
        }.sorted { $0.place > $1.place }
        rows = Array(found.prefix(question.limit))
        next = found.count > question.limit ? rows.last?.place : nil
        tallies = readers.flatMap { $0.tallies(from: question.from, until: question.until) }
            .sorted { ($0.hour, $0.camera) < ($1.hour, $1.camera) }
    }

    private func missed(_ tally: TallyRecord) -> [String: Int] {
        guard !question.onlyVehicles else { return tally.vehicles }
        return tally.places.filter { !["read", "overlap", "overlay"].contains($0.key) }
    }

    /// Misses by reason, the most frequent first.
    var counts: [(reason: String, count: Int)] {
        tallies.reduce(into: [String: Int]()) { sums, tally in sums.merge(missed(tally), uniquingKeysWith: +) }
            .map { ($0.key, $0.value) }.sorted { ($0.count, $1.reason) > ($1.count, $0.reason) }
    }

    var unlisted: Int { tallies.reduce(0) { $0 + $1.unlisted } }

    /// What all that looked like a plate came to, from the many to the few.
    var steps: [(count: String, name: String, isLast: Bool)] {
        func sum(_ value: (TallyRecord) -> Int) -> Int { tallies.reduce(0) { $0 + value($1) } }
        let looks = sum { $0.candidates.values.reduce(0, +) }
        let places = sum { tally in
            tally.places.filter { !["overlap", "overlay"].contains($0.key) }.values.reduce(0, +)
        }
        return [
            (Self.grouped(looks), "looks at what looked like a plate", false),
            (Self.grouped(places), "places that these were", false),
            (Self.grouped(sum { $0.places["read"] ?? 0 }), "were plates that were read", false),
            (Self.grouped(sum { $0.vehicles.values.reduce(0, +) }), "probably vehicles, and not read", true),
        ]
    }

    /// `7 486`, with a narrow space.
    private static func grouped(_ number: Int) -> String {
        let digits = Array("\(number)")
        return digits.indices.map { index in
            let rest = digits.count - index
            return (index > 0 && rest % 3 == 0 ? "\u{202F}" : "") + String(digits[index])
        }.joined()
    }

    func bars(_ edges: [WallTime]) -> [Int] {
        var bars = [Int](repeating: 0, count: max(0, edges.count - 1))
        for tally in tallies {
            guard let after = edges.firstIndex(where: { $0 > tally.hour }), after > 0 else { continue }
            let counts = missed(tally)
            bars[after - 1] += question.reason.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
        }
        return bars
    }

    /// What was in force last: the same for all cameras that were asked about, or nothing.
    var limits: [String: String] {
        let latest = Dictionary(tallies.map { ($0.camera, $0.limits) }, uniquingKeysWith: { $1 }).values
        guard var shared = latest.first else { return [:] }
        for other in latest { shared = shared.filter { other[$0.key] == $0.value } }
        return shared
    }

    func limits(of camera: String) -> [String: String] { tallies.last { $0.camera == camera }?.limits ?? [:] }
}
