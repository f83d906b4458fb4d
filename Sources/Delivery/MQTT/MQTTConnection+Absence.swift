import Basics

extension MQTTConnection {
    /// Back at once where the connection is; a second at most where it is already, since the other side may be ready again.
    func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
        if isConnected { return try await sleep(min(wait, .seconds(1))) }
        let changes = changes.stream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sleep(wait) }
            group.addTask { for await _ in changes where self.isConnected { return } }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
    }

    /// What is said where nobody knows more.
    static let silence = "the broker has not answered yet"
    /// How long a connection may take that was lost, or is made for the first time.
    private static let patience = Duration.seconds(5)

    /// Why there is none: what was said, or what a try of the first broker meets.
    func absence(of brokers: [BrokerAddress], on worker: Worker) async -> String {
        if let reason { return reason }
        guard let broker = brokers.first else { return Self.silence }
        return await worker.run { ConnectionProbe.reason(host: broker.host, port: broker.port) } ?? Self.silence
    }

    /// Tells whether there is a connection, and why not, until it is closed. See `Destination.watch`.
    func watch(_ tell: Watcher, brokers: [BrokerAddress], on worker: Worker) async {
        let changes = changes.stream()
        while !Task.isCancelled, !isClosing {
            // One that was lost is mostly there again after a second.
            _ = await self.changes.wait(upTo: Self.patience) { self.isConnected || self.failures > 0 || self.isClosing }
            if Task.isCancelled || isClosing { return }
            let obstacle = isConnected ? nil : await absence(of: brokers, on: worker)
            // It may have come about meanwhile.
            _ = await tell(isConnected ? nil : obstacle)
            for await _ in changes { break }
        }
    }
}
