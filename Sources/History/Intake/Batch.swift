import Records

/// What is stored in one transaction: records in the order of their lines, and how far each log was read for them.
struct Batch: Sendable {
    /// Bytes of packed lines from which on it takes no more. A line may have a quarter of a megabyte.
    static let size = 8 << 20

    struct Progress: Sendable {
        var cursor: LogCursor?
        var lines = 0
        var unreadable = 0
        var interruptions = 0
        var trouble: String?
    }

    /// With the path of the log.
    var entries: [(path: String, entry: Entry)] = []
    /// By the path of the log.
    var progress: [String: Progress] = [:]
    /// Records that are counted and not kept: hour, camera, what.
    var counted: [Count.Key: Int] = [:]

    /// Of the entries, packed.
    var bytes = 0

    var isEmpty: Bool { progress.isEmpty }

    var lines: Int { progress.values.reduce(0) { $0 + $1.lines } }
}
