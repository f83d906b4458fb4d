import Settings

#if canImport(Glibc)
    import Glibc
#endif

/// What the owner of the folder of lists, who is the hub, may read. Root reads everything, and would see nothing wrong.
extension ListFolder {
    /// What keeps the owner from reading a list; nil where nothing does.
    func problemOfOwner(with file: String) -> Problem? {
        let file = "\(path)/\(file)"
        var (folder, status) = (stat(), stat())
        guard stat(path, &folder) == 0, stat(file, &status) == 0 else { return nil }
        guard
            !Self.mayRead(
                mode: status.st_mode, owner: status.st_uid, group: status.st_gid, as: folder.st_uid,
                of: Self.groups(of: folder.st_uid) + [folder.st_gid])
        else { return nil }
        return Problem(
            file: file,
            message: "the owner of its folder, who is the hub, cannot read it: look at its owner and its rights")
    }

    /// By the rights of a file alone.
    static func mayRead(mode: UInt32, owner: UInt32, group: UInt32, as user: UInt32, of groups: [UInt32]) -> Bool {
        if user == 0 { return true }
        if owner == user { return mode & 0o400 != 0 }
        return mode & (groups.contains(group) ? 0o040 : 0o004) != 0
    }

    private static func groups(of user: UInt32) -> [UInt32] {
        guard let entry = getpwuid(user) else { return [] }
        var groups = [gid_t](repeating: 0, count: 256)
        var count = Int32(groups.count)
        guard getgrouplist(entry.pointee.pw_name, entry.pointee.pw_gid, &groups, &count) >= 0 else { return [] }
        return Array(groups.prefix(Int(count)))
    }
}
