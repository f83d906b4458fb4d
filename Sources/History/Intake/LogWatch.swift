import Basics
import Foundation
import Records
import Synchronization

/// Says, as a stream, that the logs are to be looked at: something changed in their folders, or nothing did for a while. A thread waits, so that
/// no task has to; it lasts until `stop`.
final class LogWatch: Sendable {
    /// How long a log that could not be read is left alone, where nothing changes in its folder.
    private static let patience = Duration.seconds(5)
    /// How long until logs are looked at again where nothing is heard of them: that there is nothing new is news, too.
    static let looks = Duration.seconds(15)

    let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let watch: FolderWatch
    private let retries = Mutex(false)
    /// Since when not all of them were looked at: a log of which nothing is heard is one of another file system, perhaps.
    private let allLookedAt = Mutex<ContinuousClock.Instant?>(nil)
    private let looks: Duration

    init(logs: [String], looks: Duration) throws(LogFailure) {
        self.looks = looks
        watch = try FolderWatch(logs: logs)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        self.continuation = continuation
        let thread = Thread { [self] in
            while true {
                let retries = retries.withLock { $0 }
                switch watch.wait(for: retries ? min(Self.patience, looks) : looks) {
                case .changed, .quiet: continuation.yield()
                case .stopped:
                    continuation.finish()
                    return
                }
            }
        }
        thread.name = "log watch"
        thread.start()
    }

    /// Whether a log is to be looked at again soon, also where nothing changes.
    func retry(_ retries: Bool) { self.retries.withLock { $0 = retries } }

    /// What may have changed since this was asked last.
    func heard() -> FolderNews {
        let news = watch.heard()
        let now = ContinuousClock.now
        return allLookedAt.withLock { last in
            if let last, news.written != nil, last + looks > now { return news }
            last = now
            return .anything
        }
    }

    /// Says it at once.
    func ring() { continuation.yield() }

    func stop() { watch.stop() }
}
