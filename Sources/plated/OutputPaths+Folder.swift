#if canImport(Glibc)
    import Glibc
#endif

extension OutputPaths {
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns what is the matter with a folder; nil where it can be one, or can be made.
    static func finding(ofFolder path: String, key: String) -> Finding? {
        if path.isEmpty { return Finding(key: key, message: "is empty: it names no folder", isProblem: true) }
        var status = stat()
        if stat(path, &status) == 0 {
            if status.st_mode & S_IFMT != S_IFDIR {
                return Finding(key: key, message: "is no folder", isProblem: true)
            }
            return access(path, W_OK) == 0 ? nil : unwritable("it", key: key)
        }
        let above = folder(of: path)
        guard stat(above, &status) == 0 else { return missing(above, of: path, key: key) }
        if status.st_mode & S_IFMT != S_IFDIR {
            return Finding(key: key, message: "its folder\(shown(above, of: path)) is none", isProblem: true)
        }
        return access(above, W_OK) == 0 ? nil : unwritable("its folder\(shown(above, of: path))", key: key)
    }
}
