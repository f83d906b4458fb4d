import Basics
import Records

/// What becomes of passes by time alone.
extension SiteBook {
    /// Takes notice that something was read at a time. Other logs may not be read so far: this ends nothing that waits for its other end.
    mutating func move(to time: WallTime) -> [SessionRecord] {
        clock = max(clock, time)
        return happen(until: clock, isAllRead: false)
    }

    /// Takes notice of the time, until which all was read: what lasts too long by then is told.
    public mutating func advance(to time: WallTime) -> [SessionRecord] {
        clock = max(clock, time)
        readUntil = max(readUntil, time)
        for due in held { dues.add(due.what, at: due.time) }
        held = []
        return happen(until: readUntil, isAllRead: true)
    }

    private mutating func happen(until time: WallTime, isAllRead: Bool) -> [SessionRecord] {
        var told: [SessionRecord] = []
        while let due = dues.next(until: time) {
            if !isAllRead, isUndecided(due.what) {
                held.append(due)
                continue
            }
            happen(due.what, at: due.time)
            told += tell(at: due.time)
        }
        return told
    }

    /// Whether what is not read yet may decide otherwise.
    private func isUndecided(_ due: Due) -> Bool {
        switch due {
        case .overstay, .forgotten: true
        case .dropped(let number): leavings[number].map { $0.visit == nil } ?? false
        }
    }

    /// Whether something changes by time alone, when it is so late.
    func isDue(at time: WallTime) -> Bool {
        !touched.isEmpty || dues.first.map { $0 <= time } ?? false || held.contains { $0.time <= time }
    }

    /// Notes when something has to be done about a pass. May be called again.
    mutating func plan(_ number: Int) {
        if let visit = visits[number] {
            if let longest = site.longestStay { dues.add(.overstay(number), at: visit.entry.time + longest) }
            dues.add(.forgotten(number), at: visit.entry.time + site.forgottenAfter)
        } else if let leaving = leavings[number] {
            dues.add(.dropped(number), at: leaving.settles)
        }
    }

    private mutating func happen(_ due: Due, at time: WallTime) {
        switch due {
        case .overstay(let number):
            guard visits[number] != nil else { return }
            visits[number]?.isLate = true
            touched.insert(number)
        case .forgotten(let number):
            guard let visit = visits[number], visit.exit == nil, !visit.isForgotten else { return }
            visits[number]?.isForgotten = true
            touched.insert(number)
            dues.add(.dropped(number), at: clock + site.settleTime)
        case .dropped(let number):
            if let visit = visits[number] {
                guard visit.exit == nil, visit.isForgotten else { return }
                // By a clock that was ahead it was forgotten too early.
                let end = visit.entry.time + site.forgottenAfter
                guard end <= clock else { return dues.add(.dropped(number), at: end) }
                drop(number)
            } else if let leaving = leavings[number] {
                let end = leaving.visit == nil ? leaving.exit.time + site.forgottenAfter : leaving.settles
                guard end <= clock else { return dues.add(.dropped(number), at: end) }
                if let visit = leaving.visit { drop(visit) }
                drop(number)
            }
        }
    }

    /// Whether one that is in stays for longer than it may, by a time.
    func isPast(_ visit: Visit, at time: WallTime) -> Bool {
        site.longestStay.map { visit.entry.time + $0 <= time } ?? false
    }

    /// Whether it lasts, or lasted, longer than it may.
    func isOverstay(_ visit: Visit) -> Bool {
        guard let longest = site.longestStay else { return false }
        guard let end = visit.exit.flatMap({ leavings[$0]?.exit.time }) ?? visit.reentry else {
            // No record says it of one that is in: its exit may stand in a log that is not read so far.
            return visit.isLate || visit.told?.isOverstay == true && isPast(visit, at: clock)
        }
        return visit.entry.time + longest < end || visit.exit == nil && visit.entry.time + longest == end
    }
}

extension WallTime {
    static func + (time: WallTime, duration: Duration) -> WallTime {
        WallTime(milliseconds: time.milliseconds + duration.milliseconds)
    }
}
