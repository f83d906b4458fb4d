import Synchronization

/// Tells whoever waits that this process has stored records. It does not say which: to be looked up.
public final class Arrivals: Sendable {
    private struct Waiting {
        var next = 0
        var all: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let waiting = Mutex(Waiting())

    /// An element as soon as something was stored after the last one. Several at once are one.
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

    func tell() {
        for continuation in waiting.withLock({ Array($0.all.values) }) { continuation.yield() }
    }
}
