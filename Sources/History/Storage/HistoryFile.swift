#if canImport(Glibc)
    import Glibc
#endif

/// What stands at a path that is to be a history, before SQLite opens it: a pipe would be waited for without end.
enum HistoryFile {
    /// In bytes; nil where there is nothing yet.
    static func size(_ path: String) throws(HistoryFailure) -> Int? {
        let action = "opening the history \(path)"
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw HistoryFailure(
                action, reason: String(cString: strerror(errno)),
                remedy: "Look whether this user may go to its folder.", cause: .missing)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int(status.st_size)
        case S_IFDIR:
            throw HistoryFailure(
                action, reason: "it is a folder", remedy: "Name a file in it, such as \(path)/history.sqlite.",
                cause: .missing)
        default:
            throw HistoryFailure(
                action, reason: "it is a pipe, a socket or a device, and no file",
                remedy: "Name a file, or a path where one can be made.", cause: .missing)
        }
    }
}
