import CFFmpeg

#if canImport(Glibc)
    import Glibc
#endif

/// A SHA-256 in the making (FIPS 180-4), as libavutil does it.
struct Checksum: ~Copyable {
    private let context: OpaquePointer

    init() {
        guard let context = av_sha_alloc() else { fatalError("no memory for a checksum") }
        self.context = context
        av_sha_init(context, 256)
    }

    deinit {
        av_free(UnsafeMutableRawPointer(context))
    }

    func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        av_sha_update(context, start.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// 64 small hexadecimal digits.
    consuming func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        av_sha_final(context, &digest)
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
