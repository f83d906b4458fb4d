#if canImport(Glibc)
    import Glibc
#endif

/// Makes the file of a database where there is none, for its owner alone or with its group.
///
/// It never opens one that is there: whoever closes a second descriptor of a file that SQLite has open in this process takes SQLite's locks
/// from it, and the next program that looks at the file removes what is still in use (sqlite.org/howtocorrupt.html, 2.2).
public enum DatabasePlace {
    /// - Returns: why it cannot be, as an `errno`; nil where a file is there afterwards that this user may write.
    public static func make(_ path: String, rights: mode_t) -> Int32? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, rights)
        if descriptor >= 0 {
            close(descriptor)
            return nil
        }
        guard errno == EEXIST else { return errno }
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return access(path, R_OK | W_OK) == 0 ? nil : errno
        case S_IFDIR: return EISDIR
        case S_IFLNK: return ELOOP
        default: return EINVAL
        }
    }
}
