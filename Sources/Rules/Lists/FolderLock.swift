import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// Holds the folder of lists for one who changes something there; others wait. A file in it, locked while the value lives.
final class FolderLock {
    private let descriptor: Int32

    /// - Parameter isMade: whether a folder that is not there is made.
    init(_ folder: String, isMade: Bool) throws(Failure) {
        if isMade, mkdir(folder, 0o750) == 0 { FileOwner.give(folder) }
        let path = folder + "/.lock"
        let isNew = access(path, F_OK) != 0
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
        guard descriptor >= 0 else {
            throw Failure(
                .inputOutput, while: "opening the folder of lists \(folder)", because: String(cString: strerror(errno)),
                remedy: "It has to be there, and to be writable for this user.")
        }
        if isNew { FileOwner.give(path) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let reason = String(cString: strerror(errno))
                close(descriptor)
                throw Failure(.inputOutput, while: "locking the folder of lists \(folder)", because: reason)
            }
        }
    }

    deinit {
        close(descriptor)
    }
}

/// Gives what root made to the owner of its folder: the hub, which runs as another user, is to go on with it.
enum FileOwner {
    static func give(_ path: String) {
        guard geteuid() == 0, let slash = path.lastIndex(of: "/") else { return }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        var status = stat()
        guard stat(folder, &status) == 0, status.st_uid != 0 else { return }
        // Where that fails, the hub says that it cannot read it.
        _ = lchown(path, status.st_uid, status.st_gid)
    }
}
