import CCrypto

/// A SHA-256 in the making (FIPS 180-4), as libcrypto does it.
public final class SHA256 {
    /// Looked up once: to look takes longer than a line's hash. It is never changed.
    nonisolated(unsafe) private static let kind = EVP_MD_fetch(nil, "SHA256", nil)

    private let context: OpaquePointer

    public init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, Self.kind, nil) == 1 else {
            fatalError("no memory for a hash")
        }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    public func add(_ bytes: some Sequence<UInt8>) {
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
        if isDone == nil { Array(bytes).withUnsafeBytes { add($0) } }
    }

    public func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        precondition(EVP_DigestUpdate(context, start, bytes.count) == 1, "a hash that was begun takes any bytes")
    }

    /// Returns the hash of all that was added. Nothing may be added any more.
    public func finish() -> Digest {
        withUnsafeTemporaryAllocation(byteCount: Digest.size, alignment: 8) { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            precondition(EVP_DigestFinal_ex(context, start, nil) == 1, "a hash that was begun can be finished")
            return Digest(UnsafeRawBufferPointer(bytes))
        }
    }
}
