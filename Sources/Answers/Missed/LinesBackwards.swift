#if canImport(Glibc)
    import Glibc
#endif

/// Where the lines of a text lie, the last one first. What has no end yet is none.
struct LinesBackwards: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    /// Behind the newline of the line that comes next.
    private var end: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = Self.newline(in: bytes, before: bytes.count).map { $0 + 1 } ?? 0
    }

    mutating func next() -> Range<Int>? {
        guard end > 0 else { return nil }
        let start = Self.newline(in: bytes, before: end - 1).map { $0 + 1 } ?? 0
        defer { end = start }
        return start..<end - 1
    }

    private static func newline(in bytes: [UInt8], before end: Int) -> Int? {
        bytes.withUnsafeBufferPointer { text in
            var at = end - 1
            while at >= 0, text[at] != UInt8(ascii: "\n") { at -= 1 }
            return at >= 0 ? at : nil
        }
    }
}

extension [UInt8] {
    /// Whether some bytes stand in a part of these.
    func holds(_ needle: [UInt8], in range: Range<Int>) -> Bool { place(of: needle, in: range) != nil }

    /// Where they begin; nil where they do not stand there.
    func place(of needle: [UInt8], in range: Range<Int>) -> Int? {
        withUnsafeBytes { text in
            guard let base = text.baseAddress, let first = needle.first else { return nil }
            var at = range.lowerBound
            let last = range.upperBound - needle.count
            // Few texts have a needle's first byte and not the rest of it.
            while at <= last, let found = memchr(base.advanced(by: at), Int32(first), last - at + 1) {
                at = base.distance(to: UnsafeRawPointer(found))
                if memcmp(base.advanced(by: at), needle, needle.count) == 0 { return at }
                at += 1
            }
            return nil
        }
    }
}
