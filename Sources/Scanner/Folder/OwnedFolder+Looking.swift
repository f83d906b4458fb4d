#if canImport(Glibc)
    import Glibc
#endif

/// What lies in a folder, and what goes from it.
extension OwnedFolder {
    /// A folder below this one, or itself; nil where it cannot be opened.
    ///
    /// - Parameter path: from this folder on; empty for itself.
    func openBelow(_ path: String) -> Int32? {
        let (folder, _) = reach(path)
        return folder >= 0 ? folder : nil
    }

    /// - Returns: a folder below this one, and the system's error number where it is -1.
    private func reach(_ path: String) -> (folder: Int32, code: Int32) {
        guard isOpen else { return (-1, EIO) }
        // A descriptor of its own, so that one reader's place in the folder is not another's.
        var folder = Self.open(".", in: root)
        var code = errno
        for name in path.split(separator: "/").map(String.init) where folder >= 0 {
            let next = Self.open(name, in: folder)
            code = errno
            close(folder)
            folder = next
        }
        return (folder, code)
    }

    /// Returns the names in a folder below this one, in order; none where it is not there, or is no folder.
    ///
    /// - Parameter path: from this folder on; empty for itself.
    func listing(of path: String) throws(EvidenceFailure) -> [String] {
        let action = "looking into \(self.path)/\(path)"
        let (folder, code) = reach(path)
        guard folder >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP].contains(code) { return [] }
            throw EvidenceFailure(action, code: code)
        }
        // The stream closes it.
        guard let stream = fdopendir(folder) else {
            let code = errno
            close(folder)
            throw EvidenceFailure(action, code: code)
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        let fault = errno
        guard fault == 0 else { throw EvidenceFailure(action, code: fault) }
        return names.sorted()
    }

    /// How many bytes files of a folder have together; 0 of what is no file.
    func bytes(of names: [String], in path: String) -> Int {
        guard let folder = openBelow(path) else { return 0 }
        defer { close(folder) }
        return names.reduce(0) { $0 + Self.size(of: $1, in: folder) }
    }

    /// What became of files that were to be removed.
    struct Removal {
        /// Files that are gone, also those that somebody else removed meanwhile.
        var count = 0
        /// Of those that were removed.
        var bytes = 0
        /// Why another is still there.
        var failure: EvidenceFailure?
    }

    /// Removes files of a folder, at most so many. One that cannot be removed is passed over.
    func remove(_ names: some Sequence<String>, from path: String, atMost most: Int = .max) -> Removal {
        var removal = Removal()
        let (folder, code) = reach(path)
        guard folder >= 0 else {
            removal.failure = EvidenceFailure("opening \(self.path)/\(path)", code: code)
            return removal
        }
        defer { close(folder) }
        for name in names {
            guard removal.count < most else { break }
            let size = Self.size(of: name, in: folder)
            if unlinkat(folder, name, 0) == 0 {
                removal.bytes += size
                removal.count += 1
            } else if errno == ENOENT {
                removal.count += 1
            } else {
                removal.failure = EvidenceFailure("removing \(name) from \(self.path)/\(path)", code: errno)
            }
        }
        return removal
    }

    private static func size(of name: String, in folder: Int32) -> Int {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return 0
        }
        return Int(status.st_size)
    }
}
