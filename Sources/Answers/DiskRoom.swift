#if canImport(Glibc)
    import Glibc
#endif

/// Whether a disk takes what is written to it.
public enum DiskRoom {
    /// Less than this takes no page of a database beside the journal of that.
    private static let least: UInt64 = 128 << 10

    /// Why nothing can be written beside a path, such as `is full`; nil where it can, or where nobody knows.
    public static func shortage(at path: String) -> String? {
        var status = statvfs()
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard statvfs(folder.isEmpty ? "/" : folder, &status) == 0 else { return nil }
        if status.f_flag & UInt(ST_RDONLY) != 0 { return "can only be read" }
        let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
        if UInt64(blocks) * UInt64(status.f_frsize) < least { return "is full" }
        // Some file systems count none.
        return status.f_files > 0 && status.f_favail == 0 ? "has no room for another file" : nil
    }
}
