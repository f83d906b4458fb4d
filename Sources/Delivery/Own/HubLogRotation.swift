import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// How a log of the hub's own becomes a file a day, and how those go again.
struct HubLogRotation {
    private static let day: Int64 = 86_400_000

    let path: String

    var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Renames the log where its first record is of another day (UTC): of an earlier one, or by a clock that was ahead of a later one.
    ///
    /// - Returns: whether it did.
    func putAside(before now: WallTime) throws -> Bool {
        guard let item = try LogTail(path: path, start: .log).next(), case .line(let line) = item,
            let time = Record.heading(of: line.bytes).time, time.description.prefix(10) != now.description.prefix(10)
        else { return false }
        let stamp = now.description.prefix(10).filter { $0 != "-" }
        for second in 0..<Int64(100) {
            // Unlike `rename`, this takes no other's place.
            let isMoved = link(path, "\(path)-\(stamp)-\(now.milliseconds / 1000 + second)") == 0
            if isMoved, unlink(path) == 0 { return true }
            if isMoved || errno != EEXIST { break }
        }
        throw Failure(.inputOutput, while: "rotating the log \(path)", because: String(cString: strerror(errno)))
    }

    /// Deletes rotated files that nobody has written to for longer than that.
    func remove(before now: WallTime, days: Int) throws {
        guard days > 0 else { return }
        let limit = (now.milliseconds - Int64(days) * Self.day) / 1000
        for file in aside where file.changed < limit {
            guard unlink(file.path) == 0 else {
                throw Failure(
                    .inputOutput, while: "deleting the old log \(file.path)", because: String(cString: strerror(errno))
                )
            }
        }
    }

    /// The file that was put aside last; nil where none is there.
    var newestAside: String? { aside.map(\.path).max() }

    /// What was put aside, with the time at which it was last written to, in seconds.
    private var aside: [(path: String, changed: Int64)] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [(path: String, changed: Int64)] = []
        while let entry = readdir(directory) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard file.hasPrefix(name + "-"), stat("\(folder)/\(file)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            found.append(("\(folder)/\(file)", Int64(status.st_mtim.tv_sec)))
        }
        return found
    }
}
