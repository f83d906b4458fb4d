import Basics
import Foundation
import Records
import Synchronization

/// Says, as a stream, that something changed in the folders of logs. A thread waits, so that no task has to; it lasts until `stop`.
final class LogWatch: Sendable {
    /// How long a log that could not be read is left alone, where nothing changes in its folder.
    private static let patience = Duration.seconds(5)
    private static let long = Duration.seconds(3600)

    let changes: AsyncStream<Void>
    private let watch: FolderWatch
    private let retries = Mutex(false)

    init(logs: [String]) throws(LogFailure) {
        watch = try FolderWatch(logs: logs)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        let thread = Thread { [self] in
            while true {
                let retries = retries.withLock { $0 }
                switch watch.wait(for: retries ? Self.patience : Self.long) {
                case .changed: continuation.yield()
                case .quiet: if retries { continuation.yield() }
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

    func stop() { watch.stop() }
}
