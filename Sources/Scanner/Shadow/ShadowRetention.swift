import Records

/// Takes away the days of a shadow that are too old.
struct ShadowRetention {
    private static let interval = Duration.seconds(60)

    /// Days that are kept beside the present one.
    private let days: Int
    private let trust: ClockTrust
    private var nextCheck: ContinuousClock.Instant?

    init(days: Int, trust: ClockTrust) {
        self.days = days
        self.trust = trust
    }

    mutating func tend(_ folder: ShadowFolder, now: Moment) {
        guard nextCheck.map({ $0 <= now.instant }) ?? true else { return }
        nextCheck = now.instant + Self.interval
        let kept = ShadowFiles.day(of: WallTime(milliseconds: now.wall.milliseconds - Int64(days) * 86_400_000))
        let old = folder.days.filter { $0 < kept }
        guard !old.isEmpty, trust.allowsDeleting(at: now) else { return }
        for day in old { folder.remove(day) }
    }
}
