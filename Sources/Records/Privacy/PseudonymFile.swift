import Files

#if canImport(Glibc)
    import Glibc
#endif

/// The file of a period's key. The next key is written over it, so that the one before is nowhere any more; in memory (tmpfs), that is
/// certain.
struct PseudonymFile {
    struct Failed: Error {
        let text: String
    }

    private static let keySize = 32
    let path: String

    /// The key of a period, as another process or an earlier run has made it; else a new one, in place of what is there.
    func key(of period: String, making: () -> [UInt8]) throws(Failed) -> [UInt8] {
        let lock: FileLock
        do throws(SystemError) { lock = try FileLock(path, made: 0o600, .forever) } catch { throw failed(error) }
        defer { withExtendedLifetime(lock) {} }
        let descriptor = lock.descriptor
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw failed() }
        if let key = Self.key(of: period, in: bytes.prefix(count)) { return key }
        guard Self.isOurs(bytes.prefix(count)) else {
            throw Failed(
                text: "taking the key of pseudonyms \(path): it is none; name another file in pseudonym.key_file")
        }
        let key = making()
        let text = Array("\(Self.mark)\(period) ".utf8) + key
        // The longest that one ever is, so that nothing of the one before stays behind it.
        let whole = text + [UInt8](repeating: 0, count: max(0, bytes.count - text.count))
        guard pwrite(descriptor, whole, whole.count, 0) == whole.count, fchmod(descriptor, 0o600) == 0,
            fsync(descriptor) == 0
        else { throw failed() }
        return key
    }

    private static let mark = "plated pseudonyms of the "

    private static func isOurs(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.isEmpty || bytes.starts(with: Array(mark.utf8))
    }

    private static func key(of period: String, in bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let head = Array("\(mark)\(period) ".utf8)
        guard bytes.starts(with: head), bytes.count >= head.count + keySize else { return nil }
        return Array(bytes.dropFirst(head.count).prefix(keySize))
    }

    private func failed(_ error: SystemError = SystemError()) -> Failed {
        Failed(text: "taking the key of pseudonyms \(path): \(error.reason)")
    }
}
