import Basics
import Files
import Foundation
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// A camera's folder of pictures, whose paths stand in a log that another program wrote: no path leads out of the folder, and no link
/// in it is followed, since whoever asks may be root and whoever made the folder is not.
public struct PictureFolder: Sendable {
    public let path: String

    public init(path: String) {
        self.path = path
    }

    /// A picture that is open, closed with the value.
    public final class Picture {
        public let descriptor: Int32
        /// In bytes.
        public let size: Int

        fileprivate init(descriptor: Int32, size: Int) {
            self.descriptor = descriptor
            self.size = size
        }

        deinit {
            close(descriptor)
        }

        /// Reads some of the bytes: as many, or those that there are.
        public func read(_ count: Int, from offset: Int) throws -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: max(0, min(count, size - offset)))
            var done = 0
            while done < bytes.count {
                let more = bytes.withUnsafeMutableBytes { buffer in
                    pread(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
                }
                if more < 0, errno == EINTR { continue }
                guard more >= 0 else {
                    throw Failure(.inputOutput, while: "reading a picture", because: String(cString: strerror(errno)))
                }
                if more == 0 { break }
                done += more
            }
            return Array(bytes.prefix(done))
        }

        /// Hands out the bytes piece by piece.
        public func read(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else {
                    throw Failure(.inputOutput, while: "reading a picture", because: String(cString: strerror(errno)))
                }
                if count == 0 { return }
                try body(buffer[..<count])
            }
        }
    }

    public enum Absence: Error, Equatable {
        case missing
        /// Its path leads out of the folder, or over a link.
        case elsewhere
        case unreadable(String)
    }

    public func open(_ picture: String) throws(Absence) -> Picture {
        let place = try folder(of: picture)
        defer { close(place.descriptor) }
        let descriptor = openat(place.descriptor, place.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.absence(errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .unreadable("it is no file")
        }
        return Picture(descriptor: descriptor, size: Int(status.st_size))
    }

    /// Writes a picture under its hash, which is how whoever got it from elsewhere knows it: no path comes from there.
    ///
    /// - Parameter time: of its event, which the file has then.
    public func keep(_ bytes: [UInt8], as digest: Digest, of time: WallTime) throws {
        let place = Self.place(of: digest)
        let target = URL(fileURLWithPath: "\(path)/\(place)")
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o750])
        do throws(SystemError) {
            let file = try AtomicFile(target.path, mode: 0o640)
            try file.write(bytes)
            let (seconds, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 1000)
            let moment = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1_000_000)
            guard futimens(file.descriptor, [moment, moment]) == 0 else { throw SystemError() }
            try file.commit()
        } catch {
            throw Failure(.inputOutput, while: "keeping the picture \(target.path)", because: error.reason)
        }
    }

    /// Where a picture lies that was kept under its hash.
    static func place(of digest: Digest) -> String {
        let text = "\(digest)"
        return "\(text.prefix(2))/\(text).jpg"
    }

    /// Takes a picture away for good.
    ///
    /// - Returns: whether it was there.
    public func remove(_ picture: String) throws(Absence) -> Bool {
        let place: (descriptor: Int32, name: String)
        do throws(Absence) { place = try folder(of: picture) } catch .missing { return false }
        defer { close(place.descriptor) }
        if unlinkat(place.descriptor, place.name, 0) == 0 { return true }
        if errno == ENOENT { return false }
        throw Self.absence(errno)
    }

    /// The open folder that a picture lies in, and its name there.
    private func folder(of picture: String) throws(Absence) -> (descriptor: Int32, name: String) {
        let parts = picture.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.last, !parts.contains(where: { ["", ".", ".."].contains($0) || $0.utf8.contains(0) })
        else {
            throw .elsewhere
        }
        var descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for part in parts.dropLast() where descriptor >= 0 {
            let next = openat(descriptor, part, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            let code = errno
            close(descriptor)
            errno = code
            descriptor = next
        }
        guard descriptor >= 0 else { throw Self.absence(errno) }
        return (descriptor, name)
    }

    private static func absence(_ code: Int32) -> Absence {
        switch code {
        case ENOENT: .missing
        // A folder on the way that is a link shows as "not a folder".
        case ELOOP, ENOTDIR: .elsewhere
        default: .unreadable(String(cString: strerror(code)))
        }
    }
}
