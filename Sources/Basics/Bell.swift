import Synchronization

/// Tells tasks that something has changed, from any thread. What, is to be looked up.
public final class Bell: Sendable {
    private struct Waiting {
        var next = 0
        var all: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let waiting = Mutex(Waiting())

    public init() {}

    /// An element as soon as it was rung after the last one. Several at once are one.
    public func stream() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = waiting.withLock { waiting in
            waiting.next += 1
            waiting.all[waiting.next] = continuation
            return waiting.next
        }
        continuation.onTermination = { [self] _ in waiting.withLock { _ = $0.all.removeValue(forKey: number) } }
        return stream
    }

    public func ring() {
        for continuation in waiting.withLock({ Array($0.all.values) }) { continuation.yield() }
    }

    /// Waits until the condition holds, or for that long.
    ///
    /// - Returns: whether it holds.
    public func wait(upTo limit: Duration, until condition: @escaping @Sendable () -> Bool) async -> Bool {
        let stream = stream()
        if condition() { return true }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in stream where condition() { return }
            }
            group.addTask {
                // Cancelled, or over.
                do { try await Task.sleep(for: limit) } catch {}
            }
            await group.next()
            group.cancelAll()
        }
        return condition()
    }
}
