/// Where the chain of a log has come to: what its next line is tied to.
struct ChainEnd: Equatable {
    /// The hash of the last line.
    var head = Digest.zero
    /// Lines since the last seal, or since the chain begins.
    var lines = 0

    mutating func add(_ digest: Digest, isSeal: Bool = false) {
        head = digest
        lines = isSeal ? 0 : lines + 1
    }
}

extension ChainEnd {
    /// How much of a file's end is read first: hours of a busy camera.
    private static let reach = 1 << 20

    /// Finds it in the log and, where that has no line, in what it was rotated to.
    ///
    /// - Parameters:
    ///   - count: bytes at the end of the log itself that are no line.
    ///   - isCounting: whether lines are counted; else only the last one is looked for.
    init(of path: String, before count: Int, isCounting: Bool) throws(LogFailure) {
        let members = Self.members(of: path)
        func part(_ member: LogFamily.Member) throws(LogFailure) -> Part? {
            guard let contents = try member.open() else { return nil }
            let limit = member.path == path ? max(0, member.size - count) : nil
            let part = try Part(contents, size: member.size, upTo: limit, isCounting: isCounting)
            return part.last == nil ? nil : part
        }
        var newest: LogFamily.Member?
        for member in members.reversed() {
            guard let part = try part(member) else { continue }
            if newest == nil { head = part.last ?? .zero }
            newest = newest ?? member
            lines += part.lines
            if part.isStart || !isCounting { break }
        }
        guard let newest, newest.path != path else { return }
        // A clock that was set back gives later files earlier names: the chain says so.
        for member in members.filter({ $0.modified > newest.modified }).sorted(by: { $0.modified < $1.modified }) {
            guard let part = try part(member), part.previous == head else { continue }
            head = part.last ?? head
            lines = part.lines + (part.isStart ? 0 : lines)
        }
    }

    /// A folder that may be written to and not be read tells of nothing but the log.
    private static func members(of path: String) -> [LogFamily.Member] {
        do {
            return try LogFamily(of: path).members
        } catch {
            return [LogFamily.Member(path, packing: .plain)].compactMap { $0 }
        }
    }

    /// What one file has of it.
    private struct Part {
        /// The hash of its last line; nil where it has none.
        var last: Digest?
        /// What its first line says stands before it.
        var previous: Digest?
        /// Since the last seal or the beginning of the chain in it, or all.
        var lines = 0
        /// Whether there is such a seal or beginning.
        var isStart = false

        init(_ contents: LogContents, size: Int, upTo limit: Int?, isCounting: Bool) throws(LogFailure) {
            let start = contents.isPlain ? max(0, (limit ?? size) - ChainEnd.reach) : 0
            self.init()
            var beginning = LogText(contents, upTo: limit)
            previous = try beginning.next().flatMap { ChainLink.previous(of: $0.bytes) }
            try read(LogText(contents, from: start, upTo: limit), isWhole: start == 0)
            if start > 0, last == nil || isCounting && !isStart {
                (last, lines, isStart) = (nil, 0, false)
                try read(LogText(contents, upTo: limit), isWhole: true)
            }
        }

        private init() {}

        /// - Parameter isWhole: false where it may begin amid a line.
        private mutating func read(_ text: LogText, isWhole: Bool) throws(LogFailure) {
            var text = text
            if !isWhole { _ = try text.next() }
            while let line = try text.next() {
                last = line.digest
                let isSeal = SealRecord.isSeal(line.bytes)
                // A line from before there were chains; what a power cut left belongs to the chain.
                let isOld = !isSeal && ChainLink.previous(of: line.bytes) == nil && TornLine.isWhole(line.bytes)
                lines = isSeal || isOld ? 0 : lines + 1
                isStart = isStart || isSeal || isOld
            }
        }
    }
}
