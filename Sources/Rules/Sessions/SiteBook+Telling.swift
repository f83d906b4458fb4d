import Basics
import Records

/// What is said of sessions: a record wherever one differs from what was last said of it.
extension SiteBook {
    mutating func tell(at time: WallTime) -> [SessionRecord] {
        if touched.isEmpty { return [] }
        var told: [SessionRecord] = []
        let numbers = touched.sorted()
        touched = []
        changed.formUnion(numbers.filter { visits[$0] != nil || leavings[$0] != nil })
        // Who has an entry by now first: nobody is in two sessions at once.
        for number in numbers {
            if let leaving = leavings[number], let record = tell(leaving, at: time) {
                leavings[number]?.told = Visit.Told(revision: record.revision, state: record.state)
                told.append(record)
            }
            leavings[number]?.isRenamed = false
        }
        for number in numbers {
            if let visit = visits[number], let record = tell(visit, at: time) {
                visits[number]?.told = Visit.Told(
                    revision: record.revision, state: record.state, exit: record.exit?.id,
                    isOverstay: record.isOverstay)
                told.append(record)
            }
            visits[number]?.isRenamed = false
        }
        return told
    }

    private func tell(_ leaving: Leaving, at time: WallTime) -> SessionRecord? {
        let state = leaving.visit == nil ? SessionState.entryMissed : .withdrawn
        guard leaving.told?.state != state || leaving.isRenamed && state == .entryMissed,
            leaving.told != nil || state == .entryMissed
        else { return nil }
        var record = record(
            of: leaving.exit, told: leaving.told, state: state, change: leaving.told == nil ? .ended : .corrected,
            at: time)
        record.exit = leaving.exit.pass
        record.settles = leaving.exit.time + site.forgottenAfter
        return record
    }

    private mutating func tell(_ visit: Visit, at time: WallTime) -> SessionRecord? {
        let exit = visit.exit.flatMap { leavings[$0] }
        let (state, isLate) = (visit.state, isOverstay(visit))
        let told = visit.told
        let isNews =
            told?.state != state || told?.exit != exit?.exit.pass.id || state == .open && told?.isOverstay != isLate
            || visit.isRenamed
        guard isNews else { return nil }
        occupancy += (state == .open ? 1 : 0) - (told?.state == .open ? 1 : 0)
        var record = record(of: visit.entry, told: told, state: state, change: change(told, state, isLate), at: time)
        record.entry = visit.entry.pass
        record.exit = exit?.exit.pass
        record.isOverstay = isLate
        if let exit {
            record.camera = exit.exit.pass.camera
            record.match = visit.entry.match(with: exit.exit)
            record.settles = exit.settles
            if exit.exit.pass.confidence > visit.entry.pass.confidence { record.plate = exit.exit.plate }
        } else if state != .open {
            record.settles = visit.entry.time + site.forgottenAfter + site.settleTime
        }
        return record
    }

    private func change(_ told: Visit.Told?, _ state: SessionState, _ isOverstay: Bool) -> SessionChange {
        guard let told else { return state == .open ? .began : .ended }
        if told.state != .open { return .corrected }
        if state != .open { return .ended }
        return isOverstay ? .overstay : .corrected
    }

    /// What all records of a session have.
    private func record(
        of first: PassReading, told: Visit.Told?, state: SessionState, change: SessionChange, at time: WallTime
    ) -> SessionRecord {
        let pass = first.pass
        let session = SessionRecord.session(of: pass, site: site.name)
        let revision = told.map { $0.revision + 1 } ?? 0
        var record = SessionRecord(
            id: SessionRecord.id(of: session, revision: revision, at: time), time: time,
            camera: pass.camera,
            site: site.name, session: session, revision: revision, state: state, change: change, plate: pass.plate,
            entry: nil, exit: nil, occupancy: occupancy)
        record.capacity = site.capacity
        record.length = site.length
        record.longestStay = site.longestStay.map { Int($0.milliseconds / 1000) }
        return record
    }
}

extension SessionRecord {
    /// The identifier of the session that began with a pass: the same every time it is looked at.
    public static func session(of first: SessionPass, site: String) -> String {
        EventIDs.id(at: first.time, from: Digest(of: "\(schema)\n\(site)\n\(first.camera)\n\(first.id)".utf8))
    }

    static func id(of session: String, revision: Int, at time: WallTime) -> String {
        EventIDs.id(at: time, from: Digest(of: "\(session)\n\(revision)".utf8))
    }
}
