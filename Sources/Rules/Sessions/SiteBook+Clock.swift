import Basics
import Records

/// What becomes of a book where the machine's clock was ahead, and was set right.
extension SiteBook {
    /// By how much cameras' clocks may be ahead of the machine's, in milliseconds.
    static let slack: Int64 = 60_000

    /// Goes by the machine's clock again, where that was set back. Whom the other one had told of stays so until `takeBack`: it may be this one
    /// that is wrong.
    mutating func set(to now: WallTime) {
        guard clock.milliseconds > now.milliseconds + Self.slack else { return }
        (clock, readUntil) = (now, min(readUntil, now))
        isInDoubt = true
    }

    /// Takes back what is not so by a clock that can be trusted: who was told to be late or forgotten is neither before their time. It is told
    /// with what is told next.
    mutating func takeBack(at now: WallTime) {
        guard isInDoubt else { return }
        isInDoubt = false
        let settled = now + site.settleTime
        for (number, visit) in visits {
            let isForgotten = visit.isForgotten && visit.entry.time + site.forgottenAfter <= now
            let isLate = visit.isLate && isPast(visit, at: now)
            let wasLate = visit.isLate || visit.told?.isOverstay == true
            // It was to be dropped by the other clock.
            if isForgotten { dues.add(.dropped(number), at: settled) }
            guard visit.isForgotten != isForgotten || wasLate && !isPast(visit, at: now) else { continue }
            visits[number]?.isForgotten = isForgotten
            visits[number]?.isLate = isLate
            touched.insert(number)
            plan(number)
        }
        for (number, leaving) in leavings where leaving.settles > settled {
            leavings[number]?.settles = settled
            changed.insert(number)
            plan(number)
        }
    }
}
