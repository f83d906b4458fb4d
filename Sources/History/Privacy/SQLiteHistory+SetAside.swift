import Records

#if canImport(Glibc)
    import Glibc
#endif

extension SQLiteHistory {
    /// Moves the file away, so that a new one can be made from the logs. What it holds, plates among it, is still in the old one:
    /// whoever has what they need deletes that.
    ///
    /// - Parameter now: becomes a part of its name.
    /// - Returns: its new path; nil where there was none.
    public static func setAside(_ path: String, now: WallTime = .now) throws(HistoryFailure) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        let stamp = now.description.filter { $0 != "-" && $0 != ":" }
        let target = "\(path).old-\(stamp)"
        // The WAL belongs to its file by its name.
        for ending in ["-wal", "-shm", ""] where access(path + ending, F_OK) == 0 {
            guard rename(path + ending, target + ending) == 0 else {
                throw HistoryFailure(
                    "moving \(path + ending) away", reason: String(cString: strerror(errno)),
                    remedy: "Look whether this user may write to its folder.", cause: .disk)
            }
        }
        return target
    }
}
