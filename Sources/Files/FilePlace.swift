#if canImport(Glibc)
    import Glibc
#endif

/// Names in folders: what a path consists of, moving a name, and having it on the disk.
public enum FilePlace {
    /// The folder that a path lies in, as it is opened.
    public static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What stands behind a path's last slash.
    public static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Moves a file or a folder to another name of the same file system, on the disk.
    public static func move(_ path: String, to target: String, _ existing: AtomicFile.Existing) throws(SystemError) {
        let folder = try openFolder(of: target)
        defer { close(folder) }
        try move(path, from: AT_FDCWD, to: name(of: target), in: folder, existing)
        try sync(folder)
    }

    static func move(
        _ name: String, to target: String, in folder: Int32, _ existing: AtomicFile.Existing
    ) throws(SystemError) {
        try move(name, from: folder, to: target, in: folder, existing)
    }

    private static func move(
        _ name: String, from source: Int32, to target: String, in folder: Int32, _ existing: AtomicFile.Existing
    ) throws(SystemError) {
        switch existing {
        case .replaced:
            guard renameat(source, name, folder, target) == 0 else { throw SystemError() }
        case .kept:
            // Those who write it by `AtomicFile` take turns.
            var status = stat()
            guard fstatat(folder, target, &status, AT_SYMLINK_NOFOLLOW) != 0 else { throw SystemError(EEXIST) }
            guard renameat(source, name, folder, target) == 0 else { throw SystemError() }
        }
    }

    /// O_PATH, which Glibc's module lacks.
    private static let searched: Int32 = 0o10_000_000

    /// - Returns: a descriptor that is the caller's to close.
    static func openFolder(of path: String) throws(SystemError) -> Int32 {
        let folder = folder(of: path)
        var descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // It may be searched and not read.
        if descriptor < 0, errno == EACCES { descriptor = open(folder, searched | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw SystemError() }
        return descriptor
    }

    /// Has the names beside a path on the disk.
    public static func syncFolder(of path: String) throws(SystemError) {
        let folder = try openFolder(of: path)
        defer { close(folder) }
        try sync(folder)
    }

    /// Makes a folder, where none is there.
    public static func makeFolder(_ path: String, mode: mode_t) throws(SystemError) {
        guard mkdir(path, mode) == 0 else {
            guard errno == EEXIST else { throw SystemError() }
            return
        }
        giveToOwnerOfFolder(path)
    }

    /// Has the names of a folder on the disk. Where the file system has no such thing, or the folder cannot be read, that is no failure.
    public static func sync(_ folder: Int32) throws(SystemError) {
        if fsync(folder) != 0, errno == EIO || errno == ENOSPC || errno == EDQUOT { throw SystemError() }
    }

    /// Writes all of the bytes.
    ///
    /// - Returns: the system's error number; 0 where they are written.
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? ENOSPC : errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    /// Appends a line to a file that is locked, or leaves it as it was. What a kill left of a line gets an end of its own.
    public static func append(_ line: [UInt8], to descriptor: Int32) throws(SystemError) {
        let size = lseek(descriptor, 0, SEEK_END)
        var last = UInt8(ascii: "\n")
        if size > 0 { pread(descriptor, &last, 1, size - 1) }
        let bytes = (last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]) + line
        var code = bytes.withUnsafeBytes { write($0, to: descriptor) }
        if code == 0, fdatasync(descriptor) != 0 { code = errno }
        guard code != 0 else { return }
        ftruncate(descriptor, size)
        throw SystemError(code)
    }

    /// Gives what root made to the owner of its folder, who is to go on with it. What is not there needs no owner.
    public static func giveToOwnerOfFolder(_ path: String) {
        guard geteuid() == 0, let folder = try? openFolder(of: path) else { return }
        defer { close(folder) }
        guard let owner = otherOwner(of: folder) else { return }
        _ = fchownat(folder, name(of: path), owner.st_uid, owner.st_gid, AT_SYMLINK_NOFOLLOW)
    }

    static func give(_ descriptor: Int32, toOwnerOf folder: Int32) {
        guard geteuid() == 0, let owner = otherOwner(of: folder) else { return }
        // Where that fails, the owner is told that he cannot read it.
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }

    private static func otherOwner(of folder: Int32) -> stat? {
        var status = stat()
        return fstat(folder, &status) == 0 && status.st_uid != 0 ? status : nil
    }
}
