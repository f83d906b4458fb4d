#if canImport(Glibc)
    import Glibc
#endif

/// Files of lines that others may take lines out of.
extension OwnedFolder {
    /// What became of a line that was to be written.
    enum Outcome: Equatable {
        case written
        /// Somebody takes a plate out of the file at this moment: it has to be tried again.
        case busy
    }

    /// Appends a line to a file. Others may take lines out of the file meanwhile, and put another in its place.
    func append(_ line: [UInt8], to name: String) throws(EvidenceFailure) -> Outcome {
        let root = try opened()
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

    /// The bytes of a file; nil where it cannot be read.
    func contents(of name: String) -> [UInt8]? {
        guard isOpen else { return nil }
        let file = openat(root, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: bytes(of: [name], in: ""))
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }
}
