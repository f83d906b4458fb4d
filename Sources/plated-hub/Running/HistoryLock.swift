import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// Holds a history for one hub: a second one would read the same logs into it again and again. A file beside it, locked while the value
/// lives. The history's own locks are SQLite's.
final class HistoryLock: Sendable {
    private let descriptor: Int32

    init(_ history: String) throws(Failure) {
        let path = history + ".lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
        guard descriptor >= 0 else {
            throw Failure(
                .inputOutput, while: "locking the history \(history)", because: String(cString: strerror(errno)),
                remedy: "Its folder has to be there, and to be writable for the hub.")
        }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            close(descriptor)
            throw Failure(
                .temporary, while: "locking the history \(history)", because: "another hub keeps it",
                remedy:
                    "There is one hub a machine: stop the other, or give this one a history of its own (history.path).")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Whether a hub keeps this history now, as far as this user can see.
    static func isHeld(_ history: String) -> Bool {
        let descriptor = open(history + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
