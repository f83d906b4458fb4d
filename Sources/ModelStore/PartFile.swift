import Files
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A file on its way: NAME.part beside its place, locked, and put there in one step when it is whole and right.
final class PartFile {
    private let target: String
    /// Whether what came of it is gone on with the next time.
    private let isKept: Bool
    private let lock: FileLock
    private let action: String

    static func path(for target: String) -> String { target + ".part" }

    private var path: String { Self.path(for: target) }

    /// Opens what there is of it, or makes an empty one, and the folders above it.
    ///
    /// - Parameter isKept: whether what comes of it is gone on with the next time.
    init(for target: String, isKept: Bool) throws(ModelStoreError) {
        self.target = target
        self.isKept = isKept
        try Self.checkMayBeReplaced(target)
        let action = "writing \(Self.path(for: target))"
        self.action = action
        if target.contains("/") { try Self.makeFolder(FilePlace.folder(of: target)) }
        do throws(SystemError) { lock = try FileLock(Self.path(for: target), made: 0o644, .none) } catch {
            guard error.isTaken else { throw Self.failure(error, action) }
            throw ModelStoreError(.busy, action, "another plated is at it", "Wait for it, or end it.")
        }
    }

    private var descriptor: Int32 { lock.descriptor }

    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ModelStoreError) {
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            if count <= 0 { throw failure(SystemError(count == 0 ? ENOSPC : errno)) }
            written += count
        }
    }

    /// Leaves the first `size` bytes.
    func cut(to size: Int) throws(ModelStoreError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw Self.failure(SystemError(), action) }
    }

    func checksum() throws(ModelStoreError) -> String {
        do { return try Digest(ofFile: path).description } catch {
            throw ModelStoreError(.inputOutput, "reading \(path)", error.reason)
        }
    }

    /// Puts it in its place, readable for everybody, on disk.
    func install() throws(ModelStoreError) {
        do throws(SystemError) {
            guard fchmod(descriptor, 0o644) == 0, fsync(descriptor) == 0 else { throw SystemError() }
            try FilePlace.move(path, to: target, .replaced)
        } catch {
            throw Self.failure(error, "putting \(target) in its place")
        }
    }

    func remove() {
        _ = unlink(path)
    }

    /// Whether it is the same file as one that is open.
    func isSame(as other: Int32) -> Bool {
        FileIdentity(of: descriptor) == FileIdentity(of: other)
    }

    // MARK: - Opening

    /// Makes a folder and those above it, open to everybody for reading: scanners run as other users.
    private static func makeFolder(_ path: String) throws(ModelStoreError) {
        var status = stat()
        if path.isEmpty || stat(path, &status) == 0 { return }
        try makeFolder(FilePlace.folder(of: path))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw failure(SystemError(), "making the folder \(path)")
        }
        _ = chmod(path, 0o755)
    }

    /// Only a file of ours, or a link to one, gives way: a device or a pipe is somebody else's.
    private static func checkMayBeReplaced(_ target: String) throws(ModelStoreError) {
        var status = stat()
        guard lstat(target, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else { return }
        throw ModelStoreError(
            .inputOutput, "putting \(target) in its place", "something else than a file is there",
            "Move it away, or name another --folder.")
    }

    /// Of writing it.
    private func failure(_ error: SystemError) -> ModelStoreError {
        guard [ENOSPC, EDQUOT].contains(error.number), isKept, size > 0 else { return Self.failure(error, action) }
        return ModelStoreError(
            .inputOutput, action, Self.full(error),
            "What came so far is kept: make room, and the same command goes on from there.")
    }

    private static func full(_ error: SystemError) -> String { "the disk is full (\(error.reason))" }

    private static func failure(_ error: SystemError, _ action: String) -> ModelStoreError {
        switch error.number {
        case ENOSPC, EDQUOT:
            ModelStoreError(
                .inputOutput, action, full(error), "Nothing of it is kept: make room, and run the same command again.")
        case EACCES, EPERM, EROFS:
            ModelStoreError(
                .inputOutput, action, error.reason, "Run it as a user who may write there, or name another --folder.")
        default: ModelStoreError(.inputOutput, action, error.reason)
        }
    }
}
