/// Where a line stands in the chain of its log: between which seals, and whether every line between them names the one before it.
///
/// It reads as little as that takes, and never more than so many bytes. It checks hashes; who made the seals is for whoever has the keys.
public struct ChainPlace: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        /// From the seal before it, or the chain's beginning, on every line names the one before it; so many lines.
        case whole(lines: Int)
        /// A line between the seals does not name the one before it.
        case broken
        /// The log has another line of its identifier.
        case changed
        /// It is from before there were chains.
        case unchained
        /// No file of the log has it any more.
        case absent
        /// To tell would take more bytes than may be read.
        case untold
    }

    public let state: State
    /// When the seal before it was made; nil where there is none.
    public let before: WallTime?
    /// When the seal behind it was made; nil where there is none yet.
    public let after: WallTime?
    /// The lines of these seals, where the chain is whole.
    public let seals: [[UInt8]]
    /// What stands in place of forgotten lines between the line and the seal behind it, where the chain is whole: who signed that is for
    /// whoever has the keys, too.
    public let forgotten: [[UInt8]]

    /// Bytes that are read at most, unpacked.
    public static let most = 24_000_000

    package init(
        _ state: State, before: WallTime? = nil, after: WallTime? = nil, seals: [[UInt8]] = [],
        forgotten: [[UInt8]] = []
    ) {
        self.state = state
        self.before = before
        self.after = after
        self.seals = seals
        self.forgotten = forgotten
    }

    /// Looks for a line in a log and what it was rotated to.
    ///
    /// - Parameters:
    ///   - line: as it was read, with or without its newline.
    ///   - id: of it.
    ///   - time: when it was written; it may stand in a later file, never in one that begins later.
    public static func of(
        _ line: [UInt8], id: String, time: WallTime, inLog path: String, most: Int = most
    ) throws(LogFailure) -> ChainPlace {
        let line = line.last == UInt8(ascii: "\n") ? Array(line.dropLast()) : line
        let members = try LogFamily(of: path).members
        var budget = most
        // The newest one that begins before it.
        var start = members.count
        while start > 0 {
            start -= 1
            if let first = try Self.time(ofFirstLineIn: members[start]), first <= time { break }
        }
        guard start < members.count else { return ChainPlace(.absent) }
        var search = ChainSearch(line, id: id)
        for member in members[start...] {
            guard try search.read(member, budget: &budget) else { return ChainPlace(.untold) }
            if search.isDone { break }
        }
        guard search.isFound else { return ChainPlace(search.hasAnother ? .changed : .absent) }
        // The seal before it stands in the file before.
        if search.lines.first.map({ !ChainSearch.isSeal($0) }) == true, start > 0 {
            var earlier = ChainSearch(line, id: id)
            guard try earlier.read(members[start - 1], budget: &budget) else { return ChainPlace(.untold) }
            search.lines = earlier.lines + search.lines
        }
        return judged(search.lines, around: line)
    }

    private static func time(ofFirstLineIn member: LogFamily.Member) throws(LogFailure) -> WallTime? {
        guard let contents = try member.open() else { return nil }
        var text = WholeLines(contents)
        while let piece = try text.next() {
            if let time = Record.heading(of: piece.line).time { return time }
        }
        return nil
    }

    /// - Parameter lines: without newlines; from a seal on, or from the beginning of all that is there.
    private static func judged(_ lines: [[UInt8]], around line: [UInt8]) -> ChainPlace {
        let seals = lines.map(seal)
        let before = lines.count > 1 ? seals.first??.time : nil
        let after = lines.count > 1 ? seals.last??.time : nil
        var isTied = false
        for (line, next) in zip(lines, lines.dropFirst()) {
            let digest = ChainLink.digest(ofLine: line)
            guard let previous = ChainLink.previous(of: next) else {
                if isTied { return ChainPlace(.broken, before: before, after: after) }
                continue
            }
            isTied = true
            guard previous == digest, seal(next)?.head ?? digest == digest else {
                return ChainPlace(.broken, before: before, after: after)
            }
        }
        // One line alone names what is no longer here.
        guard isTied || lines.contains(where: { ChainLink.previous(of: $0) != nil }) else {
            return ChainPlace(.unchained)
        }
        let ends = lines.count > 1 ? [lines[0], lines[lines.count - 1]] : lines
        let behind = lines.last.map(ChainSearch.isSeal) == true ? lines.drop { $0 != line } : []
        return ChainPlace(
            .whole(lines: lines.count), before: before, after: after, seals: ends.filter(ChainSearch.isSeal),
            forgotten: behind.filter { ForgottenLine(in: $0) != nil })
    }

    private static func seal(_ line: [UInt8]) -> SealRecord? {
        guard ChainSearch.isSeal(line) else { return nil }
        do throws(LineFault) {
            guard case .seal(let seal) = try Record(line: line) else { return nil }
            return seal
        } catch {
            return nil
        }
    }
}

/// Goes through files for one line, and keeps the lines from the seal before it to the seal behind it.
struct ChainSearch {
    private static let seal = Array("{\"schema\":\"plated.seal/1\"".utf8)

    private let line: [UInt8]
    /// What every line of its identifier begins with.
    private let beginning: [UInt8]
    /// From the last seal on; once it was found, no further than the next.
    var lines: [[UInt8]] = []
    private(set) var isFound = false
    private(set) var isDone = false
    /// Whether there is a line of its identifier that is not it.
    private(set) var hasAnother = false

    init(_ line: [UInt8], id: String) {
        self.line = line
        let mark = Array("\"id\":\"\(id)\"".utf8)
        let end = line.indices.dropLast(mark.count - 1).first { line[$0...].starts(with: mark) }.map { $0 + mark.count }
        beginning = Array(line[..<(end ?? line.count)])
    }

    static func isSeal(_ line: [UInt8]) -> Bool { line.starts(with: seal) }

    /// - Returns: false where there were more bytes than may be read.
    mutating func read(_ member: LogFamily.Member, budget: inout Int) throws(LogFailure) -> Bool {
        guard let contents = try member.open() else { return true }
        var text = WholeLines(contents)
        while let piece = try text.next() {
            budget -= piece.bytes.count
            if budget < 0 { return false }
            let next = piece.line
            if next == line {
                isFound = true
            } else if next.starts(with: beginning) {
                hasAnother = true
            }
            let isSeal = Self.isSeal(next)
            if isSeal, !isFound { lines.removeAll(keepingCapacity: true) }
            lines.append(next)
            if isSeal, isFound {
                isDone = true
                return true
            }
        }
        return true
    }
}
