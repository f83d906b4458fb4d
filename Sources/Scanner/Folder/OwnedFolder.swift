import Basics
import Files
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
    /// - Throws: where another process has it. One that cannot be opened now is opened when there is something to write.
    init(path: String, title: String, holds: String) throws(Failure) {
        self.path = path
        self.title = title
        taken = EvidenceFailure(.unwritable, reason: "another scanner keeps its \(holds) there")
        do throws(EvidenceFailure) { _ = try opened() } catch {
            guard error == taken else { return }
            throw Failure(
                .temporary, while: "opening the \(title) \(path)", because: error.reason,
                remedy: "Give one of the two another name (--camera), or folder (--state).")
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
        guard FileLock.take(folder, .none) != .taken else {
            close(folder)
            throw taken
        }
        root = folder
        return folder
    }

    /// It may have been moved or mounted over: what is written next opens what is there then.
    func shut() {
        if root >= 0 {
            FileLock.release(root)
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

    /// Writes a file whole or not at all, in place of the one of its name, and has it on the disk.
    func write(_ bytes: [UInt8], to name: String, in folder: Int32) throws(EvidenceFailure) {
        try DiskRoom.check(folder, path: path, for: bytes.count)
        do throws(SystemError) {
            let file = try AtomicFile(name, in: folder, mode: 0o640)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw EvidenceFailure("writing \(name) to \(path)", code: error.number)
        }
    }
}
