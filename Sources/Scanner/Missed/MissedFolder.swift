import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The folder in which a camera's misses lie, taken for this process alone. Used on the OCR queue.
///
/// Everything below it is reached by descriptors that follow no link. Nothing here is synced: what a power cut takes is no plate.
final class MissedFolder {
    let path: String
    /// Closed while it cannot be opened.
    private var root: Int32 = -1

    /// - Throws: where another process has it. One that cannot be opened now is opened when there is something to write.
    init(path: String) throws(Failure) {
        self.path = path
        do throws(EvidenceFailure) { _ = try opened() } catch {
            guard error == Self.taken else { return }
            throw Failure(
                .temporary, while: "opening the folder of misses \(path)", because: error.reason,
                remedy: "Give every camera a folder of its own (missed.folder).")
        }
    }

    deinit {
        if root >= 0 { close(root) }
    }

    // MARK: - Writing

    /// What became of a line that was to be written.
    enum Outcome: Equatable {
        case written
        /// Somebody takes a plate out of the file at this moment: it has to be tried again.
        case busy
    }

    /// Appends a line to a day's ledger. Others may take lines out of the file meanwhile, and put another in its place.
    func append(_ line: [UInt8], on day: String) throws(EvidenceFailure) -> Outcome {
        let name = MissedFiles.ledger(of: day)
        let folder = try opened()
        try DiskRoom.check(folder, path: path, for: line.count)
        for _ in 0..<2 {
            let file = openat(folder, name, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o640)
            guard file >= 0 else { throw failed("opening \(name) in \(path)") }
            defer { close(file) }
            if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return .busy }
            guard isThere(file, as: name, in: folder) else { continue }
            try append(line, to: file, named: name)
            return .written
        }
        return .busy
    }

    private func append(_ line: [UInt8], to file: Int32, named name: String) throws(EvidenceFailure) {
        let size = lseek(file, 0, SEEK_END)
        var last: UInt8 = 0
        // What a kill left of a line gets an end of its own.
        let isTorn = size > 0 && pread(file, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
        let bytes = (isTorn ? [UInt8(ascii: "\n")] : []) + line
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            let failure = EvidenceFailure("writing to \(name) in \(path)", code: errno == 0 ? ENOSPC : errno)
            _ = ftruncate(file, size)
            throw failure
        }
    }

    /// Writes a file whole, in place of the one of its name.
    func replace(_ name: String, with bytes: [UInt8]) throws(EvidenceFailure) {
        try write(bytes, name: name, in: try opened())
    }

    /// Writes a crop to a day's folder.
    func write(crop bytes: [UInt8], of id: String, on day: String) throws(EvidenceFailure) {
        let folder = try opened()
        if mkdirat(folder, day, 0o750) != 0, errno != EEXIST { throw failed("making \(day) in \(path)") }
        let inner = Self.open(day, in: folder)
        guard inner >= 0 else { throw failed("opening \(day) in \(path)") }
        defer { close(inner) }
        try write(bytes, name: "\(id).jpg", in: inner)
    }

    private func write(_ bytes: [UInt8], name: String, in folder: Int32) throws(EvidenceFailure) {
        try DiskRoom.check(folder, path: path, for: bytes.count)
        let scratch = ".\(name).part"
        let file = openat(folder, scratch, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard file >= 0 else { throw failed("making \(name) in \(path)") }
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count
        let code = errno == 0 ? ENOSPC : errno
        close(file)
        if isWritten, renameat(folder, scratch, folder, name) == 0 { return }
        let failure = EvidenceFailure("writing \(name) to \(path)", code: isWritten ? errno : code)
        unlinkat(folder, scratch, 0)
        throw failure
    }

    // MARK: - Looking and removing

    /// The days that have anything here.
    var days: Set<String> { Set(names(in: "").compactMap(MissedFiles.day(ofName:))) }

    /// How many bytes a day's files have together.
    func bytes(of day: String) -> Int {
        let files = [MissedFiles.ledger(of: day), MissedFiles.tally(of: day)].reduce(0) { $0 + size(of: $1, in: "") }
        return names(in: day).reduce(files) { $0 + size(of: $1, in: day) }
    }

    /// Removes files of a day, at most so many; the ledger goes last. Returns whether all of it is gone.
    func remove(_ day: String, atMost count: Int) -> Bool {
        guard root >= 0 else { return true }
        let crops = names(in: day)
        if let folder = openBelow(day) {
            defer { close(folder) }
            for name in crops.prefix(count) { unlinkat(folder, name, 0) }
        }
        guard crops.count <= count else { return false }
        unlinkat(root, day, AT_REMOVEDIR)
        for name in [MissedFiles.ledger(of: day), MissedFiles.tally(of: day)] { unlinkat(root, name, 0) }
        return true
    }

    /// The bytes of a file; nil where it cannot be read.
    func contents(of name: String) -> [UInt8]? {
        guard root >= 0 else { return nil }
        let file = openat(root, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: size(of: name, in: ""))
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    private func names(in day: String) -> [String] {
        guard let folder = openBelow(day) else { return [] }
        // The stream closes it.
        guard let stream = fdopendir(folder) else {
            close(folder)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// 0 of what is no file.
    private func size(of name: String, in day: String) -> Int {
        guard let folder = openBelow(day) else { return 0 }
        defer { close(folder) }
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return 0
        }
        return Int(status.st_size)
    }

    // MARK: - Opening

    private static let taken = EvidenceFailure(.unwritable, reason: "another scanner keeps its misses there")

    private func opened() throws(EvidenceFailure) -> Int32 {
        if root >= 0 { return root }
        if mkdir(path, 0o750) != 0, errno != EEXIST { throw failed("making the folder of misses \(path)") }
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failed("opening the folder of misses \(path)") }
        // Some file systems cannot lock; that is no reason to keep nothing.
        if flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(folder)
            throw Self.taken
        }
        root = folder
        return folder
    }

    private func failed(_ action: String) -> EvidenceFailure { EvidenceFailure(action, code: errno) }

    private func isThere(_ file: Int32, as name: String, in folder: Int32) -> Bool {
        var (here, there) = (stat(), stat())
        return fstat(file, &here) == 0 && fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0
            && here.st_dev == there.st_dev && here.st_ino == there.st_ino
    }

    /// The folder itself, or a day's; nil where it cannot be opened.
    private func openBelow(_ day: String) -> Int32? {
        guard root >= 0 else { return nil }
        let folder = Self.open(day.isEmpty ? "." : day, in: root)
        return folder >= 0 ? folder : nil
    }

    private static func open(_ name: String, in folder: Int32) -> Int32 {
        openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    }
}
