#if canImport(Glibc)
    import Glibc
#endif

/// A file that a library reads as a whole. A pipe would have it wait for ever, and a device may have no end.
enum RegularFile {
    /// Why there is none to read at a path, for people; nil where there is.
    static func objection(to path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else { return String(cString: strerror(errno)) }
        return status.st_mode & S_IFMT == S_IFREG ? nil : "it is no regular file"
    }
}
