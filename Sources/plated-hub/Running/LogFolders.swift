import Foundation
import Records
import Synchronization

/// Which logs there are: the list, and again whenever it is another. A thread waits for the folders to change, so that no task has to;
/// it lasts until `stop`.
final class LogFolders: Sendable {
    /// Longest time until the folders are looked at again where nothing is heard of them.
    private static let patience = Duration.seconds(3600)

    private let lists: AsyncStream<[String]>
    private let watch: FolderWatch

    init(_ patterns: [LogPattern]) throws(LogFailure) {
        let watch = try FolderWatch(logs: patterns.map(\.text), for: .names)
        self.watch = watch
        let (lists, continuation) = AsyncStream.makeStream(of: [String].self, bufferingPolicy: .bufferingNewest(1))
        self.lists = lists
        // After the watch began, so that no log comes in between.
        let first = Self.logs(patterns)
        continuation.yield(first)
        let thread = Thread {
            var latest = first
            while watch.wait(for: Self.patience) != .stopped {
                let now = Self.logs(patterns)
                if now != latest { continuation.yield(now) }
                latest = now
            }
            continuation.finish()
        }
        thread.name = "log folders"
        thread.start()
    }

    func stop() { watch.stop() }

    /// The next list; the first is there at once. Nil when the task is cancelled. For one task at a time.
    func next() async -> [String]? {
        for await list in lists { return list }
        return nil
    }

    /// The next list with a log that is none of these. One that goes away is no news: it was rotated, most likely.
    func next(beyond known: [String]) async -> [String]? {
        for await list in lists where !Set(list).isSubset(of: known) { return list }
        return nil
    }

    static func logs(_ patterns: [LogPattern]) -> [String] {
        var seen: Set<String> = []
        return patterns.flatMap(\.logs).filter { seen.insert($0).inserted }
    }
}
