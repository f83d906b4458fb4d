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
    /// Folders that were there at the start and are still to be looked through, the last one first.
    private var unseen: [String] = [""]
    private var hours: [EvidenceHour: Int] = [:]
    /// When pictures of an hour were written by this run, by a clock that nobody sets: a machine that started in 1970 has young ones there.
    private var written: [EvidenceHour: ContinuousClock.Instant] = [:]
    private(set) var size = 0
    private var nextCheck: ContinuousClock.Instant?

    init(_ limits: EvidenceLimits, trust: ClockTrust) {
        self.limits = limits
        self.trust = trust
    }

    /// Notes pictures that were written.
    mutating func add(_ bytes: Int, to hour: EvidenceHour, at instant: ContinuousClock.Instant) {
        written[hour] = instant
        // What is still to be looked through will be counted then.
        guard !unseen.contains(where: { $0.isEmpty || "\(hour.path)/".hasPrefix("\($0)/") }) else { return }
        hours[hour, default: 0] += bytes
        size += bytes
    }

    /// Looks and removes for a moment. Returns how many pictures are gone.
    mutating func tend(_ folder: EvidenceFolder, now: Moment) -> Int {
        guard unseen.isEmpty else {
            for _ in 0..<Self.folders { look(into: folder) }
            return 0
        }
        let isDue = nextCheck.map { $0 <= now.instant } ?? true
        guard isDue || size > limits.size else { return 0 }
        let old = hours.keys.filter { isOver($0, at: now) }.min()
        guard let oldest = old ?? hours.keys.min() else { return 0 }
        let isOld = old != nil && trust.allowsDeleting(at: now)
        if isDue, !isOld { nextCheck = now.instant + Self.interval }
        guard isOld || size > limits.size else { return 0 }
        return remove(oldest, all: isOld, from: folder)
    }

    private func isOver(_ hour: EvidenceHour, at now: Moment) -> Bool {
        guard let end = hour.end, Moment.age(of: end, at: now.wall) >= limits.age else { return false }
        return written[hour].map { now.instant - $0 >= limits.age } ?? true
    }

    private mutating func look(into folder: EvidenceFolder) {
        guard let path = unseen.popLast() else { return }
        let names = folder.names(in: path)
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

    private mutating func remove(_ hour: EvidenceHour, all: Bool, from folder: EvidenceFolder) -> Int {
        let ours = folder.names(in: hour.path).filter(EvidenceName.isOurs)
        var count = 0
        for name in ours.prefix(Self.pictures) where all || size > limits.size {
            let bytes = folder.remove([name], from: hour)
            hours[hour, default: 0] -= bytes
            size -= bytes
            count += 1
        }
        guard count == ours.count else { return count }
        // What somebody else removed meanwhile is gone as well.
        size -= hours.removeValue(forKey: hour) ?? 0
        written[hour] = nil
        folder.removeEmpty(hour)
        return count
    }
}

extension Moment {
    fileprivate static func age(of time: WallTime, at now: WallTime) -> Duration {
        .milliseconds(now.milliseconds - time.milliseconds)
    }
}
