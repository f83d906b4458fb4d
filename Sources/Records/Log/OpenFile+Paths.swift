#if canImport(Glibc)
    import Glibc
#endif

/// Paths of files, and where links lead.
extension OpenFile {
    /// The path without links in it; as it is where nothing is there.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Where a link leads in the end; nil of a path that is no link itself, or leads nowhere.
    static func target(ofLink path: String) -> String? {
        var status = Glibc.stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let real = realpath(path, nil) else {
            return nil
        }
        defer { free(real) }
        return String(cString: real)
    }

    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
