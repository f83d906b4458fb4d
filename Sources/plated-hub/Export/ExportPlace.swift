import Basics
import Files
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Where an export goes: a folder, or an archive. It gets its name once it is whole, and takes no other's place.
final class ExportPlace {
    /// O_TMPFILE, which Glibc's module lacks.
    static let nameless = 0o20_000_000 | O_DIRECTORY

    private let target: String
    private let shape: Shape
    private let modified: Int64
    private let nameless: Int32

    private enum Shape {
        case folder(ScratchFolder)
        case tar(AtomicFile)
        case zip(ZipFile, AtomicFile)
    }

    /// A folder until it is whole; it goes with the value. Locked, so that what was left can be told from what is being written.
    private final class ScratchFolder {
        let path: String
        private let lock: FileLock

        init(of target: String) throws(SystemError) {
            path = "\(FilePlace.folder(of: target))/\(AtomicFile.scratch(of: FilePlace.name(of: target)))"
            if mkdir(path, 0o700) != 0 {
                guard errno == EEXIST else { throw SystemError() }
                let left = try FileLock(path, .none)
                defer { withExtendedLifetime(left) {} }
                Self.remove(path)
                guard mkdir(path, 0o700) == 0 else { throw SystemError() }
            }
            lock = try FileLock(path, .none)
        }

        deinit { Self.remove(path) }

        /// What cannot be removed stays under a name that says it is no export.
        private static func remove(_ path: String) {
            do { try FileManager.default.removeItem(atPath: path) } catch {}
        }
    }

    /// A file of an export while it is written.
    final class File {
        fileprivate let name: String
        fileprivate let descriptor: Int32
        private let path: String
        fileprivate private(set) var size = 0
        /// Whether its name goes with it.
        private let isPassing: Bool

        /// In a folder that goes where the export fails.
        fileprivate init(_ name: String, path: String) throws(Failure) {
            self.name = name
            self.path = path
            isPassing = false
            descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if descriptor < 0 { throw Failure(exporting: path) }
        }

        /// A file without a name: for an archive, before which its size has to be known.
        ///
        /// - Parameters:
        ///   - scratch: the name that it has for a moment on disks that have no files without.
        ///   - nameless: the system's flags for one.
        fileprivate init(_ name: String, in folder: String, scratch: String, nameless: Int32) throws(Failure) {
            self.name = name
            let file = open(folder, O_RDWR | nameless | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if file >= 0 {
                path = folder
                descriptor = file
                isPassing = false
                return
            }
            let code = errno
            // FAT and exFAT, and disks of other machines.
            let isUnknown = [EOPNOTSUPP, EISDIR, EINVAL].contains(code)
            path = isUnknown ? scratch : folder
            descriptor = isUnknown ? open(scratch, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) : -1
            guard descriptor >= 0 else { throw Failure(exporting: path, code: isUnknown ? errno : code) }
            // Where no open file can be removed, that is done at its end.
            isPassing = unlink(scratch) != 0
        }

        deinit {
            close(descriptor)
            if isPassing { unlink(path) }
        }

        func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
            let code = bytes.withUnsafeBytes { FilePlace.write($0, to: descriptor) }
            guard code == 0 else { throw Failure(exporting: path, code: code) }
            size += bytes.count
        }

        fileprivate func sync() throws(Failure) {
            guard fsync(descriptor) == 0 else { throw Failure(exporting: path) }
        }
    }

    /// - Parameters:
    ///   - path: `….tar` or `….zip` for an archive, else a folder that is not there yet.
    ///   - modified: the time that files in an archive bear, seconds since 1970.
    ///   - nameless: the system's flags for a file without a name.
    init(_ path: String, modified: Int64, nameless: Int32 = ExportPlace.nameless) throws(Failure) {
        target = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.modified = modified
        self.nameless = nameless
        var status = stat()
        // Before anything is read that takes an hour.
        guard lstat(target, &status) != 0 else {
            throw Failure(
                .inputOutput, while: "exporting to \(target)", because: "\(target) is there already",
                remedy: "Name another place, or take that away.")
        }
        let kind = try ExportShape(of: target)
        do throws(SystemError) {
            switch kind {
            case .folder: shape = .folder(try ScratchFolder(of: target))
            case .tar: shape = .tar(try AtomicFile(target, existing: .kept))
            case .zip:
                let file = try AtomicFile(target, existing: .kept)
                do throws(POSIXError) { shape = .zip(try ZipFile(file.descriptor), file) } catch {
                    throw SystemError(error.code.rawValue)
                }
            }
        } catch {
            throw Failure(exporting: target, error)
        }
    }

    /// A file to be written piece by piece, and then added.
    func file(_ name: String) throws(Failure) -> File {
        if case .folder(let scratch) = shape { return try File(name, path: path(name, in: scratch)) }
        // Its size stands before it in the archive, and is known at its end.
        return try File(
            name, in: FilePlace.folder(of: target), scratch: "\(target).lines", nameless: nameless)
    }

    func add(_ file: File) throws(Failure) {
        if case .folder = shape { return try file.sync() }
        var offset = 0
        try archive(file.name, size: file.size, isPacked: true) { () throws(Failure) in
            guard offset < file.size else { return nil }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = pread(file.descriptor, &buffer, buffer.count, off_t(offset))
            guard count > 0 else { throw Failure(exporting: target, code: count == 0 ? EIO : errno) }
            offset += count
            return buffer[..<count]
        }
    }

    func add(_ name: String, _ bytes: [UInt8]) throws(Failure) {
        if case .folder = shape {
            let file = try file(name)
            try file.write(bytes[...])
            return try file.sync()
        }
        var rest: ArraySlice<UInt8>? = bytes[...]
        try archive(name, size: bytes.count, isPacked: !name.hasSuffix(".jpg")) {
            defer { rest = nil }
            return rest
        }
    }

    /// All is there: on disk, under its name.
    func finish() throws(Failure) {
        do throws(SystemError) {
            switch shape {
            case .folder(let scratch): try FilePlace.move(scratch.path, to: target, .kept)
            case .tar(let file):
                try file.write(TarFile.end)
                try file.commit()
            case .zip(let zip, let file):
                do throws(POSIXError) { try zip.finish() } catch { throw SystemError(error.code.rawValue) }
                try file.commit()
            }
        } catch {
            throw Failure(exporting: target, error)
        }
    }

    /// - Parameter next: the next bytes; nil behind the last.
    private func archive(
        _ name: String, size: Int, isPacked: Bool, next: () throws(Failure) -> ArraySlice<UInt8>?
    ) throws(Failure) {
        switch shape {
        case .folder: break
        case .tar(let file):
            try write(header(name, size: size)[...], to: file)
            while let bytes = try next() { try write(bytes, to: file) }
            try write(TarFile.padding(size)[...], to: file)
        case .zip(let zip, _):
            _ = try parts(of: name)
            try Self.zipping(target) { () throws(POSIXError) in
                try zip.begin(name, size: size, modified: modified, isPacked: isPacked)
            }
            while let bytes = try next() {
                try Self.zipping(target) { () throws(POSIXError) in try zip.write(bytes) }
            }
            try Self.zipping(target) { () throws(POSIXError) in try zip.end() }
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, to file: AtomicFile) throws(Failure) {
        do throws(SystemError) { try file.write(bytes) } catch { throw Failure(exporting: target, error) }
    }

    private static func zipping<Value>(
        _ target: String, _ body: () throws(POSIXError) -> Value
    ) throws(Failure) -> Value {
        do throws(POSIXError) { return try body() } catch {
            throw Failure(exporting: target, code: error.code.rawValue)
        }
    }

    /// Of a file in a tar archive.
    func header(_ name: String, size: Int) throws(Failure) -> [UInt8] {
        _ = try parts(of: name)
        if let header = TarFile.header(name, size: size, modified: modified) { return header }
        throw Failure(
            .badData, while: "exporting \(name) to \(target)",
            because: size >= TarFile.tooLarge
                ? "it has 8 GB or more, which an archive cannot take" : "its name is too long for an archive",
            remedy: "Name a .zip or a folder.")
    }

    /// Names may have come from elsewhere, and whoever exports, or unpacks, may be root: none leads out.
    private func parts(of name: String) throws(Failure) -> [Substring] {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
            throw Failure(
                .badData, while: "exporting \(name) to \(target)", because: "its name leads out of the export")
        }
        return parts
    }

    /// Of a file in the folder, once the folders above it are there.
    private func path(_ name: String, in scratch: ScratchFolder) throws(Failure) -> String {
        var folder = scratch.path
        for part in try parts(of: name).dropLast() {
            folder += "/" + part
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Failure(exporting: folder) }
        }
        return "\(scratch.path)/\(name)"
    }
}

extension Failure {
    fileprivate init(exporting path: String, code: Int32 = errno) { self.init(exporting: path, SystemError(code)) }

    fileprivate init(exporting path: String, _ error: SystemError) {
        self.init(.inputOutput, while: "exporting to \(path)", because: error.reason)
    }
}
