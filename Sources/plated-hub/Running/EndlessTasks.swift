import Basics

/// Tasks none of which ends by itself: one that fails ends them all. So does one that just ends, and that is a failure, too: systemd starts the
/// hub anew after failures alone.
struct EndlessTasks: Sendable {
    private var tasks: [(name: String, work: @Sendable () async throws -> Void)] = []

    /// - Parameter name: for whoever reads that it has ended.
    mutating func add(_ name: String, _ work: @escaping @Sendable () async throws -> Void) {
        tasks.append((name, work))
    }

    /// Runs them until the task is cancelled.
    func run() async throws {
        let name = try await withThrowingTaskGroup(of: String.self) { group in
            for (name, work) in tasks {
                group.addTask {
                    try await work()
                    return name
                }
            }
            defer { group.cancelAll() }
            return try await group.next()
        }
        // What was told to stop ends in order.
        try Task.checkCancellation()
        throw Failure(.software, while: "running the hub", because: "\(name ?? "all of it") ended by itself")
    }
}
