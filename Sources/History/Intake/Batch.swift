import Records

/// What is stored in one transaction: records in the order of their lines, and how far each log was read for them.
public struct Batch: Sendable {
    /// Bytes of packed lines from which on it takes no more. A line may have a quarter of a megabyte.
    package static let size = 8 << 20

    package struct Progress: Sendable {
        package var cursor: LogCursor?
        package var lines = 0
        package var unreadable = 0
        package var interruptions = 0
        package var trouble: String?

        package init() {}
    }

    /// With the path of the log.
    package var entries: [(path: String, entry: Entry)] = []
    /// By the path of the log.
    package var progress: [String: Progress] = [:]
    /// Records that are counted and not kept: hour, camera, what.
    package var counted: [Count.Key: Int] = [:]

    /// Short texts that belong to the entries. The newest of a name stands.
    package var kept: [KeptName: String] = [:]
    /// What these have to be, nil for nothing: where somebody else has changed one meanwhile, none of the batch is stored.
    package var expected: [KeptName: String?] = [:]

    /// Of the entries, packed.
    package var bytes = 0

    package init() {}

    package var isEmpty: Bool { progress.isEmpty }

    package var isFull: Bool { bytes >= Self.size }

    /// Puts entries of several logs into the order of their times: who follows what is stored would take a log that is read first for all that
    /// there was. Those of one log keep their order, also where times go back in it.
    mutating func sort() {
        var latest: [String: WallTime] = [:]
        let places = entries.enumerated().map { number, item in
            let time = max(latest[item.path] ?? item.entry.time, item.entry.time)
            latest[item.path] = time
            return (time: time, number: number)
        }
        guard zip(places, places.dropFirst()).contains(where: { $1.time < $0.time }) else { return }
        let sorted = places.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
        entries = sorted.map { entries[$0.number] }
    }

    package var lines: Int { progress.values.reduce(0) { $0 + $1.lines } }
}
