extension Digest {
    private static let blockSize = 64

    /// HMAC-SHA-256 (RFC 2104) of some bytes.
    public init(of bytes: some Sequence<UInt8>, key: [UInt8]) {
        var block = key.count > Self.blockSize ? Digest(of: key).bytes : key
        block += [UInt8](repeating: 0, count: Self.blockSize - block.count)
        let inner = SHA256()
        inner.add(block.map { $0 ^ 0x36 })
        inner.add(bytes)
        let outer = SHA256()
        outer.add(block.map { $0 ^ 0x5C })
        outer.add(inner.finish().bytes)
        self = outer.finish()
    }
}
