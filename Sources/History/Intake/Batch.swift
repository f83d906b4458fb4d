import Records

/// What is stored in one transaction: records in the order of their lines, and how far each log was read for them.
struct Batch: Sendable {
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

    var isEmpty: Bool { progress.isEmpty }

    var lines: Int { progress.values.reduce(0) { $0 + $1.lines } }
}
