import Answers
import History
import Records

/// All that a centre knows of one site: what it has of it, and where its chains are. As it stands in the history, beside the site's records.
package struct SiteBooks: Sendable {
    private static let place = "place "
    private static let chain = "chain "
    private static let turn = "turn"
    static let forgotten = "forgotten"

    package let settings: SiteSettings
    package var ledger: SiteLedger
    package private(set) var chains: [String: SiteChain] = [:]
    /// Of the newest record that came, by the clock of its camera.
    package private(set) var newest: WallTime?
    /// When something of it was stored last.
    package private(set) var stored: WallTime?
    /// Records that were forgotten here because the site had.
    package let forgotten: Int

    /// Changed with everything that is stored of it, so that two centres cannot both go on from the same; nil before the first.
    private var turn: Int?

    /// The name of what a history keeps of it.
    package static func space(of site: String) -> String { "site \(site)" }

    /// - Parameter kept: what the history has of its space.
    package init(_ settings: SiteSettings, kept: [String: String]) {
        self.settings = settings
        var committed: [String: Int64] = [:]
        var origin: String?
        turn = kept[Self.turn].flatMap { Int($0) }
        forgotten = kept[Self.forgotten].flatMap { Int($0) } ?? 0
        for (name, text) in kept {
            if name.hasPrefix(Self.chain) {
                chains[String(name.dropFirst(Self.chain.count))] = SiteChain(text)
            } else if name.hasPrefix(Self.place) {
                let numbers = text.split(separator: " ").compactMap { Int64($0) }
                guard numbers.count == 3 else { continue }
                let name = String(name.dropFirst(Self.place.count))
                committed[name] = numbers[0]
                let time = WallTime(milliseconds: numbers[2])
                guard stored.map({ time >= $0 }) ?? true else { continue }
                (origin, stored, newest) = (name, time, WallTime(milliseconds: numbers[1]))
            }
        }
        ledger = SiteLedger(committed: committed, origin: origin)
    }

    /// Makes some records of the site ready to be stored, with how far it is then.
    ///
    /// - Returns: what is wrong with their chains, each a sentence without a plate in it.
    package mutating func add(
        _ records: [FleetRecord], of origin: String, to batch: inout Batch, packer: LinePacker, now: WallTime
    ) -> [String] {
        var told: [String] = []
        var changed: Set<String> = []
        let path = Self.space(of: settings.name)
        for fleet in records {
            do throws(LineFault) {
                let record = try Record(line: fleet.line)
                guard
                    var entry = Entry(
                        record, line: fleet.line, log: fleet.filing?.camera ?? "", now: fleet.filing?.time ?? now,
                        packer: packer)
                else { continue }
                let name = SiteChain.name(of: record, camera: entry.camera)
                var chain = chains[name] ?? SiteChain(origin: origin)
                if let fault = chain.take(
                    fleet.line, record, time: entry.time, origin: origin, keys: settings.keys)
                {
                    told.append("\(settings.name), \(name): \(fault)".shown)
                }
                chains[name] = chain
                changed.insert(name)
                newest = max(newest ?? entry.time, entry.time)
                entry.camera = SiteCamera.name(entry.camera, of: settings.name)
                guard CameraRef(entry.camera) != nil else {
                    told.append("\(settings.name): the record \(fleet.seq) is left out: it is of no camera")
                    continue
                }
                batch.bytes += entry.line.count
                batch.entries.append((path, entry))
            } catch {
                told.append("\(settings.name): the record \(fleet.seq) is none, and is left out: \(error)".shown)
            }
        }
        stored = now
        let name = KeptName(path, Self.turn)
        // Of several histories of the site in one batch, the first one's.
        if batch.expected[name] == nil {
            batch.expected[name] = .some(turn.map { "\($0)" })
            turn = (turn ?? 0) + 1
            batch.kept[name] = turn.map { "\($0)" }
        }
        let last = records.last?.seq ?? ledger.committed[origin] ?? 0
        let times = "\(newest?.milliseconds ?? 0) \(now.milliseconds)"
        batch.kept[KeptName(path, Self.place + origin)] = "\(last) \(times)"
        for name in changed { batch.kept[KeptName(path, Self.chain + name)] = chains[name]?.text }
        return told
    }
}
