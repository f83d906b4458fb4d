import History
import Live
import Records

/// All that a hub knows of one camera of its machine, from which follows how it stands. Its times are ages but where people read them, so
/// that a clock that is set changes nothing.
struct StandingEvidence: Equatable {
    /// What came of asking its socket how it is.
    enum Answer: Equatable {
        case beat(ScannerBeat)
        /// Somebody listens there, and said nothing.
        case silence
        /// The socket is there, and nobody listens: a scanner was killed.
        case refusal
        case absence
        /// The hub may not connect: it runs as another user than the scanner.
        case forbidden
    }

    /// A scanner that is started anew is away for less.
    static let patience = Duration.seconds(3)
    /// One that has much to do answers sooner.
    static let hangs = Duration.seconds(5)

    var answer: Answer
    /// Nil where there is no systemd, or it knows nothing of the camera.
    var unit: UnitState?
    /// Whether it has a file of settings now.
    var hasFile = false
    /// Whether it had one, as far as this hub remembers.
    var hadFile = false
    /// Whether a scanner of it ever answered here.
    var wasSeen = false
    /// Whether there is a log of its name.
    var hasLog = false
    /// The gap that lasts by its log.
    var gap: Gap?
    /// How long ago its scanner last said that it turns; nil for never since the hub began.
    var quiet: Duration?
    /// The last sign of it: what its scanner said, or what its log has.
    var lastSign: WallTime?
    /// How it stood when it was looked at last; nil for never.
    var before: CameraStanding?

    func standing(at now: WallTime) -> CameraStanding {
        switch answer {
        case .beat(let beat): return running(beat, at: now)
        case .silence:
            if let before, let quiet, quiet < Self.hangs { return before }
            return CameraStanding(.hung, since: since(as: [.hung], at: now), detail: "its scanner does not answer")
        case .refusal, .absence: return away(at: now)
        case .forbidden:
            return byLog(now)
                ?? CameraStanding(.silent, since: lastSign, detail: "the hub may not reach its scanner's socket")
        }
    }

    private func running(_ beat: ScannerBeat, at now: WallTime) -> CameraStanding {
        guard beat.turns else {
            return CameraStanding(
                .hung, since: since(as: [.hung], at: now),
                detail: beat.recognition > beat.capture
                    ? "recognition does not come back" : "capture does not come back")
        }
        if let trouble = beat.trouble {
            return blind(Gap.Cause.unwritable.rawValue, since: nil, at: now, detail: trouble)
        }
        if let gap = beat.gap { return blind(gap.cause, since: WallTime(milliseconds: gap.start), at: now) }
        switch beat.phase {
        // Whatever kept it from seeing before goes on until there is a picture.
        case .opening:
            return CameraStanding(.starting, since: since(as: [.starting, .notRunning, .hung], at: now, else: now))
        case .working: return CameraStanding(.reading, since: before?.state == .reading ? before?.since : now)
        case .lost: return blind(Gap.Cause.lost.rawValue, since: nil, at: now)
        }
    }

    /// - Parameter since: nil where nobody says, and by a clock that may have been set back since then.
    private func blind(_ cause: String, since: WallTime?, at now: WallTime, detail: String? = nil) -> CameraStanding {
        let isSame = before?.state == .blind && before?.cause == cause
        let known = since.flatMap { $0 <= now ? $0 : nil }
        return CameraStanding(
            .blind, cause: cause, since: known ?? (isSame ? before?.since : nil) ?? now, detail: detail)
    }

    private func away(at now: WallTime) -> CameraStanding {
        if let before, let quiet, quiet < Self.patience { return before }
        // It may run without a socket: then its log says all that is known.
        if let unit, unit.isRunning {
            return byLog(now) ?? CameraStanding(.reading, since: before?.state == .reading ? before?.since : now)
        }
        if let unit, unit.isStarting {
            return CameraStanding(.starting, since: since(as: [.starting, .notRunning, .hung], at: now, else: now))
        }
        let isGone = !hasFile && (hadFile || !hasLog)
        if isGone {
            return CameraStanding(.removed, since: before?.state == .removed ? before?.since : lastSign ?? now)
        }
        guard hasFile || wasSeen || answer == .refusal else {
            return byLog(now) ?? CameraStanding(.silent, since: lastSign)
        }
        var reason = unit?.reason
        if hasFile, !hasLog, !wasSeen, reason == nil || reason?.cause == "stopped" {
            reason = ("never_started", "its scanner was never started")
        }
        return CameraStanding(
            .notRunning, cause: reason?.cause, since: since(as: [.notRunning, .starting, .hung], at: now),
            detail: reason?.detail)
    }

    /// The gap that lasts by its log.
    private func byLog(_ now: WallTime) -> CameraStanding? {
        gap.map { blind($0.cause.rawValue, since: $0.start, at: now) }
    }

    /// Since when: as before, where it stood so before; else since the last sign.
    private func since(
        as same: Set<CameraStanding.State>, at now: WallTime, else other: WallTime? = nil
    ) -> WallTime {
        if let before, same.contains(before.state), let since = before.since { return since }
        return min(now, other ?? lastSign ?? now)
    }
}
