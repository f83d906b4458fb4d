import Basics
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Where an export goes: a folder, or an archive. It gets its name once it is whole; until then it is called `….part`.
final class ExportPlace {
    /// O_TMPFILE, which Glibc's module lacks.
    static let nameless = 0o20_000_000 | O_DIRECTORY

    private let target: String
    private let scratch: String
    private let shape: Shape
    private let modified: Int64
    private let nameless: Int32
    private var isDone = false

    private enum Shape {
        case folder
        case tar(File)
        case zip(ZipFile, File)
    }

    /// A file of an export while it is written.
    final class File {
        fileprivate let name: String
        fileprivate let descriptor: Int32
        private let path: String
        fileprivate private(set) var size = 0
        /// Whether its name goes with it.
        private var isPassing = false

        fileprivate init(_ name: String, path: String, flags: Int32) throws(Failure) {
            self.name = name
            self.path = path
            descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if descriptor < 0 { throw Failure(exporting: path) }
        }

        /// A file without a name.
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
            var rest = bytes
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Failure(exporting: path, code: count == 0 ? ENOSPC : errno) }
                rest = rest.dropFirst(count)
                size += count
            }
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
        scratch = target + ".part"
        var status = stat()
        for path in [target, scratch] where lstat(path, &status) == 0 {
            throw Failure(
                .inputOutput, while: "exporting to \(target)", because: "\(path) is there already",
                remedy: "Name another place, or take that away.")
        }
        switch try ExportShape(of: target) {
        case .folder:
            shape = .folder
            guard mkdir(scratch, 0o700) == 0 else { throw Failure(exporting: scratch) }
        case .tar: shape = .tar(try File(target, path: scratch, flags: O_WRONLY | O_CREAT | O_EXCL))
        case .zip:
            let file = try File(target, path: scratch, flags: O_RDWR | O_CREAT | O_EXCL)
            shape = .zip(try Self.zipping(target) { () throws(POSIXError) in try ZipFile(file.descriptor) }, file)
        }
    }

    deinit {
        guard !isDone else { return }
        // What cannot be removed stays under a name that says it is no export.
        do { try FileManager.default.removeItem(atPath: scratch) } catch {}
    }

    /// A file to be written piece by piece, and then added.
    func file(_ name: String) throws(Failure) -> File {
        if case .folder = shape { return try File(name, path: path(name), flags: O_WRONLY | O_CREAT | O_EXCL) }
        // Its size stands before it in the archive, and is known at its end.
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
        return try File(name, in: folder, scratch: "\(scratch).lines", nameless: nameless)
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
        switch shape {
        case .folder: break
        case .tar(let file):
            try file.write(TarFile.end[...])
            try file.sync()
        case .zip(let zip, let file):
            try Self.zipping(target) { () throws(POSIXError) in try zip.finish() }
            try file.sync()
        }
        guard rename(scratch, target) == 0 else { throw Failure(exporting: target) }
        isDone = true
    }

    /// - Parameter next: the next bytes; nil behind the last.
    private func archive(
        _ name: String, size: Int, isPacked: Bool, next: () throws(Failure) -> ArraySlice<UInt8>?
    ) throws(Failure) {
        switch shape {
        case .folder: break
        case .tar(let file):
            try file.write(header(name, size: size)[...])
            while let bytes = try next() { try file.write(bytes) }
            try file.write(TarFile.padding(size)[...])
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
    private func path(_ name: String) throws(Failure) -> String {
        var folder = scratch
        for part in try parts(of: name).dropLast() {
            folder += "/" + part
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Failure(exporting: folder) }
        }
        return "\(scratch)/\(name)"
    }
}

extension Failure {
    fileprivate init(exporting path: String, code: Int32 = errno) {
        self.init(.inputOutput, while: "exporting to \(path)", because: String(cString: strerror(code)))
    }
}
