import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The folder in which a camera's evidence lies, taken for this process alone. Used on the OCR queue.
///
/// Everything below it is reached by descriptors that follow no link: whoever may write to the folder cannot lead us elsewhere.
final class EvidenceFolder {
    let path: String
    /// Closed while it cannot be opened.
    private var root: Int32 = -1

    /// - Throws: where another process has it. One that cannot be opened now is opened when there is something to write.
    init(path: String) throws(Failure) {
        self.path = path
        do throws(EvidenceFailure) { _ = try opened() } catch {
            guard error == Self.taken else { return }
            throw Failure(
                .temporary, while: "opening the evidence folder \(path)", because: error.reason,
                remedy: "Give every camera a folder of its own (evidence.folder).")
        }
    }

    deinit {
        shut()
    }

    // MARK: - Writing

    /// Writes pictures to an hour's folder, each whole or not at all, and has them on disk.
    ///
    /// - Returns: how many of them are there, counted from the first, and why the others are not.
    func write(
        _ pictures: [(name: String, bytes: [UInt8])], in hour: EvidenceHour
    ) -> (count: Int, failure: EvidenceFailure?) {
        var names: [String] = []
        do throws(EvidenceFailure) {
            let folder = try openFolder(hour, makes: true)
            defer { close(folder) }
            var failure: EvidenceFailure?
            for picture in pictures {
                do throws(EvidenceFailure) {
                    try write(picture.bytes, to: picture.name, in: folder)
                    names.append(picture.name)
                } catch {
                    failure = error
                    break
                }
            }
            if !names.isEmpty, fsync(folder) != 0 {
                let code = errno
                for name in names { unlinkat(folder, name, 0) }
                throw EvidenceFailure("syncing \(path)/\(hour.path)", code: code)
            }
            return (names.count, failure)
        } catch {
            // It may have been moved or mounted over: the next picture opens what is there then.
            shut()
            return (0, error)
        }
    }

    private func write(_ bytes: [UInt8], to name: String, in folder: Int32) throws(EvidenceFailure) {
        try DiskRoom.check(root, path: path, for: bytes.count)
        let scratch = EvidenceName.unfinished(name)
        let file = openat(folder, scratch, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard file >= 0 else { throw EvidenceFailure("making \(name) in \(path)", code: errno) }
        var code: Int32 = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                code = count == 0 ? ENOSPC : errno
                break
            }
            rest = rest.dropFirst(count)
        }
        if code == 0, fdatasync(file) != 0 { code = errno }
        close(file)
        if code == 0, renameat(folder, scratch, folder, name) != 0 { code = errno }
        guard code != 0 else { return }
        unlinkat(folder, scratch, 0)
        throw EvidenceFailure("writing \(name) to \(path)", code: code)
    }

    // MARK: - Looking and removing

    /// What lies in a folder below this one, in order; nothing of what cannot be read.
    ///
    /// - Parameter path: from the folder of evidence on; empty for itself.
    func names(in path: String) -> [String] {
        guard let folder = openBelow(path) else { return [] }
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

    /// How many bytes an hour's pictures have together.
    func bytes(of names: [String], in hour: EvidenceHour) -> Int {
        guard let folder = openBelow(hour.path) else { return 0 }
        defer { close(folder) }
        return names.reduce(0) { $0 + Self.size(of: $1, in: folder) }
    }

    /// Removes pictures of an hour and returns how many bytes they had.
    func remove(_ names: some Sequence<String>, from hour: EvidenceHour) -> Int {
        guard let folder = openBelow(hour.path) else { return 0 }
        defer { close(folder) }
        return names.reduce(0) { sum, name in
            let size = Self.size(of: name, in: folder)
            return unlinkat(folder, name, 0) == 0 ? sum + size : sum
        }
    }

    /// Removes an hour's folder if nothing lies in it, and those above it that are empty then.
    func removeEmpty(_ hour: EvidenceHour) {
        var parts = hour.path.split(separator: "/").map(String.init)
        while let name = parts.popLast() {
            guard let folder = openBelow(parts.joined(separator: "/")) else { return }
            defer { close(folder) }
            guard unlinkat(folder, name, AT_REMOVEDIR) == 0 else { return }
        }
    }

    /// 0 of what is no file.
    private static func size(of name: String, in folder: Int32) -> Int {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return 0
        }
        return Int(status.st_size)
    }

    // MARK: - Opening

    private static let taken = EvidenceFailure(.unwritable, reason: "another scanner keeps its evidence there")

    private func opened() throws(EvidenceFailure) -> Int32 {
        if root >= 0 { return root }
        let action = "opening the evidence folder \(path)"
        if mkdir(path, 0o750) != 0, errno != EEXIST { throw EvidenceFailure(action, code: errno) }
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw EvidenceFailure(action, code: errno) }
        // Some file systems cannot lock; that is no reason to keep nothing.
        if flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(folder)
            throw Self.taken
        }
        root = folder
        return folder
    }

    private func shut() {
        if root >= 0 { close(root) }
        root = -1
    }

    /// An hour's folder, made where it is not there and `makes` says so.
    private func openFolder(_ hour: EvidenceHour, makes: Bool) throws(EvidenceFailure) -> Int32 {
        let action = "opening \(hour.path) in \(path)"
        var folder = dup(try opened())
        for name in hour.path.split(separator: "/").map(String.init) {
            var next = Self.open(name, in: folder)
            if next < 0, errno == ENOENT, makes {
                if mkdirat(folder, name, 0o750) == 0 { fsync(folder) }
                next = Self.open(name, in: folder)
            }
            let code = errno
            close(folder)
            guard next >= 0 else { throw EvidenceFailure(action, code: code) }
            folder = next
        }
        return folder
    }

    /// A folder of the way to an hour; nil where it cannot be opened.
    private func openBelow(_ path: String) -> Int32? {
        guard root >= 0 else { return nil }
        // A descriptor of its own, so that one reader's place in the folder is not another's.
        var folder = Self.open(".", in: root)
        for name in path.split(separator: "/").map(String.init) {
            let next = Self.open(name, in: folder)
            close(folder)
            folder = next
        }
        return folder >= 0 ? folder : nil
    }

    private static func open(_ name: String, in folder: Int32) -> Int32 {
        openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    }
}
