/// Reads the lines of one file, from an offset on. What was read is only believed where, after reading, the file is still the one
/// it was: a log may be emptied and filled again at any time.
struct LineReader {
    /// Bytes that are asked for at once.
    private static let chunk = 65_536

    let contents: LogContents
    /// The place behind the last line that was handed out. Its offset may be 0.
    private(set) var place: LogCursor

    /// What was read and not handed out, from the place on.
    private var buffer: [UInt8] = []
    private var taken = 0
    /// How the file was when there was no whole line left in it.
    private var exhausted: LogContents.State?
    /// The beginning of a line that is too long.
    private var kept: [UInt8] = []

    /// - Parameters:
    ///   - offset: where a line begins.
    ///   - predecessor: what the file before it began with.
    init(_ contents: LogContents, from cursor: LogCursor?, predecessor: Fingerprint?) {
        self.contents = contents
        place = LogCursor(
            file: contents.identity, offset: cursor?.offset ?? 0,
            beginning: cursor?.beginning ?? Fingerprint([]), end: cursor?.end ?? Fingerprint([]),
            predecessor: cursor.map(\.predecessor) ?? predecessor)
    }

    enum Step {
        case line(bytes: [UInt8], length: Int)
        /// No whole line is left.
        case end
        /// What stands before the place is not what was read.
        case changed
    }

    /// The next whole line. At the end, what has no newline yet is left for later.
    mutating func next() throws(LogFailure) -> Step {
        if let end = buffer[taken...].firstIndex(of: UInt8(ascii: "\n")) { return take(upTo: end + 1) }
        if contents.isPlain, let exhausted, try contents.state == exhausted { return .end }
        let before = contents.isPlain ? try contents.state : nil
        // What is left is read again: the end of a line may have been written over.
        var skipped = 0
        buffer = []
        taken = 0
        while true {
            let bytes = try contents.read(Self.chunk, at: place.offset + skipped + buffer.count)
            guard try isUnchanged else { return .changed }
            if bytes.isEmpty {
                buffer = []
                exhausted = before
                return .end
            }
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                if skipped > 0 { return skip(skipped + end + 1) }
                let length = buffer.count + end + 1
                buffer += bytes
                return take(upTo: length)
            }
            buffer += bytes
            if buffer.count + skipped > Record.longestLine {
                // Too long for a line: only its beginning is kept.
                skipped += buffer.count
                if kept.isEmpty { kept = Array(buffer.prefix(Record.longestLine)) }
                buffer = []
            }
        }
    }

    /// What stands at the end without a newline, where nobody will write one any more. Nil where there is nothing.
    mutating func rest() throws(LogFailure) -> Step? {
        var bytes: [UInt8] = []
        var length = 0
        while true {
            let more = try contents.read(Self.chunk, at: place.offset + length)
            if more.isEmpty { break }
            length += more.count
            if bytes.count < Record.longestLine { bytes += more }
        }
        guard length > 0 else { return nil }
        let line = Array(bytes.prefix(Record.longestLine))
        advance(by: length, first: line, last: line.count == length ? line : [])
        return .line(bytes: line, length: length)
    }

    private var isUnchanged: Bool {
        get throws(LogFailure) {
            guard contents.isPlain else { return true }
            return try contents.holds(place)
        }
    }

    private mutating func take(upTo end: Int) -> Step {
        let line = Array(buffer[taken..<end])
        taken = end
        advance(by: line.count, first: line, last: line)
        return .line(bytes: line, length: line.count)
    }

    private mutating func skip(_ length: Int) -> Step {
        let line = kept
        kept = []
        // Its end was not kept: nothing is known of what stands before the place.
        advance(by: length, first: line, last: [])
        return .line(bytes: line, length: length)
    }

    /// - Parameters:
    ///   - head: what the bytes passed over begin with.
    ///   - tail: what they end with.
    private mutating func advance(by length: Int, first head: [UInt8], last tail: [UInt8]) {
        place = LogCursor(
            file: place.file, offset: place.offset + length,
            beginning: place.offset == 0 ? Fingerprint(head.prefix(Fingerprint.reach)) : place.beginning,
            end: Fingerprint(tail.suffix(Fingerprint.reach)), predecessor: place.predecessor)
    }
}
