import Basics
import Files
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Says when something has changed in the folders of logs, without looking again and again: inotify.
///
/// Whoever follows logs there asks the `LogTail` of each then, or of those that `heard` names. Where the system cannot watch (no inotify left,
/// a folder that is not there yet, a network file system that keeps quiet), a wait ends after `patience` at the latest, so that
/// nothing depends on it but the delay.
///
/// What is watched is a folder and not its name. So where the names lead is looked at every few seconds, and whenever a name has changed: a
/// link on the way to a folder may be switched. A log that is a link itself is written to in another folder, which is watched as well.
public final class FolderWatch: Sendable {
    /// What is listened for.
    public enum Subject: Sendable {
        /// Files that come, go and are renamed, and who may read them or the folder.
        case names
        /// And what is written to them.
        case contents
    }

    public enum Wake: Sendable, Equatable {
        case changed
        /// Nothing was heard for the time that was asked for.
        case quiet
        case stopped
    }

    /// Longest wait while a folder is not watched.
    static let patience = Duration.seconds(1)

    private static let events =
        UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        // Rights that were mended; neither reading nor writing a file is one of these.
        | UInt32(IN_ATTRIB)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    /// How often it is looked where the names lead, of which nothing is heard.
    static let glance = Duration.seconds(2)

    private let logs: [String]
    private let folders: Set<String>
    private let events: UInt32
    private let glance: Duration
    /// -1 where there is no inotify.
    private let notifications: Int32
    /// A pipe: what is written to one end ends a wait on the other.
    private let stopping: (read: Int32, write: Int32)
    private let watched = Mutex(WatchedFolders())
    private let news = Mutex(FolderNews())

    /// - Parameter logs: paths of the logs whose folders are watched.
    public convenience init(logs: [String], for subject: Subject = .contents) throws(LogFailure) {
        try self.init(logs: logs, for: subject, glance: Self.glance)
    }

    init(logs: [String], for subject: Subject, glance: Duration) throws(LogFailure) {
        self.logs = logs
        self.glance = glance
        folders = Set(logs.map(FilePlace.folder(of:)))
        events = subject == .names ? Self.events : Self.events | UInt32(IN_MODIFY)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw LogFailure("watching folders", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopping = (ends[0], ends[1])
        notifications = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        _ = watch()
    }

    deinit {
        close(stopping.read)
        close(stopping.write)
        if notifications >= 0 { close(notifications) }
    }

    /// Whether every folder is watched, so that a change is heard of at once.
    public var isWatching: Bool { watched.withLock { $0.hasAll } }

    /// Waits until something changes, for `duration` at most. For one thread; nothing that changes between two calls is missed.
    public func wait(for duration: Duration) -> Wake {
        let end = ContinuousClock.now + duration
        while true {
            if watch() { return .changed }
            let isWatching = isWatching
            let rest = max(.zero, end - .now)
            var ends = [
                pollfd(fd: stopping.read, events: Int16(POLLIN), revents: 0),
                pollfd(fd: notifications, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(
                &ends, 2, Int32(clamping: min(rest, isWatching ? glance : Self.patience).milliseconds))
            if ends[0].revents != 0 { return .stopped }
            if count > 0, ends[1].revents != 0 {
                drain()
                return .changed
            }
            // Nothing is heard of a folder that is not watched: it may have changed.
            if !isWatching { return .changed }
            if end <= .now { return .quiet }
        }
    }

    /// What has changed since this was asked last, or a wait was told. From any thread: all that was written before is known by then.
    public func heard() -> FolderNews {
        drain()
        let isWatching = isWatching
        return news.withLock { news in
            defer { news = FolderNews() }
            return isWatching ? news : .anything
        }
    }

    /// Ends the wait that lasts, and all others. From any thread.
    public func stop() {
        var byte: UInt8 = 0
        _ = write(stopping.write, &byte, 1)
    }

    /// Watches the folders that are not watched yet, or no longer.
    ///
    /// - Returns: whether a name leads elsewhere than before.
    private func watch() -> Bool {
        guard notifications >= 0 else { return false }
        let hasMoved = watched.withLock { watched in
            let now = ContinuousClock.now
            guard !watched.hasAll || watched.nextLook <= now else { return false }
            watched.nextLook = now + glance
            return watched.look(at: logs, in: folders) {
                inotify_add_watch(notifications, $0, events)
            } ending: {
                inotify_rm_watch(notifications, $0)
            }
        }
        if hasMoved { news.withLock { $0 = .anything } }
        return hasMoved
    }

    /// Takes what was heard.
    private func drain() {
        // One after the other, so that whoever asks what was heard does not overtake what another thread has just taken.
        news.withLock { news in
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = read(notifications, &buffer, buffer.count)
                guard count > 0 else { return }
                take(buffer.prefix(count), into: &news)
            }
        }
    }

    /// A folder that was deleted or moved is to be watched anew, where its path leads by then.
    private func take(_ events: ArraySlice<UInt8>, into news: inout FolderNews) {
        let header = MemoryLayout<inotify_event>.size
        let gone = UInt32(IN_IGNORED) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        var rest = events
        while rest.count >= header {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(header).prefix(Int(event.len)).prefix { $0 != 0 }
            rest = rest.dropFirst(header + Int(event.len))
            guard event.mask & gone != 0 else {
                let isWritten = event.mask & UInt32(IN_MODIFY) != 0
                watched.withLock { watched in
                    // Where a name has changed, it may have been one that leads to a folder, or a log that is a link.
                    if !isWritten { watched.nextLook = .now }
                    for path in watched.paths(of: String(decoding: name, as: UTF8.self), in: event.wd) {
                        news.add(isWritten ? path : nil)
                    }
                }
                continue
            }
            news = .anything
            watched.withLock { $0.remove(event.wd) }
            if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(notifications, event.wd) }
        }
    }
}
