#if canImport(Glibc)
    import Glibc
#endif

/// A SHA-256: 32 bytes that stand for others.
public struct Digest: Hashable, Sendable, LosslessStringConvertible {
    /// What the first line of a log names in place of a line before it.
    public static let zero = [UInt8](repeating: 0, count: size).withUnsafeBytes(Digest.init)
    /// In bytes.
    static let size = 32

    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    /// - Parameter bytes: 32 of them.
    init(_ bytes: UnsafeRawBufferPointer) {
        func word(_ place: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self))
        }
        (first, second, third, fourth) = (word(0), word(1), word(2), word(3))
    }

    public init(of bytes: some Sequence<UInt8>) {
        let sum = SHA256()
        sum.add(bytes)
        self = sum.finish()
    }

    /// Reads a file to its end. What is no plain file is not waited for.
    public init(ofFile path: String) throws(LogFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw LogFailure("reading \(path)", code: errno) }
        defer { close(descriptor) }
        let sum = SHA256()
        let code = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer -> Int32 in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count == 0 { return 0 }
                if count > 0 {
                    sum.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                } else if errno != EINTR {
                    return errno
                }
            }
        }
        guard code == 0 else { throw LogFailure("reading \(path)", code: code) }
        self = sum.finish()
    }

    /// Reads 64 hexadecimal digits; nil where the text is something else.
    public init?(_ description: String) {
        self.init(hex: Array(description.utf8)[...])
    }

    init?(hex: ArraySlice<UInt8>) {
        guard hex.count == 64 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.size)
        for (place, digit) in hex.enumerated() {
            guard let value = digit.hexadecimal else { return nil }
            bytes[place / 2] = bytes[place / 2] << 4 | UInt8(value)
        }
        self = bytes.withUnsafeBytes(Digest.init)
    }

    public var bytes: [UInt8] {
        [first, second, third, fourth].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
    }

    var hex: [UInt8] { bytes.flatMap { [JSONText.hexDigit($0 >> 4), JSONText.hexDigit($0 & 15)] } }

    /// 64 small hexadecimal digits.
    public var description: String { String(decoding: hex, as: UTF8.self) }
}
