#if canImport(Glibc)
    import Glibc
#endif

/// Gives files that root made to the owner of their folder: the service, which runs as another user, is to go on with them.
enum FolderOwner {
    static func give(_ paths: [String]) {
        guard geteuid() == 0 else { return }
        for path in paths {
            let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            var status = stat()
            guard stat(folder, &status) == 0, status.st_uid != 0 else { continue }
            // What is not there needs no owner.
            _ = lchown(path, status.st_uid, status.st_gid)
        }
    }

    /// Of a history, all that SQLite and the hub keep of it.
    static func give(history path: String) { give(["", "-wal", "-shm", ".lock"].map { path + $0 }) }
}
