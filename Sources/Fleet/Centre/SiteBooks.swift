import Answers
import History
import Proof
import Records

/// All that a centre knows of one site: what lets it in, how far it has its records, and where its chains are. As it stands in the history, beside
/// the site's records, and nowhere else.
package struct SiteBooks: Sendable {
    private static let place = "place "
    private static let chain = "chain "
    private static let turn = "turn"
    private static let gone = "gone "
    private static let tail = "tail "
    static let token = "token"
    static let forgotten = "forgotten"
    static let lists = "lists"
    static let held = "lists held"

    package let name: String
    /// The hash of what lets it in; nil of a site that there is none of.
    package let token: String?
    package let keys: SiteKeys
    package let joined: WallTime?
    /// How far it has come, by its histories.
    private var places: [String: Place] = [:]
    /// What the last post of each history brought.
    private var tails: [String: PostTail] = [:]
    package private(set) var chains: [String: SiteChain] = [:]
    /// Records that were forgotten here because the site had.
    package let forgotten: Int
    /// Records that do not come, and why.
    package private(set) var gone: [PostedRecords.Reason: Int64] = [:]
    /// The lists that are meant for it, and what tells those that it has from others.
    package let lists: ListManifest?
    package let heldLists: String?

    /// Changed with everything that is stored of it, so that two centres cannot both go on from the same; nil before the first.
    private var turn: String?

    private struct Place: Sendable {
        var committed: Int64
        /// Of the newest record, by the clock of its camera.
        var newest: Int64
        var stored: Int64

        var text: String { "\(committed) \(newest) \(stored)" }

        init() { (committed, newest, stored) = (0, 0, 0) }

        init?(_ text: String) {
            let numbers = text.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 3 else { return nil }
            (committed, newest, stored) = (numbers[0], numbers[1], numbers[2])
        }
    }

    /// The name of what a history keeps of it.
    package static func space(of site: String) -> String { "site \(site)" }

    /// - Parameter kept: what the history has of its space.
    package init(_ name: String, kept: [String: String]) {
        self.name = name
        func text(_ name: String) -> String? { kept[name].flatMap { $0.isEmpty ? nil : $0 } }
        token = text(Self.token)
        keys = SiteKeys(texts: text("keys")?.split(separator: " ").map(String.init) ?? [])
        joined = text("joined").flatMap { Int64($0) }.map { WallTime(milliseconds: $0) }
        turn = kept[Self.turn]
        forgotten = text(Self.forgotten).flatMap { Int($0) } ?? 0
        lists = text(Self.lists).flatMap { ListManifest($0) }
        heldLists = text(Self.held)
        for (name, text) in kept {
            if name.hasPrefix(Self.chain) {
                chains[String(name.dropFirst(Self.chain.count))] = SiteChain(text)
            } else if name.hasPrefix(Self.place) {
                places[String(name.dropFirst(Self.place.count))] = Place(text)
            } else if name.hasPrefix(Self.tail) {
                tails[String(name.dropFirst(Self.tail.count))] = PostTail(text)
            } else if name.hasPrefix(Self.gone) {
                guard let reason = PostedRecords.Reason(rawValue: String(name.dropFirst(Self.gone.count))) else {
                    continue
                }
                gone[reason] = Int64(text)
            }
        }
    }

    // MARK: - How far it is

    /// Up to which number of one of its histories all is on the disk.
    package func committed(_ origin: String) -> Committed {
        Committed(committed: places[origin]?.committed ?? 0)
    }

    package func tail(_ origin: String) -> PostTail { tails[origin] ?? PostTail() }

    /// Whether what of a post is here already is what came: a request may come twice, and somebody else may have the site's history, too.
    func isRepetition(_ posted: PostedRecords) -> Bool {
        let (committed, tail) = (committed(posted.origin).committed, tail(posted.origin))
        return posted.items(behind: posted.after).allSatisfy { number, item in
            guard number <= committed, case .record(let record) = item else { return true }
            return tail[number] == PostTail.hash(of: record.line)
        }
    }

    /// Of the history that something came from last.
    private var latest: Place? { places.values.max { $0.stored < $1.stored } }

    package var committed: Int64 { latest?.committed ?? 0 }
    /// Of the newest record that came, by the clock of its camera.
    package var newest: WallTime? { latest.map { WallTime(milliseconds: $0.newest) } }
    /// When something of it was stored last.
    package var stored: WallTime? { latest.map { WallTime(milliseconds: $0.stored) } }

    // MARK: - Storing

    /// Makes what is new of a post ready to be stored, with how far the site is then.
    ///
    /// - Parameter posted: begins no later than where the site is.
    /// - Returns: what is to be told of it, each a sentence without a plate in it.
    package mutating func add(
        _ posted: PostedRecords, to batch: inout Batch, packer: LinePacker, now: WallTime
    ) -> [String] {
        var told: [String] = []
        var changed: Set<String> = []
        let space = Self.space(of: name)
        var place = places[posted.origin] ?? Place()
        var newest = max(place.newest, latest?.newest ?? 0)
        var tail = PostTail()
        for (number, item) in posted.items(behind: place.committed) {
            switch item {
            case .tombstone(let reason, let count):
                gone[reason, default: 0] += count
                batch.kept[KeptName(space, Self.gone + reason.rawValue)] = "\(gone[reason] ?? 0)"
                if reason != .withheld {
                    told.append(
                        "\(name): \(count) records up to \(number) do not come any more: \(reason.words)".shown)
                }
            case .record(let record):
                tail[number] = PostTail.hash(of: record.line)
                guard let (read, entry) = entry(of: record, now: now, packer: packer, told: &told) else { continue }
                let name = SiteChain.name(of: read, camera: entry.camera)
                var chain = chains[name] ?? SiteChain(origin: posted.origin)
                if let fault = chain.take(
                    record.line, read, time: entry.time, origin: posted.origin, keys: keys)
                {
                    told.append("\(self.name), \(name): \(fault)".shown)
                }
                chains[name] = chain
                changed.insert(name)
                newest = max(newest, entry.time.milliseconds)
                var filed = entry
                filed.camera = SiteCamera.name(entry.camera, of: self.name)
                guard CameraRef(filed.camera) != nil else {
                    told.append("\(self.name): the record \(number) is left out: it is of no camera".shown)
                    continue
                }
                batch.bytes += entry.line.count
                batch.entries.append((space, filed))
            }
        }
        place.committed = posted.last
        (place.newest, place.stored) = (newest, now.milliseconds)
        places[posted.origin] = place
        batch.kept[KeptName(space, Self.place + posted.origin)] = place.text
        tails[posted.origin] = tail
        batch.kept[KeptName(space, Self.tail + posted.origin)] = tail.text
        for name in changed { batch.kept[KeptName(space, Self.chain + name)] = chains[name]?.text }
        batch.expected[KeptName(space, Self.turn)] = .some(turn)
        // Whoever was shut out meanwhile stores nothing more.
        batch.expected[KeptName(space, Self.token)] = .some(token)
        turn = "\((turn.flatMap { Int($0) } ?? 0) + 1)"
        batch.kept[KeptName(space, Self.turn)] = turn
        return told
    }

    /// What is no record here is stored as it is: it may be one of a later version.
    private func entry(
        of posted: PostedRecord, now: WallTime, packer: LinePacker, told: inout [String]
    ) -> (Record, Entry)? {
        let (log, time) = (posted.filing?.camera ?? "", posted.filing?.time ?? now)
        var record: Record
        do throws(LineFault) { record = try Record(line: posted.line) } catch {
            told.append("\(name): a record is not understood here, and is kept as it is: \(error)".shown)
            record = Record(unread: posted.line)
        }
        let camera = CameraID(log) != nil ? log : Record.unreadCamera
        if !record.isFiled(underLog: camera) { record = Record(unread: posted.line) }
        return Entry(record, line: posted.line, log: camera, now: time, packer: packer).map { (record, $0) }
    }
}

extension PostedRecords.Reason {
    fileprivate var words: String {
        switch self {
        case .expired: "the site kept them no longer"
        case .refused: "they could not be taken here"
        case .withheld: "they are of cameras that are not for this centre"
        }
    }
}
