import Basics
import Files

#if canImport(Glibc)
    import Glibc
#endif

/// A file that a command writes as a whole: it holds all of it afterwards, or what it held before.
///
/// A regular file is replaced (`AtomicFile`). A symbolic link stays; what it leads to is replaced.
/// A device, a pipe and our own standard output are written in place: they are not ours to replace.
/// A file with several names is replaced under one of them.
package final class WholeFile {
    private enum Place {
        /// Replaced: the path with all links followed. Nothing need be there yet.
        case file(String)
        /// Written in place: open already.
        case stream(Int32)
    }

    private let action: String
    private let place: Place
    /// Whether nobody but its owner may read it, where it is new.
    private let isSecret: Bool

    /// Looks for whatever will keep the file from being written, so that nobody measures for an hour first.
    ///
    /// - Parameters:
    ///   - role: what the file is, for errors: `the contact sheet`.
    ///   - inputs: paths of what the command reads, none of which may be replaced, whatever this one calls it.
    ///   - isSecret: whether nobody but its owner may read it, where it is new.
    package init(
        _ path: String, as role: String, notOver inputs: [String] = [], isSecret: Bool = false
    ) throws(Failure) {
        action = "writing \(role) \(path)"
        self.isSecret = isSecret
        do throws(Refusal) {
            place = try Self.place(of: path)
            if case .file(let target) = place, let input = inputs.first(where: { Self.areSame(target, $0) }) {
                throw Refusal("this is \(input), which is read and would be lost; name another file")
            }
        } catch {
            throw Failure(.inputOutput, while: action, because: error.reason)
        }
    }

    deinit {
        if case .stream(let descriptor) = place { close(descriptor) }
    }

    package func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(Refusal) {
            switch place {
            case .stream(let descriptor): try Self.write(bytes, to: descriptor)
            case .file(let target): try Self.replace(target, with: bytes, mode: isSecret ? 0o600 : 0o666)
            }
        } catch {
            throw Failure(.inputOutput, while: action, because: error.reason)
        }
    }

    // MARK: - Where it is

    /// Why not, for people.
    private struct Refusal: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }

        init(errno number: Int32) { reason = String(cString: strerror(number)) }
    }

    private static func place(of path: String) throws(Refusal) -> Place {
        guard let last = path.last, last != "/" else { throw Refusal("this is not the name of a file") }
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw Refusal(errno: errno) }
            return .file(try checked(endOfLinks(path)))
        }
        if status.st_mode & S_IFMT == S_IFDIR { throw Refusal("it is a folder") }
        // A second opening of it would begin at the file's start and write over what we have said.
        if let own = standardStream(at: status) { return .stream(own) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .stream(try openInPlace(path)) }
        guard access(path, W_OK) == 0 else { throw Refusal(errno: errno) }
        guard let resolved = realpath(path, nil) else { throw Refusal(errno: errno) }
        defer { free(resolved) }
        return .file(try checked(String(cString: resolved)))
    }

    private static func areSame(_ target: String, _ input: String) -> Bool {
        var (one, other) = (stat(), stat())
        return stat(target, &one) == 0 && stat(input, &other) == 0 && one.st_dev == other.st_dev
            && one.st_ino == other.st_ino
    }

    /// A further descriptor of our standard output or standard error, if this is where it goes.
    private static func standardStream(at status: stat) -> Int32? {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            var own = stat()
            guard fstat(descriptor, &own) == 0, own.st_dev == status.st_dev, own.st_ino == status.st_ino else {
                continue
            }
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
            if copy >= 0 { return copy }
        }
        return nil
    }

    private static func openInPlace(_ path: String) throws(Refusal) -> Int32 {
        let flags = O_WRONLY | O_NOCTTY | O_CLOEXEC
        // A pipe without a reader is an error and no reason to wait; once it is open, a slow reader is waited for.
        let descriptor = open(path, flags | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENXIO ? Refusal("nobody reads from it") : Refusal(errno: errno)
        }
        _ = fcntl(descriptor, F_SETFL, flags)
        return descriptor
    }

    /// The path that a chain of links leads to, though nothing is there; the path itself where it is no link.
    private static func endOfLinks(_ path: String) throws(Refusal) -> String {
        var path = path
        // As many as Linux follows.
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { return path }
            let next = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            path = next.hasPrefix("/") ? next : FilePlace.folder(of: path) + "/" + next
        }
        throw Refusal(errno: ELOOP)
    }

    /// The path, once it is known that a new file can be made beside it.
    private static func checked(_ target: String) throws(Refusal) -> String {
        let folder = FilePlace.folder(of: target)
        var status = stat()
        guard stat(folder, &status) == 0 else {
            throw errno == ENOENT ? Refusal("there is no folder \(folder)") : Refusal(errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw Refusal("\(folder) is not a folder") }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw Refusal("\(String(cString: strerror(errno))); the folder \(folder) must be writable")
        }
        return target
    }

    // MARK: - Writing

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Refusal) {
        let code = bytes.withUnsafeBytes { FilePlace.write($0, to: descriptor) }
        guard code == 0 else { throw Refusal(errno: code) }
    }

    /// - Parameter mode: of a new file, less what this user's others lack.
    private static func replace(_ target: String, with bytes: [UInt8], mode: mode_t) throws(Refusal) {
        do throws(SystemError) { try AtomicFile.write(bytes, to: target, mode: mode) } catch {
            let isThere = access(target, F_OK) == 0
            throw Refusal(isThere ? "\(error.reason); what was there before is still there" : error.reason)
        }
    }
}
