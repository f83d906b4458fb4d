import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The folder in which a camera's misses lie: files of a day, and a folder of its crops. Used on the OCR queue.
///
/// Nothing here is synced: what a power cut takes is no plate.
final class MissedFolder {
    private let folder: OwnedFolder

    /// - Throws: where another process has it. One that cannot be opened now is opened when there is something to write.
    init(path: String) throws(Failure) {
        folder = try OwnedFolder(path: path, title: "folder of misses", holds: "misses", key: "missed.folder")
    }

    var path: String { folder.path }

    // MARK: - Writing

    /// What became of a line that was to be written.
    enum Outcome: Equatable {
        case written
        /// Somebody takes a plate out of the file at this moment: it has to be tried again.
        case busy
    }

    /// Appends a line to a day's ledger. Others may take lines out of the file meanwhile, and put another in its place.
    func append(_ line: [UInt8], on day: String) throws(EvidenceFailure) -> Outcome {
        try writing { () throws(EvidenceFailure) in
            let name = MissedFiles.ledger(of: day)
            let root = try folder.opened()
            try DiskRoom.check(root, path: path, for: line.count)
            for _ in 0..<2 {
                let file = openat(root, name, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o640)
                guard file >= 0 else { throw EvidenceFailure("opening \(name) in \(path)", code: errno) }
                defer { close(file) }
                if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return .busy }
                guard isThere(file, as: name, in: root) else { continue }
                try append(line, to: file, named: name)
                return .written
            }
            return .busy
        }
    }

    private func append(_ line: [UInt8], to file: Int32, named name: String) throws(EvidenceFailure) {
        let size = lseek(file, 0, SEEK_END)
        var last: UInt8 = 0
        // What a kill left of a line gets an end of its own.
        let isTorn = size > 0 && pread(file, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
        let code = OwnedFolder.put((isTorn ? [UInt8(ascii: "\n")] : []) + line, into: file)
        guard code != 0 else { return }
        _ = ftruncate(file, size)
        throw EvidenceFailure("writing to \(name) in \(path)", code: code)
    }

    private func isThere(_ file: Int32, as name: String, in folder: Int32) -> Bool {
        var (here, there) = (stat(), stat())
        return fstat(file, &here) == 0 && fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0
            && here.st_dev == there.st_dev && here.st_ino == there.st_ino
    }

    /// Writes a file whole, in place of the one of its name.
    func replace(_ name: String, with bytes: [UInt8]) throws(EvidenceFailure) {
        try write(bytes, name: name, in: "")
    }

    /// Writes a crop to a day's folder.
    func write(crop bytes: [UInt8], of id: String, on day: String) throws(EvidenceFailure) {
        try write(bytes, name: "\(id).jpg", in: day)
    }

    private func write(_ bytes: [UInt8], name: String, in day: String) throws(EvidenceFailure) {
        try writing { () throws(EvidenceFailure) in
            let inner = try folder.openFolder(day, makes: true)
            defer { close(inner) }
            try folder.write(bytes, to: name, in: inner, scratch: ".\(name).part", syncs: false)
        }
    }

    private func writing<Result>(
        _ body: () throws(EvidenceFailure) -> Result
    ) throws(EvidenceFailure) -> Result {
        do throws(EvidenceFailure) { return try body() } catch {
            folder.shut()
            throw error
        }
    }

    // MARK: - Looking and removing

    /// The days that have anything here.
    var days: Set<String> { Set(folder.names(in: "").compactMap(MissedFiles.day(ofName:))) }

    /// How many bytes a day's files have together.
    func bytes(of day: String) -> Int {
        folder.bytes(of: [MissedFiles.ledger(of: day), MissedFiles.tally(of: day)], in: "")
            + folder.bytes(of: folder.names(in: day), in: day)
    }

    /// Removes files of a day, at most so many; the ledger goes last. Returns whether all of it is gone.
    func remove(_ day: String, atMost count: Int) -> Bool {
        guard folder.root >= 0 else { return true }
        let crops = folder.names(in: day)
        _ = folder.remove(crops.prefix(count), from: day)
        guard crops.count <= count else { return false }
        unlinkat(folder.root, day, AT_REMOVEDIR)
        _ = folder.remove([MissedFiles.ledger(of: day), MissedFiles.tally(of: day)], from: "")
        return true
    }

    /// The bytes of a file; nil where it cannot be read.
    func contents(of name: String) -> [UInt8]? {
        guard folder.root >= 0 else { return nil }
        let file = openat(folder.root, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: folder.bytes(of: [name], in: ""))
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }
}
