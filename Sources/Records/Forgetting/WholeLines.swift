/// The text of a file in pieces, so that what is written of all of them is the file again: lines, and pieces of what is too long for one.
struct WholeLines {
    struct Piece {
        /// As it stands there, with its newline.
        let bytes: [UInt8]
        /// Whether it is a whole line; else a part of one that is too long to be a record.
        let isLine: Bool

        /// Without its newline.
        var line: [UInt8] { bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes }
    }

    /// Bytes that are asked for at once.
    private static let chunk = 1 << 18

    private let contents: LogContents
    private var offset = 0
    private var buffer: [UInt8] = []
    private var taken = 0
    private var isInLongLine = false

    init(_ contents: LogContents) {
        self.contents = contents
    }

    /// Nil at the end.
    mutating func next() throws(LogFailure) -> Piece? {
        while true {
            if let end = buffer[taken...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { isInLongLine = false }
                return take(upTo: end + 1, isLine: !isInLongLine)
            }
            if buffer.count - taken > Record.longestLine {
                isInLongLine = true
                return take(upTo: buffer.count, isLine: false)
            }
            buffer.removeFirst(taken)
            taken = 0
            let more = try contents.read(Self.chunk, at: offset)
            offset += more.count
            if more.isEmpty {
                return buffer.isEmpty ? nil : take(upTo: buffer.count, isLine: !isInLongLine)
            }
            buffer += more
        }
    }

    private mutating func take(upTo end: Int, isLine: Bool) -> Piece {
        defer { taken = end }
        return Piece(bytes: Array(buffer[taken..<end]), isLine: isLine)
    }
}
