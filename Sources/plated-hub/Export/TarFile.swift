/// The parts of a tar archive (POSIX.1-1988, "ustar"): a header before each file, and zeros up to the next 512 bytes.
enum TarFile {
    static let blockSize = 512
    /// Files of so many bytes and more do not fit.
    static let tooLarge = 1 << 33
    /// Two blocks of zeros.
    static let end = [UInt8](repeating: 0, count: 2 * blockSize)

    /// Nil where the size does not fit, or the name: 100 bytes, or 155 before a slash and 100 behind it.
    ///
    /// - Parameters:
    ///   - size: in bytes.
    ///   - modified: seconds since 1970.
    static func header(_ name: String, size: Int, modified: Int64) -> [UInt8]? {
        guard let (prefix, name) = split(name), size >= 0, size < tooLarge else { return nil }
        var block = [UInt8](repeating: 0, count: blockSize)
        func put(_ bytes: some Sequence<UInt8>, at offset: Int) {
            for (index, byte) in bytes.enumerated() { block[offset + index] = byte }
        }
        put(name, at: 0)
        put("0000640\0".utf8, at: 100)
        put("0000000\0".utf8, at: 108)
        put("0000000\0".utf8, at: 116)
        put((octal(size, digits: 11) + " ").utf8, at: 124)
        put((octal(Int(max(0, modified)), digits: 11) + " ").utf8, at: 136)
        put("        ".utf8, at: 148)
        put("0".utf8, at: 156)
        put("ustar\u{0}00".utf8, at: 257)
        put(prefix, at: 345)
        let sum = block.reduce(0) { $0 + Int($1) }
        put((octal(sum, digits: 6) + "\0 ").utf8, at: 148)
        return block
    }

    /// What has to follow a file of this size.
    static func padding(_ size: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockSize - size % blockSize) % blockSize)
    }

    private static func split(_ path: String) -> (prefix: [UInt8], name: [UInt8])? {
        let bytes = Array(path.utf8)
        if bytes.count <= 100 { return ([], bytes) }
        let slashes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }
        guard let slash = slashes.first(where: { bytes.count - $0 - 1 <= 100 }), slash <= 155 else { return nil }
        return (Array(bytes[..<slash]), Array(bytes[(slash + 1)...]))
    }

    private static func octal(_ value: Int, digits: Int) -> String {
        let text = String(value, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
