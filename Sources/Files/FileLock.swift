#if canImport(Glibc)
    import Glibc
#endif

/// A file or a folder that one process holds at a time, until the value goes. Nothing else locks.
///
/// A file system that cannot lock is no reason to stop: there the value holds nothing.
public final class FileLock: Sendable {
    public enum Patience: Sendable {
        case none
        /// For half a second. A program that this process has just begun holds what was open until it runs.
        case brief
        case forever
    }

    public let descriptor: Int32
    private let removed: String?

    /// Opens and locks what a path leads to.
    ///
    /// - Parameters:
    ///   - made: the permissions of a file that is made where there is none; nil for one that has to be there, or a folder.
    ///   - isRemoved: whether the file goes with the value.
    /// - Throws: `isTaken` where another process holds it.
    public init(
        _ path: String, made mode: mode_t? = nil, _ patience: Patience, isRemoved: Bool = false
    ) throws(SystemError) {
        descriptor = try Self.opened(path, mode, patience)
        removed = isRemoved ? path : nil
    }

    deinit {
        if let removed { unlink(removed) }
        Self.release(descriptor)
        close(descriptor)
    }

    /// Whether a process holds what a path leads to; nil where that cannot be told.
    public static func isTaken(_ path: String) -> Bool? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return false }
        return errno == EWOULDBLOCK ? true : nil
    }

    public enum Outcome: Sendable {
        case held
        /// Another process holds it.
        case taken
        /// The file system cannot lock.
        case unknown
    }

    /// Locks what is open, until it is released or closed.
    public static func take(_ descriptor: Int32, _ patience: Patience) -> Outcome {
        var rest = patience == .brief ? 50 : 0
        while flock(descriptor, patience == .forever ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { return .unknown }
            guard rest > 0 else { return .taken }
            rest -= 1
            usleep(10_000)
        }
        return .held
    }

    /// Lets go by name: closing is not enough while a program that this process has just begun holds what was open.
    public static func release(_ descriptor: Int32) { flock(descriptor, LOCK_UN) }

    private static func opened(
        _ path: String, _ mode: mode_t?, _ patience: Patience
    ) throws(SystemError) -> Int32 {
        while true {
            let descriptor = try Self.open(path, mode)
            guard take(descriptor, patience) != .taken else {
                close(descriptor)
                throw SystemError(EWOULDBLOCK, reason: "another process holds it")
            }
            // Whoever had it may have replaced or removed it between our opening and our locking it.
            if FileIdentity(of: descriptor) == FileIdentity(at: path) { return descriptor }
            close(descriptor)
        }
    }

    private static func open(_ path: String, _ mode: mode_t?) throws(SystemError) -> Int32 {
        let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        guard let mode else {
            let descriptor = Glibc.open(path, O_RDONLY | flags)
            guard descriptor >= 0 else { throw SystemError() }
            return descriptor
        }
        let isNew = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | flags, mode)
        if isNew >= 0 {
            FilePlace.giveToOwnerOfFolder(path)
            return isNew
        }
        guard errno == EEXIST else { throw SystemError() }
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | flags, mode)
        guard descriptor >= 0 else { throw SystemError() }
        return descriptor
    }
}
