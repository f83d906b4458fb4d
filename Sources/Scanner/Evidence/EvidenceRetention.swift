import Logging
import Records

/// Takes away the pictures that are too old, and the oldest where all together are too large. Nothing but our own pictures ever goes.
///
/// It looks and removes a little at a time, between two frames: a folder with a week of pictures is gone through in a minute.
struct EvidenceRetention {
    /// Folders looked through, and pictures removed, at one time.
    private static let folders = 2
    private static let pictures = 16
    /// Between two looks whether an hour has become too old.
    private static let interval = Duration.seconds(60)

    private let limits: EvidenceLimits
    private let trust: ClockTrust
    private let log: Logger?
    /// Folders that were there at the start and are still to be looked through, the last one first.
    private var unseen: [String] = [""]
    /// Of these, those that could not be looked into.
    private var unread = UnreadFolders()
    private var hours: [EvidenceHour: Int] = [:]
    /// When pictures of an hour were written by this run, by a clock that nobody sets: a machine that started in 1970 has young ones there.
    private var written: [EvidenceHour: ContinuousClock.Instant] = [:]
    private(set) var size = 0
    private var nextCheck: ContinuousClock.Instant?
    private var aside = SetAside()

    init(_ limits: EvidenceLimits, trust: ClockTrust, log: Logger?) {
        self.limits = limits
        self.trust = trust
        self.log = log
    }

    /// Notes pictures that were written.
    mutating func add(_ bytes: Int, to hour: EvidenceHour, at instant: ContinuousClock.Instant) {
        written[hour] = instant
        // What is still to be looked through will be counted then.
        guard !unseen.contains(where: { $0.isEmpty || "\(hour.path)/".hasPrefix("\($0)/") }), !unread.hold(hour.path)
        else { return }
        hours[hour, default: 0] += bytes
        size += bytes
    }

    /// Looks and removes for a moment. Returns how many pictures are gone.
    mutating func tend(_ folder: EvidenceFolder, now: Moment) -> Int {
        // What cannot be seen is neither gone nor seen.
        guard folder.isOpen else { return 0 }
        guard unseen.isEmpty else {
            for _ in 0..<Self.folders { look(into: folder, now: now) }
            return 0
        }
        unseen = unread.due(at: now.instant)
        guard unseen.isEmpty else { return 0 }
        let isDue = nextCheck.map { $0 <= now.instant } ?? true
        guard isDue || size > limits.size else { return 0 }
        let movable = hours.keys.filter { !aside.has($0.path, at: now.instant) }
        let old = movable.filter { isOver($0, at: now) }.min()
        guard let oldest = old ?? movable.min() else {
            if isDue { nextCheck = now.instant + Self.interval }
            return 0
        }
        let time = old == nil ? nil : trust.time(at: now)
        if isDue, time == nil { nextCheck = now.instant + Self.interval }
        guard time != nil || size > limits.size else { return 0 }
        return remove(oldest, by: time, from: folder, now: now)
    }

    private func isOver(_ hour: EvidenceHour, at now: Moment) -> Bool {
        guard let end = hour.end, Moment.age(of: end, at: now.wall) >= limits.age else { return false }
        return written[hour].map { now.instant - $0 >= limits.age } ?? true
    }

    private mutating func look(into folder: EvidenceFolder, now: Moment) {
        guard let path = unseen.popLast() else { return }
        let names: [String]
        do throws(EvidenceFailure) { names = try folder.listing(of: path) } catch {
            if let news = unread.put(path, because: error, at: now.instant) { log?.error("\(news)") }
            return
        }
        unread.remove(path)
        guard let hour = EvidenceHour(path: path) else {
            let below = names.map { path.isEmpty ? $0 : "\(path)/\($0)" }
            unseen += below.filter(EvidenceHour.isStart)
            return
        }
        // What another run left unfinished is no picture.
        _ = folder.remove(names.filter(EvidenceName.isUnfinished), from: hour)
        let bytes = folder.bytes(of: names.filter(EvidenceName.isOurs), in: hour)
        hours[hour, default: 0] += bytes
        size += bytes
    }

    /// - Parameter time: by which all of the hour is too old; nil where it only goes as far as the size asks for it.
    private mutating func remove(
        _ hour: EvidenceHour, by time: TrustedTime?, from folder: EvidenceFolder, now: Moment
    ) -> Int {
        var (count, seen) = (0, 0)
        do throws(EvidenceFailure) {
            let ours = try folder.listing(of: hour.path).filter(EvidenceName.isOurs)
            var failure: EvidenceFailure?
            for name in ours where count < Self.pictures && (time != nil || size > limits.size) {
                let removal = folder.remove([name], from: hour)
                hours[hour, default: 0] -= removal.bytes
                size -= removal.bytes
                count += removal.count
                failure = removal.failure ?? failure
                seen += 1
            }
            // There are more.
            guard seen == ours.count else { return count }
            if let failure { throw failure }
        } catch {
            if let news = aside.put(hour.path, because: error, at: now.instant) { log?.error("\(news)") }
            return count
        }
        // What somebody else removed meanwhile is gone as well.
        size -= hours.removeValue(forKey: hour) ?? 0
        written[hour] = nil
        aside.remove(hour.path)
        folder.removeEmpty(hour)
        return count
    }
}

extension Moment {
    fileprivate static func age(of time: WallTime, at now: WallTime) -> Duration {
        .milliseconds(now.milliseconds - time.milliseconds)
    }
}
