import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// A list's file, which is replaced whole: it holds all of the new text afterwards, on disk, or what it held before.
///
/// It keeps its owner and its permissions. A new one is for the hub's user and group alone.
struct ListFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        var old = stat()
        let isThere = lstat(path, &old) == 0
        if isThere, old.st_mode & S_IFMT != S_IFREG { throw failure("it is no regular file") }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        let scratch = "\(folder).new-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let descriptor = open(scratch, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure() }
        var isDone = false
        defer {
            close(descriptor)
            if !isDone { _ = unlink(scratch) }
        }
        if isThere {
            // Another group must not get what was the first one's.
            let isOwned = fchown(descriptor, old.st_uid, old.st_gid) == 0
            guard fchmod(descriptor, old.st_mode & (isOwned ? 0o777 : 0o700)) == 0 else { throw failure() }
        } else {
            FileOwner.give(scratch)
            guard fchmod(descriptor, 0o640) == 0 else { throw failure() }
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(count == 0 ? "there is no room" : nil) }
            rest = rest.dropFirst(count)
        }
        // Whoever reads it need not wait whether more of it comes.
        FileStamp.mark(descriptor)
        guard fsync(descriptor) == 0, rename(scratch, path) == 0 else { throw failure() }
        isDone = true
        // So that the name outlives a power cut, too; the content is on disk already.
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        _ = fsync(directory)
        close(directory)
    }

    private func failure(_ reason: String? = nil) -> Failure {
        Failure(
            .inputOutput, while: "writing the list \(path)", because: reason ?? String(cString: strerror(errno)),
            remedy: "Nothing was changed. Look whether this user may write to its folder, and whether there is room.")
    }
}
