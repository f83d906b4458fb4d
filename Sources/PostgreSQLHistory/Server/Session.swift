import Dispatch
import Synchronization

/// A connection on a thread of its own, which is made when it is needed, and anew where it was lost.
final class Session: Sendable {
    private let place: ServerPlace
    /// What is said first over a new connection.
    private let greeting: String
    private let queue: DispatchQueue
    private let connection = Mutex<Connection?>(nil)

    init(_ place: ServerPlace, name: String, greeting: String) {
        self.place = place
        self.greeting = greeting
        queue = DispatchQueue(label: name)
    }

    /// What the body makes of the connection, on the session's thread. A cancelled task no longer waits for the server.
    func run<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        let isCancelled = Flag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(with: Result { try self.ask(isCancelled, body) })
                }
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    private func ask<Value: Sendable>(
        _ isCancelled: Flag, _ body: @Sendable (Connection) throws -> Value
    ) throws -> Value {
        try connection.withLock { connection in
            if isCancelled.isSet { throw CancellationError() }
            let ready = try connection ?? Self.connected(to: place, greeting)
            connection = ready
            ready.isCancelled = { isCancelled.isSet }
            defer {
                ready.isCancelled = { false }
                if ready.isGone { connection = nil }
            }
            return try body(ready)
        }
    }

    private static func connected(to place: ServerPlace, _ greeting: String) throws -> Connection {
        let connection = try Connection(place)
        try connection.script(greeting)
        return connection
    }
}

/// Is set once, by any thread.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}
