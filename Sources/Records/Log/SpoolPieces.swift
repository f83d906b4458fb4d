#if canImport(Glibc)
    import Glibc
#endif

/// The bytes of a spool, a piece at a time: there may be more of them than memory holds.
struct SpoolPieces {
    /// Of a piece, in bytes.
    static let length = 1 << 20

    let size: Int
    private let read: (_ count: Int, _ offset: Int) throws(LogFailure) -> [UInt8]
    private var piece: [UInt8] = []
    private var start = 0

    /// - Parameter read: gives up to so many bytes from an offset on.
    init(size: Int, read: @escaping (_ count: Int, _ offset: Int) throws(LogFailure) -> [UInt8]) {
        self.size = size
        self.read = read
    }

    /// Up to `count` bytes from `offset` on; fewer at the end.
    mutating func bytes(_ count: Int, at offset: Int) throws(LogFailure) -> ArraySlice<UInt8> {
        if offset < start || offset + count > start + piece.count {
            piece = try read(max(0, min(max(count, Self.length), size - offset)), offset)
            start = offset
        }
        return piece[min(offset - start, piece.count)...].prefix(count)
    }

    /// Behind the last byte from `offset` on that is not zero; `offset` where all are.
    mutating func end(from offset: Int) throws(LogFailure) -> Int {
        var (place, end) = (offset, offset)
        while place < size {
            let found = try bytes(Self.length, at: place)
            if found.isEmpty { break }
            if !Self.isZero(found), let last = found.lastIndex(where: { $0 != 0 }) {
                end = place + last - found.startIndex + 1
            }
            place += found.count
        }
        return end
    }

    private static func isZero(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
            // Each is as the one before it.
            return bytes[0] == 0 && memcmp(start, start + 1, bytes.count - 1) == 0
        }
    }
}
