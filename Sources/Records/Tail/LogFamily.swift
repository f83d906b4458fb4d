import Files

#if canImport(Glibc)
    import Glibc
#endif

/// A log and the files that it was rotated to, as they lie in their folder now.
struct LogFamily {
    struct Member {
        let path: String
        let packing: RotationName.Packing
        let file: FileIdentity
        /// In bytes, as it lies there.
        let size: Int
        /// When it was last written to, in nanoseconds since 1970.
        let modified: Int64
    }

    /// Of the log.
    let path: String
    /// Oldest first; the log itself, where it is there, last.
    let members: [Member]

    /// Looks in the folder. Without one there are none.
    init(of path: String) throws(LogFailure) {
        self.path = path
        // While logrotate renames one after the other, a list may miss one: two that are the same have not.
        var members = try Self.list(path)
        for _ in 0..<10 {
            let again = try Self.list(path)
            defer { members = again }
            if again.map(\.identity) == members.map(\.identity) { break }
        }
        self.members = members
    }

    private static func list(_ path: String) throws(LogFailure) -> [Member] {
        var found = try rotations(of: path)
        // Whoever rotates the file that a link leads to does so beside that.
        if let target = OpenFile.target(ofLink: path) {
            let known = Set(found.map(\.member.file))
            found += try rotations(of: target).filter { !known.contains($0.member.file) }
        }
        guard let log = try Member(log: path) else { return sorted(found) }
        return sorted(found.filter { $0.member.file != log.file }) + [log]
    }

    private static func rotations(of path: String) throws(LogFailure) -> [(name: RotationName, member: Member)] {
        let folder = FilePlace.folder(of: path)
        let log = OpenFile.name(of: path)
        var found: [(name: RotationName, member: Member)] = []
        for name in try names(in: folder) {
            guard let rotation = RotationName(name, of: log),
                let member = Member("\(folder)/\(name)", packing: rotation.packing)
            else { continue }
            found.append((rotation, member))
        }
        // While logrotate compresses, both are there, and only the plain one is whole.
        let plain = Set(found.filter { $0.name.packing == .plain }.map(\.name.name))
        found.removeAll { $0.name.packing != .plain && plain.contains(String($0.name.unpacked)) }
        return found
    }

    static func names(in folder: String) throws(LogFailure) -> [String] {
        guard let directory = opendir(folder) else {
            let code = errno
            if code == ENOENT { return [] }
            throw LogFailure("looking for rotated logs in \(folder)", code: code)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    /// Numbers and dates say more than times of writing, which a restored backup or a clock set back gets wrong: each kind is
    /// sorted by itself, and only where there are several do the times say how they interleave.
    private static func sorted(_ found: [(name: RotationName, member: Member)]) -> [Member] {
        var numbered: [(Int, Member)] = []
        var dated: [(String, Member)] = []
        var others: [Member] = []
        for (name, member) in found {
            switch name.order {
            case .number(let number): numbered.append((number, member))
            case .date(let date): dated.append((date, member))
            case .unknown: others.append(member)
            }
        }
        return merge(
            merge(numbered.sorted { $0.0 > $1.0 }.map(\.1), dated.sorted { $0.0 < $1.0 }.map(\.1)),
            others.sorted { $0.modified < $1.modified })
    }

    private static func merge(_ first: [Member], _ second: [Member]) -> [Member] {
        var (first, second) = (first[...], second[...])
        var merged: [Member] = []
        while let one = first.first, let other = second.first {
            if one.modified <= other.modified {
                merged.append(first.removeFirst())
            } else {
                merged.append(second.removeFirst())
            }
        }
        return merged + first + second
    }
}

extension LogFamily.Member {
    fileprivate var identity: String { "\(path) \(file)" }

    /// Nil where nothing is there.
    fileprivate init?(log path: String) throws(LogFailure) {
        if let member = Self(path, packing: .plain) {
            self = member
        } else if access(path, F_OK) == 0 {
            throw LogFailure("opening the log \(path)", reason: "it is not a regular file", cause: .unfit)
        } else {
            return nil
        }
    }

    /// Nil where the file is no longer there, or another is.
    func open() throws(LogFailure) -> LogContents? {
        guard let contents = try LogContents(path, packing: packing) else { return nil }
        return contents.identity == file ? contents : nil
    }

    /// Nil where there is no regular file.
    init?(_ path: String, packing: RotationName.Packing) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        self.packing = packing
        file = FileIdentity(status)
        size = Int(status.st_size)
        modified = status.modifiedNanoseconds
    }
}

extension stat {
    /// When it was last written to, in nanoseconds since 1970. A file system may say any time, also one that these cannot hold.
    var modifiedNanoseconds: Int64 {
        let (whole, isBeyond) = Int64(st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isOver) = whole.addingReportingOverflow(Int64(st_mtim.tv_nsec))
        return isBeyond || isOver ? (st_mtim.tv_sec < 0 ? .min : .max) : sum
    }
}
