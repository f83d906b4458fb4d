import Basics

/// Looks again and again whether something can be reached that says nothing by itself.
enum Lookout {
    /// Nothing waits for it, so it may take a minute to be seen that it is back.
    private static let pauses: [Duration] = [.seconds(5), .seconds(10), .seconds(30), .seconds(60)]

    /// - Parameter obstacle: what is in the way now; nil where nothing is.
    static func watch(_ tell: Watcher, obstacle: @Sendable () async -> String?) async {
        var backoff = Backoff(pauses)
        while !Task.isCancelled, await tell(await obstacle()) {
            do { try await Task.sleep(for: backoff.next(chance: 0.5)) } catch { return }
        }
    }
}
