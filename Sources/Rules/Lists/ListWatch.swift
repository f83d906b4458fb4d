import Foundation
import Logging
import Records
import Settings
import Synchronization

/// The lists of a folder as they are now: read again whenever something changes there. A thread waits for that; it lasts until `stop`.
///
/// A list whose file is broken stays as it was when it could be read last.
public final class ListWatch: Sendable {
    /// What is known of the lists.
    public struct State: Sendable {
        public var matcher: ListMatcher
        /// What is wrong in the folder.
        public var problems: [Problem] = []
        /// Files of lists that cannot be read: nothing is known of them, or what stood there before.
        public var broken: [String] = []
        /// Of the broken ones, those of which nothing is known.
        public var unknown: [String] = []
        /// How often lists were others than before.
        public var generation = 0

        public var lists: [PlateList] { matcher.lists }
    }

    /// Longest time until the folder is looked at again where nothing is heard of it.
    private static let patience = Duration.seconds(3600)

    public let folder: ListFolder
    private let talk: Logger
    private let watch: FolderWatch
    private let state: Mutex<State>
    /// For the one thread that reads.
    private let known = Mutex<[String: KnownList]>([:])

    public init(_ folder: ListFolder, talk: Logger) throws(LogFailure) {
        self.folder = folder
        self.talk = talk
        watch = try FolderWatch(logs: [folder.path + "/lists"])
        state = Mutex(State(matcher: ListMatcher([], zone: folder.zone)))
    }

    /// Reads the lists, and again where they change.
    public func begin() {
        read()
        let thread = Thread { [self] in
            while watch.wait(for: Self.patience) != .stopped { read() }
        }
        thread.name = "lists"
        thread.start()
    }

    public func stop() { watch.stop() }

    public var current: State { state.withLock { $0 } }

    /// Reads what has changed since the last time. Whoever has changed a list sees it so at once.
    public func read() {
        // One after the other, so that none puts what is older in the place of what is newer.
        known.withLock { known in
            let before = current
            var next = State(matcher: before.matcher, generation: before.generation)
            let (lists, isChanged) = Self.read(folder, known: &known, into: &next)
            // Also where it is no longer known what one of them has.
            if isChanged || next.unknown != before.unknown { next.generation += 1 }
            if isChanged { next.matcher = ListMatcher(lists, zone: folder.zone) }
            state.withLock { $0 = next }
            tell(next, before: before, isChanged: isChanged)
        }
    }

    /// - Returns: the lists there are, and whether they are others than before.
    private static func read(
        _ folder: ListFolder, known: inout [String: KnownList], into state: inout State
    ) -> (lists: [PlateList], isChanged: Bool) {
        let files: [String]
        do throws(Problems) {
            files = try folder.files()
        } catch {
            // What was known stays.
            state.problems = error.all
            state.broken = known.keys.sorted()
            if known.isEmpty { state.unknown = [folder.path] }
            return (known.sorted { $0.key < $1.key }.compactMap(\.value.list), false)
        }
        var isChanged = false
        for file in known.keys where !files.contains(file) {
            isChanged = true
            known[file] = nil
        }
        for file in files {
            let stamp = FileStamp("\(folder.path)/\(file)")
            var list = known[file] ?? KnownList()
            if list.stamp != stamp || stamp == nil || list.problems.isEmpty == false {
                do throws(Problems) {
                    let read = try folder.read(file)
                    isChanged = isChanged || list.list != read
                    list = KnownList(stamp: stamp, list: read)
                } catch {
                    list.stamp = stamp
                    list.problems = error.all
                }
                known[file] = list
            }
            state.problems += list.problems
            guard !list.problems.isEmpty else { continue }
            state.broken.append(file)
            if list.list == nil { state.unknown.append(file) }
        }
        return (known.sorted { $0.key < $1.key }.compactMap(\.value.list), isChanged)
    }

    /// What is new, once.
    private func tell(_ now: State, before: State, isChanged: Bool) {
        if now.problems != before.problems {
            for problem in now.problems where !before.problems.contains(problem) { talk.error("\(problem)") }
            for file in now.broken where !before.broken.contains(file) {
                let rest =
                    now.unknown.contains(file) ? "nothing is known of it" : "it stays as it was when it could be read"
                talk.error("the list \(file) cannot be read, and \(rest)")
            }
            for file in before.broken where !now.broken.contains(file) { talk.notice("the list \(file) is well again") }
        }
        if isChanged {
            let lists = now.lists.map { "\($0.name) (\($0.kind.rawValue), \($0.entries.count))" }
            talk.info("the lists are: \(lists.isEmpty ? "none" : lists.joined(separator: ", "))")
        }
    }
}

/// What was read of a list's file.
private struct KnownList {
    /// Of the file when it was read.
    var stamp: FileStamp?
    /// As it could be read last.
    var list: PlateList?
    var problems: [Problem] = []
}

/// By which a file that changed is told.
private struct FileStamp: Equatable {
    private let inode: UInt64
    private let size: Int64
    private let written: [Int]

    /// Nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        written = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}
