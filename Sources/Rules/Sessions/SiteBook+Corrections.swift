import Basics
import Records

/// What people say of sessions. A session that somebody corrected is theirs: its ends leave the book, and the hub changes it no more. All but a
/// text: what is read after it is paired with what it says.
extension SiteBook {
    /// - Parameters:
    ///   - session: as whoever corrects it saw it.
    ///   - byHand: the last revision that somebody made of a session, by its identifier.
    mutating func correct(
        _ session: SessionRecord, _ correction: SessionCorrection, by who: String, at now: WallTime,
        byHand: [String: Int]
    ) throws(CorrectionRefusal) -> [SessionRecord] {
        var told: [SessionRecord]
        switch correction {
        case .left(let time):
            try check(session, byHand)
            guard let entry = session.entry, session.exit == nil, session.state != .withdrawn else {
                throw .impossible("It has an exit, or no entry.")
            }
            guard time > entry.time, time <= now else {
                throw .impossible("It cannot have left before it came in, nor later than now.")
            }
            release(entry)
            told = [
                revised(session, at: now) {
                    $0.left = time; $0.state = .ended
                }
            ]
        case .void:
            try check(session, byHand)
            guard session.state != .withdrawn else { throw .impossible("It is withdrawn already.") }
            release(session.entry)
            release(session.exit)
            told = [revised(session, at: now) { $0.state = .withdrawn }]
            if let entry = session.entry {
                for number in reopen(entry.plate, at: entry.time) { improve(from: number) }
                told += tell(at: now)
            }
        case .apart(let exit):
            try check(session, byHand)
            told = try takeApart(session, exit: exit, at: now)
        case .together(let other):
            try check(session, byHand)
            try check(other, byHand)
            told = try bring(session, and: other, at: now)
        case .text(let camera, let event, let plate):
            told = rename(session, camera: camera, event: event, to: plate, at: now, byHand)
        }
        for place in told.indices { told[place].by = who }
        return told
    }

    /// Refuses what was thought of something that is no longer so.
    private func check(_ session: SessionRecord, _ byHand: [String: Int]) throws(CorrectionRefusal) {
        guard latest(session, byHand) == session.revision else { throw .changed }
    }

    private func latest(_ session: SessionRecord, _ byHand: [String: Int]) -> Int {
        let first = (session.entry ?? session.exit).flatMap { number(of: $0) }
        let told = first.flatMap { visits[$0]?.told ?? leavings[$0]?.told }
        return max(session.revision, told?.revision ?? 0, byHand[session.session] ?? 0)
    }

    private func number(of pass: SessionPass) -> Int? { known[Self.key(pass.camera, pass.id)] }

    /// Takes an end out of the book. The other end of a pair stays, and is without a partner.
    private mutating func release(_ pass: SessionPass?) {
        guard let number = pass.flatMap({ self.number(of: $0) }) else { return }
        if visits[number]?.told?.state == .open { occupancy -= 1 }
        if let exit = visits[number]?.exit { part(number, exit) }
        if let visit = leavings[number]?.visit { part(visit, number) }
        drop(number)
    }

    /// Nobody came in with a plate at a time after all: who was said to have left before that is in again, unless another entry says so, too.
    ///
    /// - Returns: those that have to look for an exit again.
    private mutating func reopen(_ plate: String, at time: WallTime) -> [Int] {
        let others = entryIndex.exact(plate)
        let times = others.compactMap { visits[$0]?.entry.time }
        var reopened: [Int] = []
        for number in others {
            guard let visit = visits[number], visit.reentry == time else { continue }
            visits[number]?.reentry = times.filter { $0 > visit.entry.time }.min()
            touched.insert(number)
            plan(number)
            reopened.append(number)
        }
        return reopened
    }

    /// The next word on a session.
    private func revised(
        _ session: SessionRecord, revision: Int? = nil, at now: WallTime, _ change: (inout SessionRecord) -> Void
    ) -> SessionRecord {
        var next = SessionRecord(
            id: "", time: now, camera: session.camera, site: session.site, session: session.session,
            revision: (revision ?? session.revision) + 1, state: session.state, change: .corrected,
            plate: session.plate, entry: session.entry, exit: session.exit, occupancy: occupancy)
        (next.match, next.left, next.length, next.longestStay) = (
            session.match, session.left, session.length, session.longestStay
        )
        (next.isOverstay, next.capacity, next.settles) = (session.isOverstay, site.capacity, now)
        change(&next)
        if session.state == .open, next.state == .ended { next.change = .ended }
        if next.state == .open { next.settles = nil }
        if let longest = next.longestStay, let dwell = next.dwell { next.isOverstay = dwell > Double(longest) }
        next.id = SessionRecord.id(of: next.session, revision: next.revision, at: now)
        return next
    }

    // MARK: - Pairs

    private mutating func takeApart(
        _ session: SessionRecord, exit last: SessionRecord?, at now: WallTime
    ) throws(CorrectionRefusal) -> [SessionRecord] {
        guard let entry = session.entry, let exit = session.exit, session.state == .ended else {
            throw .impossible("It is no pair of an entry and an exit.")
        }
        let told = number(of: exit).flatMap { leavings[$0]?.told?.revision }
        release(exit)
        var alone = SessionRecord(
            id: "", time: now, camera: exit.camera, site: session.site,
            session: SessionRecord.session(of: exit, site: session.site), revision: 0, state: .entryMissed,
            change: .corrected, plate: exit.plate, entry: nil, exit: exit, occupancy: occupancy)
        alone.length = session.length
        alone.longestStay = session.longestStay
        let revision = [told, last?.revision].compactMap { $0 }.max() ?? -1
        alone = revised(alone, revision: revision, at: now) { _ in }
        let number = number(of: entry) ?? take(entry, of: session)
        improve(from: number)
        var records = advance(to: readUntil)
        records += tell(at: now)
        return [alone] + records
    }

    /// Has an entry once more that it let go long ago.
    private mutating func take(_ entry: SessionPass, of session: SessionRecord) -> Int {
        let reading = PassReading(pass: entry, texts: [PassReading.Text(text: entry.plate, weight: 0)])
        let number = add(reading)
        visits[number] = Visit(
            entry: reading,
            told: Visit.Told(
                revision: session.revision, state: session.state, exit: session.exit?.id,
                isOverstay: session.isOverstay))
        entryIndex.add(number, reading)
        touched.insert(number)
        plan(number)
        for other in closeBefore(reading, number) { improve(from: other) }
        return number
    }

    private mutating func bring(
        _ session: SessionRecord, and other: SessionRecord, at now: WallTime
    ) throws(CorrectionRefusal) -> [SessionRecord] {
        guard let entry = session.entry, session.exit == nil, session.state != .withdrawn, let exit = other.exit,
            other.entry == nil, other.state == .entryMissed
        else { throw .impossible("It takes a session without an exit, and an exit without an entry.") }
        guard entry.time < exit.time, session.site == other.site else {
            throw .impossible("That exit was before the entry, or at another site.")
        }
        release(entry)
        release(exit)
        let gone = revised(other, at: now) { $0.state = .withdrawn }
        let whole = revised(session, at: now) {
            ($0.exit, $0.left, $0.match, $0.state, $0.camera) = (exit, nil, .byHand, .ended, exit.camera)
            if exit.confidence > entry.confidence { $0.plate = exit.plate }
        }
        return [gone, whole]
    }

    // MARK: - Texts

    private mutating func rename(
        _ session: SessionRecord, camera: String, event: String, to plate: String, at now: WallTime,
        _ byHand: [String: Int]
    ) -> [SessionRecord] {
        guard let number = known[Self.key(camera, event)] else {
            // Its session is over and done with: it gets the text, and stays what it is.
            return [
                revised(session, revision: latest(session, byHand), at: now) {
                    if $0.entry?.camera == camera, $0.entry?.id == event { $0.entry?.plate = plate }
                    if $0.exit?.camera == camera, $0.exit?.id == event { $0.exit?.plate = plate }
                    $0.plate = plate
                }
            ]
        }
        var loose: Set = [number]
        if let exit = visits[number]?.exit { loose.insert(exit) }
        if let visit = leavings[number]?.visit { loose.insert(visit) }
        if loose.count == 2, let other = loose.first(where: { $0 != number }) { part(number, other) }
        var reopened: [Int] = []
        if var reading = visits[number]?.entry {
            entryIndex.remove(number, reading)
            let old = reading.plate
            reading.correct(plate)
            visits[number]?.entry = reading
            if old != plate {
                // What its old plate said of it, and it of others.
                visits[number]?.reentry = nil
                reopened = reopen(old, at: reading.time)
            }
            entryIndex.add(number, reading)
            loose.formUnion(closeBefore(reading, number))
        } else if var reading = leavings[number]?.exit {
            exitIndex.remove(number, reading)
            reading.correct(plate)
            leavings[number]?.exit = reading
            exitIndex.add(number, reading)
        }
        for number in loose {
            visits[number]?.isRenamed = true
            leavings[number]?.isRenamed = true
        }
        touched.formUnion(loose)
        for number in loose.union(reopened).sorted() { improve(from: number) }
        return tell(at: now)
    }
}

extension PassReading {
    /// Somebody knows better than all that was voted for.
    fileprivate mutating func correct(_ plate: String) {
        pass.plate = plate
        texts = [Text(text: plate, weight: 0)]
    }
}
