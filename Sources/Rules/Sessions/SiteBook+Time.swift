import Basics
import Records

/// What becomes of passes by time alone.
extension SiteBook {
    /// Notes when something has to be done about a pass. May be called again.
    mutating func plan(_ number: Int) {
        if let visit = visits[number] {
            if let longest = site.longestStay { dues.add(.overstay(number), at: visit.entry.time + longest) }
            dues.add(.forgotten(number), at: visit.entry.time + site.forgottenAfter)
        } else if let leaving = leavings[number] {
            dues.add(.dropped(number), at: leaving.settles)
        }
    }

    mutating func happen(_ due: Due, at time: WallTime) {
        switch due {
        case .overstay(let number):
            if visits[number] != nil { touched.insert(number) }
        case .forgotten(let number):
            guard let visit = visits[number], visit.exit == nil, !visit.isForgotten else { return }
            visits[number]?.isForgotten = true
            touched.insert(number)
            dues.add(.dropped(number), at: clock + site.settleTime)
        case .dropped(let number):
            if let visit = visits[number] {
                if visit.exit == nil, visit.isForgotten { drop(number) }
            } else if let leaving = leavings[number] {
                let end = leaving.visit == nil ? leaving.exit.time + site.forgottenAfter : leaving.settles
                guard end <= clock else { return dues.add(.dropped(number), at: end) }
                if let visit = leaving.visit { drop(visit) }
                drop(number)
            }
        }
    }

    /// Whether it lasts, or lasted, longer than it may.
    func isOverstay(_ visit: Visit) -> Bool {
        guard let longest = site.longestStay else { return false }
        let end = visit.exit.flatMap { leavings[$0]?.exit.time } ?? visit.reentry ?? clock
        return visit.entry.time + longest < end || visit.exit == nil && visit.entry.time + longest == end
    }
}

extension WallTime {
    static func + (time: WallTime, duration: Duration) -> WallTime {
        WallTime(milliseconds: time.milliseconds + duration.milliseconds)
    }
}
