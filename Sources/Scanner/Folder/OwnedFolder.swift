import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A folder of the disk that this process has for itself. Used on the OCR queue.
///
/// Everything below it is reached by descriptors that follow no link: whoever may write to the folder cannot lead us elsewhere.
final class OwnedFolder {
    let path: String
    /// As people call it.
    private let title: String
    /// Closed while it cannot be opened.
    private(set) var root: Int32 = -1
    private let taken: EvidenceFailure

    /// - Parameters:
    ///   - title: what it is called, such as `evidence folder`.
    ///   - holds: what another process would keep there.
    ///   - key: of the configuration, that says where it is.
    /// - Throws: where another process has it. One that cannot be opened now is opened when there is something to write.
    init(path: String, title: String, holds: String, key: String) throws(Failure) {
        self.path = path
        self.title = title
        taken = EvidenceFailure(.unwritable, reason: "another scanner keeps its \(holds) there")
        do throws(EvidenceFailure) { _ = try opened() } catch {
            guard error == taken else { return }
            throw Failure(
                .temporary, while: "opening the \(title) \(path)", because: error.reason,
                remedy: "Give every camera a folder of its own (\(key)).")
        }
    }

    deinit {
        shut()
    }

    // MARK: - Opening

    /// Made where it is not there.
    func opened() throws(EvidenceFailure) -> Int32 {
        if root >= 0 { return root }
        if mkdir(path, 0o750) != 0, errno != EEXIST { throw EvidenceFailure(opening, code: errno) }
        return try found()
    }

    /// Whether it can be looked into. One that was shut is opened again, and none is made: what is kept there is not forgotten while nothing
    /// can be written.
    var isOpen: Bool {
        do throws(EvidenceFailure) { return try found() >= 0 } catch { return false }
    }

    private var opening: String { "opening the \(title) \(path)" }

    private func found() throws(EvidenceFailure) -> Int32 {
        if root >= 0 { return root }
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw EvidenceFailure(opening, code: errno) }
        // Some file systems cannot lock; that is no reason to keep nothing.
        if flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(folder)
            throw taken
        }
        root = folder
        return folder
    }

    /// It may have been moved or mounted over: what is written next opens what is there then.
    ///
    /// The lock is let go by name: a program that this process has just begun holds what was open until it runs, and with it the lock.
    func shut() {
        if root >= 0 {
            flock(root, LOCK_UN)
            close(root)
        }
        root = -1
    }

    /// What fails in it shuts the folder.
    func writing<Result>(_ body: () throws(EvidenceFailure) -> Result) throws(EvidenceFailure) -> Result {
        do throws(EvidenceFailure) { return try body() } catch {
            shut()
            throw error
        }
    }

    /// A folder below this one, made where it is not there and `makes` says so.
    func openFolder(_ path: String, makes: Bool) throws(EvidenceFailure) -> Int32 {
        let action = "opening \(path) in \(self.path)"
        var folder = dup(try opened())
        for name in path.split(separator: "/").map(String.init) {
            var next = Self.open(name, in: folder)
            var code = errno
            if next < 0, code == ENOENT, makes {
                // Somebody else may have made it meanwhile.
                if mkdirat(folder, name, 0o750) == 0 || errno == EEXIST {
                    fsync(folder)
                    next = Self.open(name, in: folder)
                }
                code = errno
            }
            close(folder)
            guard next >= 0 else { throw EvidenceFailure(action, code: code) }
            folder = next
        }
        return folder
    }

    static func open(_ name: String, in folder: Int32) -> Int32 {
        openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    }

    // MARK: - Writing

    /// Writes a file whole or not at all, in place of the one of its name.
    ///
    /// - Parameters:
    ///   - scratch: its name until it is whole.
    ///   - syncs: whether it has to be on the disk.
    func write(
        _ bytes: [UInt8], to name: String, in folder: Int32, scratch: String, syncs: Bool
    ) throws(EvidenceFailure) {
        try DiskRoom.check(folder, path: path, for: bytes.count)
        let file = openat(folder, scratch, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard file >= 0 else { throw EvidenceFailure("making \(name) in \(path)", code: errno) }
        var code = Self.put(bytes, into: file)
        if code == 0, syncs, fdatasync(file) != 0 { code = errno }
        close(file)
        if code == 0, renameat(folder, scratch, folder, name) != 0 { code = errno }
        guard code != 0 else { return }
        unlinkat(folder, scratch, 0)
        throw EvidenceFailure("writing \(name) to \(path)", code: code)
    }

    /// Writes all of the bytes.
    ///
    /// - Returns: the system's error number; 0 where they are written.
    static func put(_ bytes: [UInt8], into file: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? ENOSPC : errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
