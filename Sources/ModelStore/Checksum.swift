import CCrypto

#if canImport(Glibc)
    import Glibc
#endif

/// A SHA-256 in the making (FIPS 180-4), as libcrypto does it.
struct Checksum: ~Copyable {
    private let context: OpaquePointer

    init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            fatalError("no memory for a checksum")
        }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        precondition(EVP_DigestUpdate(context, start, bytes.count) == 1, "a digest that was begun takes any bytes")
    }

    /// 64 small hexadecimal digits.
    consuming func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        precondition(EVP_DigestFinal_ex(context, &digest, nil) == 1, "a digest that was begun can be finished")
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    static func ofFile(_ path: String) throws(SystemError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        let checksum = Checksum()
        let failure = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer -> SystemError? in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count == 0 { return nil }
                if count > 0 {
                    checksum.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                } else if errno != EINTR {
                    return SystemError()
                }
            }
        }
        if let failure { throw failure }
        return checksum.finish()
    }
}

/// What the system said when a call failed.
struct SystemError: Error, Equatable {
    let number: Int32

    init(_ number: Int32 = errno) {
        self.number = number
    }

    var reason: String { String(cString: strerror(number)) }
}
