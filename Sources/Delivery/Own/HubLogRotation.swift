import Basics
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// How a log of the hub's own becomes a file a day, and how those go again.
struct HubLogRotation {
    /// Of the times that are written down: the year 10000, in seconds. No name of ours says more.
    private static let end: Int64 = 253_402_300_800

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
        // Never before one that is there, whatever the clock says: readers go by the names, and would read all that follow once more.
        let first = max(now.milliseconds / 1000, lastStamp.map { $0 + 1 } ?? 0)
        for second in first..<first + 100 {
            let stamp = WallTime(milliseconds: second * 1000).description.prefix(10).filter { $0 != "-" }
            // Unlike `rename`, this takes no other's place.
            let isMoved = link(path, "\(path)-\(stamp)-\(second)") == 0
            if isMoved, unlink(path) == 0 { return true }
            if isMoved || errno != EEXIST { break }
        }
        throw Failure(.inputOutput, while: "rotating the log \(path)", because: String(cString: strerror(errno)))
    }

    /// Deletes rotated files that nobody has written to for longer than that.
    func remove(by time: TrustedTime, days: Int) throws {
        guard days > 0 else { return }
        let limit = time.earlier(days: days).wall.milliseconds / 1000
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

    /// The greatest time that a name says, in seconds; nil where none says any.
    private var lastStamp: Int64? {
        aside.compactMap { file -> Int64? in
            let parts = file.path.split(separator: "-").suffix(2)
            guard parts.count == 2, parts.first?.count == 8, let tag = parts.last else { return nil }
            // Somebody may have packed it.
            return Int64(tag.prefix { $0.isNumber })
        }.filter { $0 < Self.end }.max()
    }

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
