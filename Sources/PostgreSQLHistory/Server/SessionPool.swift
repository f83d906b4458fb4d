import Synchronization

/// Sessions that are lent to whoever comes first.
final class SessionPool: Sendable {
    private struct Lending {
        var free: [Session]
        var waiting: [CheckedContinuation<Session, Never>] = []
    }

    private let lending: Mutex<Lending>

    init(_ sessions: [Session]) {
        lending = Mutex(Lending(free: sessions))
    }

    func run<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        let session = await take()
        defer { give(session) }
        return try await session.run(body)
    }

    private func take() async -> Session {
        await withCheckedContinuation { continuation in
            let session: Session? = lending.withLock { lending in
                // The one that was used last has its statements prepared.
                if let session = lending.free.popLast() { return session }
                lending.waiting.append(continuation)
                return nil
            }
            if let session { continuation.resume(returning: session) }
        }
    }

    private func give(_ session: Session) {
        let next: CheckedContinuation<Session, Never>? = lending.withLock { lending in
            if !lending.waiting.isEmpty { return lending.waiting.removeFirst() }
            lending.free.append(session)
            return nil
        }
        next?.resume(returning: session)
    }
}
