import Files

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
            if FileLock.take(file, .none) == .taken { return .busy }
            guard FileIdentity(of: file) == FileIdentity(of: name, in: root) else { continue }
            do throws(SystemError) { try FilePlace.append(line, to: file) } catch {
                throw EvidenceFailure("writing to \(name) in \(path)", code: error.number)
            }
            return .written
        }
        return .busy
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
