import Basics
import Files

#if canImport(Glibc)
    import Glibc
#endif

/// The file of a machine's key, for its owner alone (mode 0600).
public struct KeyFile: Sendable {
    /// More is no key.
    private static let mostBytes = 4096

    public let path: String

    public init(path: String) {
        self.path = path
    }

    public enum Found: Sendable {
        case there(SealKey)
        /// It is new: nobody has its public half yet.
        case made(SealKey)
    }

    /// The key; nil where there is no file.
    public func read() throws(Failure) -> SealKey? {
        let action = "reading the key \(path)"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure(.inputOutput, while: action, because: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw Failure(.inputOutput, while: action, because: String(cString: strerror(errno))) }
        guard let key = try SealKey(pem: String(decoding: bytes.prefix(count), as: UTF8.self)) else {
            throw Failure(
                .badData, while: action, because: "it is no private key of Ed25519 in PEM",
                remedy: "To make a new one, move it away: the next start of a scanner makes it")
        }
        return key
    }

    /// The key, made where there is none. Of several that make it at once, one succeeds, and all get that one.
    public func readOrMake() throws(Failure) -> Found {
        let key = try SealKey()
        for _ in 0..<500 {
            if let there = try read() { return .there(there) }
            if try write(key) { return .made(key) }
            // Another is making it at this moment.
            usleep(10_000)
        }
        throw Failure(
            .inputOutput, while: "making the key \(path)", because: "another process has been making it for 5 s")
    }

    /// Returns whether it is there; false where another one is.
    private func write(_ key: SealKey) throws(Failure) -> Bool {
        do throws(SystemError) {
            let file = try AtomicFile(path, existing: .kept)
            try file.write(key.pem.utf8)
            try file.commit()
            return true
        } catch {
            if error.number == EEXIST || error.isTaken { return false }
            throw Failure(.inputOutput, while: "making the key \(path)", because: error.reason)
        }
    }
}
