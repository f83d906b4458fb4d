#if canImport(Glibc)
    import Glibc
#endif

/// A log, or a file it was rotated to, line by line from an offset on, each with its hash: lines of any length, and whatever
/// stands in them.
public struct LogText {
    /// Bytes that are asked for at once.
    private static let chunk = 1 << 18

    public struct Line: Sendable {
        /// Without its newline; of one that is too long for a record, the beginning.
        public var bytes: [UInt8]
        /// In bytes, without its newline.
        public var length: Int
        /// Of all of it. What the line after this one is tied to.
        public var digest: Digest
        /// Whether a newline follows.
        public var isEnded: Bool
    }

    private let contents: LogContents
    /// Where reading ends, in bytes; nil for the end of the file.
    private let limit: Int?
    private var offset: Int
    private var buffer: [UInt8] = []
    private var taken = 0

    /// - Parameters:
    ///   - offset: where a line begins.
    init(_ contents: LogContents, from offset: Int = 0, upTo limit: Int? = nil) {
        self.contents = contents
        self.offset = offset
        self.limit = limit
    }

    /// The log at the path and what it was rotated to, as far as their names tell, the oldest first.
    public static func files(of path: String) throws(LogFailure) -> [String] {
        try LogFamily(of: path).members.map(\.path)
    }

    /// What packed files begin with.
    private static let packings: [(start: [UInt8], packing: RotationName.Packing)] = [
        ([0x1F, 0x8B], .gzip), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .other("xz")), ([0x42, 0x5A, 0x68], .other("bz2")),
        ([0x28, 0xB5, 0x2F, 0xFD], .other("zst")),
    ]

    /// Opens a file; whether it is packed is told by its first bytes, whatever the name is.
    public init(path: String) throws(LogFailure) {
        let head = OpenFile.head(5, of: path)
        let packing = Self.packings.first { head.starts(with: $0.start) }?.packing
        guard let contents = try LogContents(path, packing: packing ?? .plain) else {
            throw LogFailure("opening \(path)", code: ENOENT)
        }
        self.init(contents)
    }

    /// The next line; nil at the end.
    public mutating func next() throws(LogFailure) -> Line? {
        var long: SHA256?
        var kept: [UInt8] = []
        var length = 0
        while true {
            let rest = buffer[taken...]
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                taken = end + 1
                return line(rest[..<end], after: kept, of: length, long: long, isEnded: true)
            }
            if rest.count > Record.longestLine {
                if long == nil { kept = Array(rest.prefix(Record.longestLine)) }
                let sum = long ?? SHA256()
                sum.add(rest)
                long = sum
                length += rest.count
                buffer = []
            } else {
                buffer = Array(rest)
            }
            taken = 0
            let more = try contents.read(min(Self.chunk, (limit ?? .max) - offset), at: offset)
            offset += more.count
            if more.isEmpty {
                defer { buffer = [] }
                return buffer.isEmpty && long == nil
                    ? nil : line(buffer[...], after: kept, of: length, long: long, isEnded: false)
            }
            buffer += more
        }
    }

    private func line(
        _ bytes: ArraySlice<UInt8>, after kept: [UInt8], of length: Int, long: SHA256?, isEnded: Bool
    ) -> Line {
        if let long {
            long.add(bytes)
            return Line(bytes: kept, length: length + bytes.count, digest: long.finish(), isEnded: isEnded)
        }
        let bytes = Array(bytes)
        return Line(bytes: bytes, length: bytes.count, digest: ChainLink.digest(ofLine: bytes), isEnded: isEnded)
    }
}
