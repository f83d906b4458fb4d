import Foundation
import Logging
import Records
import Settings
import Synchronization

/// The lists of a folder as they are now: read again whenever something changes there. A thread waits for that; it lasts until `stop`.
///
/// A list whose file is broken stays as it was when it could be read last, and so does one that somebody is writing just now: half of a table is
/// a table, too. What is written into a file counts once it has been at rest for a while; what `ListFile` put in its place counts at once. One
/// that may not have its name beside another counts no more, as after a restart.
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
        /// Files that were not at rest: they are looked at again soon.
        var unsettled: [String] = []
        /// Of the unknown ones, those of which that is all that is known.
        var awaited: [String] = []
        /// How often lists were others than before.
        public var generation = 0

        public var lists: [PlateList] { matcher.lists }
    }

    /// Longest time until the folder is looked at again where nothing is heard of it: of what a link leads to, and of what another machine
    /// writes, nothing is.
    public static let looks = Duration.seconds(15)
    /// For how many times the rest of a file the beginning waits at most.
    private static let longestWait = 5

    public let folder: ListFolder
    private let talk: Logger
    private let rest: Duration
    private let looks: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let watch: FolderWatch
    private let state: Mutex<State>
    /// For the one thread that reads.
    private let known = Mutex<[String: KnownList]>([:])

    /// - Parameters:
    ///   - rest: for how long a file has to be the same until it is taken to be whole; nil for what the folder says.
    ///   - looks: how often the folder is looked at where nothing is heard of it. What is the same file as before is not read again.
    ///   - now: measures that: the clock of a file system may be ahead of ours, or behind it.
    public init(
        _ folder: ListFolder, talk: Logger, rest: Duration? = nil, looks: Duration = ListWatch.looks,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) throws(LogFailure) {
        self.folder = folder
        self.talk = talk
        self.rest = rest ?? folder.rest
        self.looks = looks
        self.now = now
        watch = try FolderWatch(logs: [folder.path + "/lists"])
        state = Mutex(State(matcher: ListMatcher([], zone: folder.zone)))
    }

    /// Reads the lists, and again where they change. A list that somebody is writing just then is waited for, since plates would be
    /// looked for in vain; but not for ever: until it is at rest, nothing is known of it.
    public func begin() {
        read()
        let end = ContinuousClock.now + rest * Self.longestWait
        while !current.awaited.isEmpty, ContinuousClock.now < end, watch.wait(for: rest) != .stopped { read() }
        let thread = Thread { [self] in
            // Of a file that comes to rest nothing is heard.
            while watch.wait(for: current.unsettled.isEmpty ? looks : rest) != .stopped { read() }
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
            let (lists, isChanged) = read(known: &known, into: &next)
            // Also where it is no longer known what one of them has.
            if isChanged || next.unknown != before.unknown { next.generation += 1 }
            if isChanged { next.matcher = ListMatcher(lists, zone: folder.zone) }
            state.withLock { $0 = next }
            tell(next, before: before, isChanged: isChanged)
        }
    }

    /// - Returns: the lists there are, and whether they are others than before.
    private func read(
        known: inout [String: KnownList], into state: inout State
    ) -> (lists: [PlateList], isChanged: Bool) {
        let files: [String]
        do throws(Problems) {
            files = try folder.files()
        } catch {
            // What was known stays.
            state.problems = error.all
            state.broken = known.keys.sorted()
            state.unknown =
                known.isEmpty ? [folder.path] : known.filter { $0.value.list == nil }.map { $0.key }.sorted()
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
            var isSettled = true
            if let clash = folder.clash(of: file) {
                // The file itself is as it was. What it has counts again once the other is gone.
                isChanged = isChanged || list.list != nil
                list.refuse(for: clash)
                known[file] = list
            } else if list.stamp != stamp || stamp == nil || list.isToRetry {
                let before = list.list
                isSettled = list.isAtRest(stamp, for: rest, at: now())
                if isSettled { isSettled = take(file, stamp, into: &list) }
                isChanged = isChanged || list.list != before
                known[file] = list
            }
            let isAwaited = !isSettled && list.list == nil && list.problems.isEmpty
            if !isSettled { state.unsettled.append(file) }
            if isAwaited { state.awaited.append(file) }
            state.problems += list.problems
            guard isAwaited || !list.problems.isEmpty else { continue }
            state.broken.append(file)
            if list.list == nil { state.unknown.append(file) }
        }
        return (known.sorted { $0.key < $1.key }.compactMap(\.value.list), isChanged)
    }

    /// Reads a file that is at rest.
    ///
    /// - Returns: false where it changed meanwhile, and nothing of it was taken.
    private func take(_ file: String, _ stamp: FileStamp?, into list: inout KnownList) -> Bool {
        let read: PlateList?
        let problems: [Problem]
        do throws(Problems) {
            read = try folder.read(file)
            problems = []
        } catch {
            read = nil
            problems = error.all
        }
        guard FileStamp("\(folder.path)/\(file)") == stamp else { return false }
        list.stamp = stamp
        list.problems = problems
        if let read { list.list = read }
        return true
    }

    /// What is new, once.
    private func tell(_ now: State, before: State, isChanged: Bool) {
        for file in now.unsettled where !before.unsettled.contains(file) {
            talk.info("the list \(file) is being written: it counts once nothing more comes for a moment")
        }
        if now.problems != before.problems {
            for problem in now.problems where !before.problems.contains(problem) { talk.error("\(problem)") }
            let (unreadable, wasUnreadable) = (now.unreadable, before.unreadable)
            for file in unreadable where !wasUnreadable.contains(file) {
                let rest =
                    now.unknown.contains(file) ? "nothing is known of it" : "it stays as it was when it could be read"
                talk.error("the list \(file) cannot be read, and \(rest)")
            }
            for file in wasUnreadable where !unreadable.contains(file) { talk.notice("the list \(file) is well again") }
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
    /// Whether the same file may be read another time: what is wrong with its lines stays so until they are others.
    var isToRetry: Bool { problems.contains { $0.line == nil } }
    /// How the file was when it was looked at last, and since when it is so.
    var look: (stamp: FileStamp, since: ContinuousClock.Instant)?

    /// From now on nothing is known of what it has.
    mutating func refuse(for clash: Problem) {
        stamp = nil
        list = nil
        problems = [clash]
    }

    /// Whether no more of the file comes: it was whole before it had its name, or has been the same for long enough.
    mutating func isAtRest(_ stamp: FileStamp?, for rest: Duration, at now: ContinuousClock.Instant) -> Bool {
        guard let stamp else { return true }
        if look?.stamp != stamp {
            // Of one that is seen for the first time, its file system says since when: a hub that starts need not wait.
            let isOld = look == nil && stamp.age(at: .now) >= rest
            look = (stamp, isOld ? now - rest : now)
        }
        return stamp.isWhole || look.map { now - $0.since >= rest } ?? false
    }
}

extension ListWatch.State {
    /// The broken ones, but for those that are only not whole yet.
    fileprivate var unreadable: [String] { broken.filter { !awaited.contains($0) } }
}
