#if canImport(Glibc)
    import Glibc
#endif

/// A file that takes its place whole, or not at all. Nothing else replaces a file.
///
/// The content goes to a scratch file in the same folder and is on the disk before the name leads to it; the name is on the disk before
/// `commit` returns. So after a kill or a power cut at any moment the name leads to all of the old content, or to all of the new one.
///
/// A file that is replaced keeps its owner and permissions. What root makes in another user's folder belongs to that user. Links are not
/// followed.
///
/// Writers of one name take turns. What one that was killed left is removed by the next.
public final class AtomicFile {
    /// What happens to a file that has the name already.
    public enum Existing: Sendable {
        case replaced
        /// It stays, and `commit` throws `EEXIST`.
        case kept
    }

    /// To write to, and to give other permissions or times.
    public let descriptor: Int32
    private let folder: Int32
    private let name: String
    private let existing: Existing
    private var isDone = false

    /// - Parameters:
    ///   - mode: of a new file, less what the process's umask takes.
    public convenience init(
        _ path: String, mode: mode_t = 0o600, existing: Existing = .replaced
    ) throws(SystemError) {
        let folder = try FilePlace.openFolder(of: path)
        defer { close(folder) }
        try self.init(FilePlace.name(of: path), in: folder, mode: mode, existing: existing)
    }

    /// - Parameter folder: stays the caller's.
    public init(
        _ name: String, in folder: Int32, mode: mode_t = 0o600, existing: Existing = .replaced
    ) throws(SystemError) {
        let old = try Self.replaceable(name, in: folder)
        if old != nil, existing == .kept { throw SystemError(EEXIST) }
        let own = fcntl(folder, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw SystemError() }
        do throws(SystemError) {
            descriptor = try Self.made(Self.scratch(of: name), in: own, mode: old == nil ? mode : 0o600, existing)
        } catch {
            // `deinit` does not run before all is set.
            close(own)
            throw error
        }
        self.folder = own
        self.name = name
        self.existing = existing
        if let old { try keepPermissions(of: old) } else { FilePlace.give(descriptor, toOwnerOf: folder) }
    }

    deinit {
        if !isDone, isOurs { unlinkat(folder, Self.scratch(of: name), 0) }
        close(descriptor)
        close(folder)
    }

    /// The name of the file that is not whole yet, beside the one that it will be. One that is left is nothing that anybody waits for.
    public static func scratch(of name: String) -> String { ".\(name)\(ending)" }

    /// The name that a scratch file was to get; nil of any other file.
    public static func name(ofScratch name: String) -> String? {
        guard name.hasPrefix("."), name.hasSuffix(ending), name.utf8.count > ending.utf8.count + 1 else { return nil }
        return String(name.dropFirst().dropLast(ending.count))
    }

    private static let ending = ".plated-new"

    /// Replaces a file, or makes it.
    public static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws(SystemError) {
        let file = try AtomicFile(path, mode: mode)
        try file.write(bytes)
        try file.commit()
    }

    /// Removes what killed writers left beside a path, also of files that are gone since: it may hold what is to be forgotten.
    public static func removeLeft(beside path: String) throws(SystemError) {
        let folder = try FilePlace.openFolder(of: path)
        defer { close(folder) }
        guard let stream = opendir(FilePlace.folder(of: path)) else { throw SystemError() }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard Self.name(ofScratch: name) != nil else { continue }
            do throws(SystemError) { try removeLeft(name, in: folder, .kept) } catch  where error.isTaken {
                // Somebody writes it at this moment.
            }
        }
    }

    public func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
        let code = bytes.withContiguousStorageIfAvailable {
            FilePlace.write(UnsafeRawBufferPointer($0), to: descriptor)
        }
        guard let code else { return try write(Array(bytes)) }
        if code != 0 { throw SystemError(code) }
    }

    /// Puts the file in its place, on the disk.
    ///
    /// - Throws: where it is not there; what was there before still is.
    public func commit() throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw SystemError() }
        guard isOurs else { throw SystemError(EBUSY, reason: "another process wrote it at the same time") }
        try FilePlace.move(Self.scratch(of: name), to: name, in: folder, existing)
        isDone = true
        try FilePlace.sync(folder)
    }

    // MARK: - Making

    private var isOurs: Bool {
        FileIdentity(of: descriptor).map { $0 == FileIdentity(of: Self.scratch(of: name), in: folder) } ?? false
    }

    /// What is there already; nil where nothing is.
    private static func replaceable(_ name: String, in folder: Int32) throws(SystemError) -> stat? {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            guard errno == ENOENT else { throw SystemError() }
            return nil
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(EINVAL, reason: "it is no regular file")
        }
        return status
    }

    /// A new scratch file, locked: whoever wants to write the same file waits for it.
    private static func made(
        _ scratch: String, in folder: Int32, mode: mode_t, _ existing: Existing
    ) throws(SystemError) -> Int32 {
        while true {
            let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
            let descriptor = openat(folder, scratch, flags, mode)
            if descriptor >= 0 {
                // Somebody may have taken it for left and removed it before it was locked.
                _ = FileLock.take(descriptor, .forever)
                if FileIdentity(of: descriptor) == FileIdentity(of: scratch, in: folder) {
                    return descriptor
                }
                close(descriptor)
                continue
            }
            guard errno == EEXIST else { throw SystemError() }
            try removeLeft(scratch, in: folder, existing)
        }
    }

    /// Removes what a killed writer left, once nobody writes it.
    private static func removeLeft(_ scratch: String, in folder: Int32, _ existing: Existing) throws(SystemError) {
        let left = openat(folder, scratch, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard left >= 0 else {
            // Gone by now; or a link, which nobody writes.
            if errno == ENOENT || errno == ELOOP && unlinkat(folder, scratch, 0) == 0 { return }
            throw SystemError()
        }
        defer { close(left) }
        guard FileLock.take(left, existing == .kept ? .none : .forever) != .taken else {
            throw SystemError(EWOULDBLOCK, reason: "another process is writing it")
        }
        guard FileIdentity(of: left) == FileIdentity(of: scratch, in: folder) else { return }
        guard unlinkat(folder, scratch, 0) == 0 || errno == ENOENT else { throw SystemError() }
    }

    private func keepPermissions(of old: stat) throws(SystemError) {
        var mode = old.st_mode & 0o7777
        if fchown(descriptor, old.st_uid, old.st_gid) != 0, fchown(descriptor, uid_t.max, old.st_gid) != 0 {
            // Another group must not get what was the first one's.
            mode &= ~0o070
        }
        guard fchmod(descriptor, mode) == 0 else { throw SystemError() }
    }
}
