import Files

#if canImport(Glibc)
    import Glibc
#endif

/// A regular file that is open to be read and written; closed with the value.
///
/// Every call that fails says what was being done and why. Used on one queue.
final class OpenFile {
    let path: String
    /// What the file is to us, for errors: `log`, `spool`.
    let role: String
    private let descriptor: Int32
    /// False where the file system cannot lock.
    let isLocked: Bool
    /// Whether there was none before.
    let isMade: Bool

    /// Opens the file, or makes it, and takes it for this process alone.
    ///
    /// - Parameters:
    ///   - appends: whether everything is written at the file's end, wherever that is.
    ///   - mode: of a new file.
    init(_ path: String, role: String, appends: Bool, mode: mode_t) throws(LogFailure) {
        self.path = path
        self.role = role
        let action = "opening the \(role) \(path)"
        // A pipe without a reader must not make us wait.
        let flags = O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (appends ? O_APPEND : 0)
        var descriptor = Glibc.open(path, flags)
        var isMade = false
        if descriptor < 0, errno == ENOENT {
            descriptor = Glibc.open(path, flags | O_CREAT | O_EXCL, mode)
            isMade = descriptor >= 0
            // Somebody else was quicker, or it is a link to what is not there.
            if !isMade, errno == EEXIST { descriptor = Glibc.open(path, flags | O_CREAT, mode) }
        }
        guard descriptor >= 0 else {
            let code = errno
            throw LogFailure(action, reason: Self.reason(code, path: path), cause: .system(code))
        }
        do throws(LogFailure) {
            guard try Self.status(of: descriptor, action: action).st_mode & S_IFMT == S_IFREG else {
                throw LogFailure(action, reason: "it is not a regular file", cause: .unfit)
            }
            isLocked = try Self.lock(descriptor, action: action)
            try Self.syncFolder(of: path, action: action)
        } catch {
            // `deinit` does not run before all is set.
            _ = Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.isMade = isMade
    }

    deinit {
        _ = Glibc.close(descriptor)
    }

    // MARK: - What it is

    /// Whether the path still leads to this file: it may have been moved, deleted, or replaced.
    var isAtItsPath: Bool { Self.leads(path, to: descriptor) }

    /// Whether a path leads to the file that is open.
    static func leads(_ path: String, to descriptor: Int32) -> Bool {
        FileIdentity(of: descriptor).map { $0 == FileIdentity(at: path) } ?? false
    }

    var identity: FileIdentity? { FileIdentity(of: descriptor) }

    /// Whether the file has no name left, so that what is in it goes when it is closed.
    var isDeleted: Bool {
        var here = Glibc.stat()
        return fstat(descriptor, &here) == 0 && here.st_nlink == 0
    }

    /// Why nothing could be appended now; nil where something could, as far as its file system tells.
    var hindrance: String? {
        var system = statvfs()
        guard fstatvfs(descriptor, &system) == 0 else { return nil }
        if system.f_flag & UInt(ST_RDONLY) != 0 { return String(cString: strerror(EROFS)) }
        // Some file systems have no number for their room. What is kept for root is there for root.
        let free = geteuid() == 0 ? system.f_bfree : system.f_bavail
        return system.f_blocks > 0 && free == 0 ? String(cString: strerror(ENOSPC)) : nil
    }

    /// In bytes.
    var size: Int {
        get throws(LogFailure) {
            Int(try Self.status(of: descriptor, action: "looking at the \(role) \(path)").st_size)
        }
    }

    /// When it was last written to, in nanoseconds since 1970.
    var modified: Int64 {
        get throws(LogFailure) {
            try Self.status(of: descriptor, action: "looking at the \(role) \(path)").modifiedNanoseconds
        }
    }

    // MARK: - Reading and writing

    /// Up to `count` bytes from `offset` on; fewer at the file's end.
    func read(_ count: Int, at offset: Int) throws(LogFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var have = 0
        while have < count {
            let got = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress?.advanced(by: have), count - have, off_t(offset + have))
            }
            if got == 0 { break }
            if got > 0 {
                have += got
            } else if errno != EINTR {
                throw LogFailure("reading the \(role) \(path)", code: errno)
            }
        }
        return Array(bytes.prefix(have))
    }

    /// Writes at the file's end and has it on disk, or takes back what was written of it, where that is possible.
    func append(_ bytes: [UInt8]) throws(LogFailure) {
        var written = 0
        do throws(LogFailure) {
            while written < bytes.count {
                let count = bytes.withUnsafeBytes {
                    Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
                }
                if count > 0 {
                    written += count
                } else if count < 0, errno != EINTR {
                    throw LogFailure("writing to the \(role) \(path)", code: errno)
                }
            }
            try sync()
        } catch {
            // Not where somebody has emptied the file meanwhile.
            if written > 0, try size >= written { try cut(written) }
            throw error
        }
    }

    /// Writes in place; not yet on disk.
    func write(_ bytes: [UInt8], at offset: Int) throws(LogFailure) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(
                    descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written, off_t(offset + written))
            }
            if count > 0 {
                written += count
            } else if count < 0, errno != EINTR {
                throw LogFailure("writing to the \(role) \(path)", code: errno)
            }
        }
    }

    /// Puts bytes in the place of fewer at the end and has them on disk, or puts back what was there.
    func replaceEnd(_ count: Int, with bytes: [UInt8]) throws(LogFailure) {
        let size = try size
        let start = max(0, size - count)
        let old = try read(count, at: start)
        // With O_APPEND, Linux ignores the place.
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_APPEND)
        defer { _ = fcntl(descriptor, F_SETFL, flags) }
        do throws(LogFailure) {
            try write(bytes, at: start)
            try sync()
        } catch {
            try write(old, at: start)
            try truncate(to: size)
            throw error
        }
    }

    /// Takes `count` bytes off the end.
    func cut(_ count: Int) throws(LogFailure) {
        try truncate(to: max(0, try size - count))
    }

    func truncate(to size: Int) throws(LogFailure) {
        while ftruncate(descriptor, off_t(size)) != 0 {
            if errno != EINTR { throw LogFailure("cutting the \(role) \(path)", code: errno) }
        }
    }

    /// Has everything written on disk.
    func sync() throws(LogFailure) {
        while fdatasync(descriptor) != 0 {
            if errno != EINTR { throw LogFailure("writing the \(role) \(path) to disk", code: errno) }
        }
    }

    // MARK: - Putting aside

    /// Moves the file to a free name beside it and returns that; it stays open under it. A path that is a link leads to no file then.
    func putAside(at time: WallTime) throws(LogFailure) -> String {
        let real = Self.resolved(path)
        let place = Self.freeName(beside: real, at: time)
        do throws(SystemError) { try FilePlace.move(real, to: place, .replaced) } catch {
            throw LogFailure("putting the \(role) \(path) aside", code: error.number)
        }
        return place
    }

    /// Writes a part of the file to a new one beside it, has it on disk, and returns its path; or leaves nothing there.
    func putAside(_ part: Range<Int>, at time: WallTime) throws(LogFailure) -> String {
        let place = Self.freeName(beside: Self.resolved(path), at: time)
        let aside = try OpenFile(place, role: "file", appends: true, mode: 0o600)
        do throws(LogFailure) {
            var offset = part.lowerBound
            while offset < part.upperBound {
                let bytes = try read(min(1 << 20, part.upperBound - offset), at: offset)
                if bytes.isEmpty { break }
                try aside.append(bytes)
                offset += bytes.count
            }
        } catch {
            unlink(place)
            throw error
        }
        return place
    }

    /// `gate.ndjson.damaged-20261122T051500120Z`, or the next one that is free.
    private static func freeName(beside path: String, at time: WallTime) -> String {
        let name = "\(path).damaged-" + time.description.filter { $0.isLetter || $0.isNumber }
        var status = Glibc.stat()
        guard lstat(name, &status) == 0 else { return name }
        var number = 2
        while lstat("\(name)-\(number)", &status) == 0 { number += 1 }
        return "\(name)-\(number)"
    }

    /// The first bytes of a file; none where they cannot be read.
    static func head(_ count: Int, of path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { _ = Glibc.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(descriptor, &bytes, count, 0)
        return Array(bytes.prefix(max(0, got)))
    }

    // MARK: - Opening

    private static func status(of descriptor: Int32, action: String) throws(LogFailure) -> stat {
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0 else { throw LogFailure(action, code: errno) }
        return status
    }

    /// Takes a file for this process alone. Returns whether its file system can do that.
    static func lock(_ descriptor: Int32, action: String) throws(LogFailure) -> Bool {
        let outcome = FileLock.take(descriptor, .brief)
        guard outcome == .taken else { return outcome == .held }
        throw LogFailure(
            action, reason: "another process writes to it; give every scanner files of its own", cause: .taken)
    }

    /// A new file is only safe once its folder knows it.
    private static func syncFolder(of path: String, action: String) throws(LogFailure) {
        do throws(SystemError) { try FilePlace.syncFolder(of: path) } catch {
            throw LogFailure(action, code: error.number)
        }
    }

    private static func reason(_ code: Int32, path: String) -> String {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOENT: return "\(reason); its folder \(FilePlace.folder(of: path)) must exist"
        case EACCES, EROFS: return "\(reason); the file and its folder must be writable"
        default: return reason
        }
    }
}
