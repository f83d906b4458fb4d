import Files
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The files that SQLite has open for a history, as their names led to them then. SQLite goes by what it has open, and never looks at the names
/// again: whoever deletes or replaces one of them is not heard.
struct DatabaseFiles: Sendable {
    private let files: [(path: String, file: FileIdentity?)]

    /// - Parameter path: of a database that is open, in WAL mode.
    init(_ path: String) {
        files = [path, path + "-wal", path + "-shm"].map { ($0, FileIdentity(at: $0)) }
    }

    /// What became of one of them, as a sentence; nil where all are in their places.
    var loss: String? {
        for (path, file) in files {
            let now = FileIdentity(at: path)
            if now == file { continue }
            return now == nil
                ? "\(path) was deleted or moved away while it was in use"
                : "another file took the place of \(path) while that was in use"
        }
        return nil
    }

    /// Deletes the WAL and its index, where they are still those of a file that was replaced.
    func removeCompanions() {
        guard let (path, file) = files.first, FileIdentity(at: path) != file else { return }
        for (path, file) in files.dropFirst() where file != nil && FileIdentity(at: path) == file { unlink(path) }
    }
}
