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

    /// Why there is none: what was said, or what a try of the first broker meets.
    func absence(of brokers: [BrokerAddress], on worker: Worker) async -> String {
        if let reason { return "no connection to the broker: \(reason)" }
        guard let broker = brokers.first else { return "no connection to the broker" }
        let probed = await worker.run { ConnectionProbe.reason(host: broker.host, port: broker.port) }
        return "no connection to the broker" + (probed.map { ": \($0)" } ?? "")
    }
}
