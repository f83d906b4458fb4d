import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// The folder of the cameras' files, held by one process at a time. Links are followed nowhere in it.
final class SettingsFolder {
    /// A file as it was when it was read.
    struct Content {
        let text: String
        fileprivate let status: stat

        var mode: mode_t { status.st_mode & 0o777 }
    }

    /// In bytes.
    private static let limit = 1 << 20

    private let path: String
    private let folder: Int32

    init(_ path: String) throws {
        self.path = path
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else { throw Self.failure("opening \(path)", errno) }
        var status = stat()
        guard fstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            close(folder)
            throw SettingsRefusal(
                "\(path) does not belong to this user, or others may write there. Nothing was written.")
        }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else {
            close(folder)
            throw SettingsRefusal("Other settings are being written right now. Try again.")
        }
        dropLeftovers()
    }

    deinit {
        // Also where a program that was just begun still holds what was open.
        flock(folder, LOCK_UN)
        close(folder)
    }

    // MARK: - Reading

    /// Nil where nothing is there.
    func content(of name: String) throws -> Content? {
        let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP { throw SettingsRefusal("\(name) is a link: it is changed where it leads to.") }
            throw Self.failure("reading \(path)/\(name)", errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SettingsRefusal("\(name) is no file.")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= Self.limit {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
            throw SettingsRefusal("\(name) is no text in UTF-8, or larger than 1 MiB.")
        }
        return Content(text: text, status: status)
    }

    // MARK: - Writing

    /// Throws where a file is another than it was when it was read.
    func check(_ name: String, is old: Content?) throws {
        var now = stat()
        guard fstatat(folder, name, &now, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT, old == nil { return }
            throw Self.changed(name)
        }
        guard let old, Self.isSame(now, old.status) else { throw Self.changed(name) }
    }

    /// Puts a fresh file in a file's place. Where it throws, that stays.
    ///
    /// - Parameter old: as it was read; where it is another by now, nothing is written.
    func replace(_ name: String, _ old: Content?, with scratch: String) throws {
        guard let old else {
            // Unlike a renaming, that does nothing where somebody made it meanwhile.
            guard linkat(folder, scratch, folder, name, 0) == 0 else {
                let code = errno
                if code == EEXIST { throw Self.changed(name) }
                throw Self.failure("writing \(path)/\(name)", code)
            }
            return sync()
        }
        // Kept by its second name, with whatever somebody may be writing into it at this moment.
        let before = name + ".before"
        let held = scratch + ".before"
        guard linkat(folder, name, folder, held, 0) == 0 else { throw Self.failure("keeping \(name)", errno) }
        defer { drop(held) }
        var now = stat()
        guard fstatat(folder, held, &now, AT_SYMLINK_NOFOLLOW) == 0, Self.isSame(now, old.status) else {
            throw Self.changed(name)
        }
        // Before the new one is there: nothing may fail after that.
        guard renameat(folder, held, folder, before) == 0 else { throw Self.failure("keeping \(before)", errno) }
        guard renameat(folder, scratch, folder, name) == 0 else {
            throw Self.failure("writing \(path)/\(name)", errno)
        }
        sync()
    }

    /// Puts a fresh file at a name that is ours alone.
    func put(_ scratch: String, at name: String) throws {
        guard renameat(folder, scratch, folder, name) == 0 else {
            throw Self.failure("writing \(path)/\(name)", errno)
        }
        sync()
    }

    /// Takes a file away, from the disk, too, before anything else is done.
    func takeAway(_ name: String) throws {
        guard unlinkat(folder, name, 0) == 0 || errno == ENOENT, fsync(folder) == 0 else {
            throw Self.failure("taking \(path)/\(name) away", errno)
        }
    }

    /// A second name of a file, with which it can be put back; nil where there is none.
    func held(_ name: String) throws -> String? {
        let held = Self.scratchName
        guard linkat(folder, name, folder, held, 0) == 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure("keeping \(name)", errno)
        }
        return held
    }

    /// - Parameter held: its second name; nil where it was not there.
    func putBack(_ name: String, _ held: String?) throws {
        let status = held.map { renameat(folder, $0, folder, name) } ?? unlinkat(folder, name, 0)
        guard status == 0 || held == nil && errno == ENOENT else {
            throw Self.failure("putting \(path)/\(name) back", errno)
        }
        sync()
    }

    func remove(_ name: String) throws {
        guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else {
            throw Self.failure("removing \(path)/\(name)", errno)
        }
    }

    /// The name of a new file with this text, on disk: to put it in another's place takes no room any more.
    func fresh(_ text: String, mode: mode_t) throws -> String {
        let name = Self.scratchName
        let descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure("writing in \(path)", errno) }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw spoilt(name, count == 0 ? ENOSPC : errno) }
            rest = rest.dropFirst(count)
        }
        guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw spoilt(name, errno) }
        return name
    }

    /// Of somebody who was killed, or whose machine lost power, while writing: a password may stand in them. Nobody else writes now.
    private func dropLeftovers() {
        guard let directory = opendir(path) else { return }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(Self.scratchPrefix) { names.append(name) }
        }
        closedir(directory)
        names.forEach(drop)
    }

    /// Takes a fresh file or a second name away, where it was not put anywhere.
    func drop(_ scratch: String) { unlinkat(folder, scratch, 0) }

    private static let scratchPrefix = ".plated-settings-"

    private static var scratchName: String { "\(scratchPrefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

    private func spoilt(_ name: String, _ code: Int32) -> Failure {
        drop(name)
        return Self.failure("writing in \(path)", code)
    }

    /// So that the names outlive a power cut, too.
    private func sync() { _ = fsync(folder) }

    private static func isSame(_ a: stat, _ b: stat) -> Bool {
        a.st_ino == b.st_ino && a.st_dev == b.st_dev && a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec
            && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec
    }

    private static func changed(_ name: String) -> SettingsRefusal {
        SettingsRefusal("\(name) was changed on the machine at this very moment. Nothing was written.")
    }

    private static func failure(_ action: String, _ code: Int32) -> Failure {
        Failure(.inputOutput, while: action, because: String(cString: strerror(code)))
    }
}
