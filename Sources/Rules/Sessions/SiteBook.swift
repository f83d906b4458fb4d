import Basics
import Plates
import Records

/// Who is in a site, and which exit belongs to which entry: a pure value that is told of plates and of time, and says what changed.
///
/// Entries and exits are paired one to one so that the sum of all that speaks for the pairs is the greatest; what speaks for a pair has to
/// exceed what speaks for two vehicles whose other ends were missed. With each exit the best change of pairs is looked for
/// (`improve(from:)`). Records may come late and in any order; what counts is their own time.
/// It has more than 500 lines because pairing, late records and overstays change the same vehicles.
public struct SiteBook: Sendable {
    public let site: SessionSite
    /// By number. Entries and exits share one row of numbers.
    private(set) var visits: [Int: Visit] = [:]
    private var leavings: [Int: Leaving] = [:]
    private var latest = 0
    private var entryIndex = PassIndex()
    private var exitIndex = PassIndex()
    private var dues = DueQueue<Due>()
    /// Those whose time has come, and that wait until all logs are read so far.
    private var held: [(time: WallTime, what: Due)] = []
    /// By camera and identifier of their events.
    private(set) var known: [String: Int] = [:]
    /// Those that were read last.
    private var recent: [(time: WallTime, number: Int)] = []
    /// When those that stand there were read once more, last.
    private var readAgain: [Int: WallTime] = [:]
    /// The latest time that anything was said of.
    public private(set) var clock = WallTime(milliseconds: .min)
    /// The time until which all logs were read, as far as that was said.
    private var readUntil = WallTime(milliseconds: .min)
    /// Whether some of what was told by time alone may have been told by a clock that was ahead.
    private(set) var isInDoubt = false
    /// Open visits, as they were told.
    public private(set) var occupancy = 0
    /// Visits and exits whose session may have changed, and those that are no longer kept.
    private var touched: Set<Int> = []
    /// Since `takeChanges`: what has to be written down, and removed.
    private var changed: Set<Int> = []
    private var removed: Set<Int> = []
    private let likeness = Likeness.measured
    /// Of the plates that were seen here.
    private(set) var common = Commonness()

    private enum Due: Sendable {
        case overstay(Int)
        case forgotten(Int)
        /// Nothing can be paired with it any more.
        case dropped(Int)
    }

    public init(site: SessionSite) {
        self.site = site
    }

    // MARK: - What happens

    /// Takes a plate that was read; others' are passed over, and those that it has already.
    public mutating func take(_ event: PlateEvent) -> [SessionRecord] {
        guard let side = site.side(of: event), known[Self.key(event.camera, event.id)] == nil else { return [] }
        var told = move(to: event.time)
        let reading = PassReading(event)
        switch side {
        case .entry: enter(reading)
        case .exit: leave(reading)
        }
        told += tell(at: event.time)
        return told
    }

    private static func key(_ camera: String, _ id: String) -> String { "\(camera) \(id)" }

    // MARK: - Entries

    private mutating func enter(_ reading: PassReading) {
        if isRepeat(reading) { return }
        let number = add(reading)
        visits[number] = Visit(entry: reading)
        entryIndex.add(number, reading)
        touched.insert(number)
        plan(number)
        var loose = closeBefore(reading, number)
        // A late one may have left already.
        loose.append(number)
        for number in loose { improve(from: number) }
    }

    /// Whether somebody stands at an entry, and is read again.
    private mutating func isRepeat(_ reading: PassReading) -> Bool {
        let first = lately(reading, among: entryIndex).first { number in
            guard let visit = visits[number], isAgain(visit.entry, number, reading) else { return false }
            let later = max(visit.entry.time, reading.time)
            return visit.exit.flatMap { leavings[$0]?.exit.time }.map { $0 > later } ?? true
        }
        return note(reading, asAgain: first)
    }

    /// The same plate cannot come in twice without leaving.
    ///
    /// - Returns: exits that have to look for an entry again.
    private mutating func closeBefore(_ reading: PassReading, _ number: Int) -> [Int] {
        var loose: [Int] = []
        for other in entryIndex.exact(reading.plate) where other != number {
            guard let time = visits[other]?.entry.time else { continue }
            if time > reading.time {
                if visits[number]?.reentry.map({ time < $0 }) ?? true { visits[number]?.reentry = time }
            } else if visits[other]?.reentry.map({ reading.time < $0 }) ?? true {
                visits[other]?.reentry = reading.time
                touched.insert(other)
                guard let exit = visits[other]?.exit, let left = leavings[exit]?.exit.time, left > reading.time else {
                    continue
                }
                part(other, exit)
                loose += [exit, other]
            }
        }
        return loose
    }

    // MARK: - Exits

    private mutating func leave(_ reading: PassReading) {
        if isRepeatedExit(reading) { return }
        let number = add(reading)
        let settles = WallTime(milliseconds: max(clock, reading.time).milliseconds + site.settleTime.milliseconds)
        leavings[number] = Leaving(exit: reading, settles: settles)
        exitIndex.add(number, reading)
        touched.insert(number)
        plan(number)
        improve(from: number)
    }

    private mutating func isRepeatedExit(_ reading: PassReading) -> Bool {
        let first = lately(reading, among: exitIndex).first { number in
            guard let exit = leavings[number]?.exit else { return false }
            return isAgain(exit, number, reading) && !isAnotherExit(reading, after: exit)
        }
        return note(reading, asAgain: first)
    }

    /// Whether it came in again since an exit, or a vehicle of this very text is in and the exit was of another: it leaves now.
    private func isAnotherExit(_ reading: PassReading, after exit: PassReading) -> Bool {
        entryIndex.exact(reading.plate).contains { number in
            guard let visit = visits[number], visit.entry.time <= reading.time else { return false }
            return visit.entry.time > exit.time || reading.plate != exit.plate && visit.exit == nil
        }
    }

    // MARK: - Parts

    /// Whether one is read again that has stood there since it was read first, however long.
    private func isAgain(_ one: PassReading, _ number: Int, _ other: PassReading) -> Bool {
        guard one.pass.camera == other.pass.camera, one.isSamePlate(as: other) else { return false }
        let last = max(one.time, readAgain[number] ?? one.time)
        return one.time <= other.time + site.repeatTime && other.time <= last + site.repeatTime
    }

    /// - Parameter number: of the one that stands there; nil where there is none.
    private mutating func note(_ reading: PassReading, asAgain number: Int?) -> Bool {
        guard let number else { return false }
        standsStill(number, at: reading.time)
        changed.insert(number)
        return true
    }

    private mutating func standsStill(_ number: Int, at time: WallTime) {
        readAgain[number] = max(readAgain[number] ?? time, time)
        recent.append((time, number))
    }

    /// Numbers of those that may have been read shortly before or after: the last few, but for a record that is late.
    private mutating func lately(_ reading: PassReading, among index: PassIndex) -> [Int] {
        let limit = clock.milliseconds - 2 * site.repeatTime.milliseconds
        recent.removeAll { $0.time.milliseconds < limit }
        let isLate = reading.time.milliseconds - site.repeatTime.milliseconds < limit
        return isLate ? index.numbers : recent.map(\.number)
    }

    private mutating func add(_ reading: PassReading) -> Int {
        let number = latest + 1
        know(reading, as: number)
        return number
    }

    private mutating func know(_ reading: PassReading, as number: Int) {
        latest = max(latest, number)
        if !reading.isPseudonym, let text = CodedText(reading.plate) { common.add(text) }
        known[Self.key(reading.pass.camera, reading.pass.id)] = number
        recent.append((reading.time, number))
    }

    private mutating func drop(_ number: Int) {
        let reading = visits[number]?.entry ?? leavings[number]?.exit
        guard let reading else { return }
        known[Self.key(reading.pass.camera, reading.pass.id)] = nil
        readAgain[number] = nil
        if visits.removeValue(forKey: number) != nil { entryIndex.remove(number, reading) }
        if leavings.removeValue(forKey: number) != nil { exitIndex.remove(number, reading) }
        touched.remove(number)
        changed.remove(number)
        removed.insert(number)
    }
}

/// Which exit belongs to which entry: an assignment with the greatest sum, kept up one pass at a time.
///
/// A new pass changes the best assignment along one path at most, which begins at it and takes pairs apart and makes others in turn
/// (as in the Hungarian method; Kuhn 1955). So that path is looked for, and the rest stays as it is.
extension SiteBook {
    /// What has to speak for a pair so that it is one. Of car parks that are simulated (BENCHMARKS.md), more leaves pairs apart, and less makes
    /// pairs of strangers where ends are missed, and where vehicles leave that were in before anybody looked.
    private static let threshold: Float = -1
    /// Of a plate that came in again since: it has to have a twin.
    private static let reentered: Float = 5
    /// Of two equal ones, the shorter stay.
    private static let patience: Float = 0.5
    /// What speaks for two pseudonyms, or other texts that cannot be compared, that are the same.
    private static let same: Float = 20

    /// What speaks for an entry and an exit beyond what is needed; nil where they cannot be one vehicle's.
    private func weight(_ visit: Int, _ leaving: Int, score: Float) -> Float? {
        guard let entry = visits[visit], let exit = leavings[leaving] else { return nil }
        let dwell = exit.exit.time.milliseconds - entry.entry.time.milliseconds
        guard dwell > 0, dwell >= site.shortestStay.milliseconds, dwell <= site.forgottenAfter.milliseconds else {
            return nil
        }
        var weight = score - Self.threshold
        weight -= Self.patience * Float(dwell) / Float(site.forgottenAfter.milliseconds)
        if let reentry = entry.reentry, reentry < exit.exit.time { weight -= Self.reentered }
        return weight > 0 ? weight : nil
    }

    private func own(_ reading: PassReading) -> Float {
        CodedText(reading.plate).map { likeness.score($0, among: common) } ?? Self.same
    }

    // MARK: - One pass

    /// Pairs a pass that has no other end, and changes other pairs where that makes the sum greater.
    private mutating func improve(from root: Int) {
        if let exit = leavings[root] {
            guard exit.visit == nil else { return }
            if let best = bestOfSame(root) { return join(best.visit, root, best.weight) }
        } else {
            guard let visit = visits[root], visit.exit == nil else { return }
        }
        var search = PairSearch(root: root)
        while let from = search.next() {
            for (to, weight) in edges(of: from) where partner(of: from) != to {
                let other = partner(of: to)
                search.reach(to, from: from, weight: weight, partner: other.map { ($0, paired(to, $0)) })
            }
        }
        apply(search)
    }

    /// An entry with the very same plate that has no exit, where no other can be worth more: most have one.
    private func bestOfSame(_ exit: Int) -> (visit: Int, weight: Float)? {
        guard let reading = leavings[exit]?.exit else { return nil }
        let score = own(reading)
        let found = entryIndex.exact(reading.plate)
            .compactMap { number in weight(number, exit, score: score).map { (visit: number, weight: $0) } }
            .max { ($0.weight, $0.visit) < ($1.weight, $1.visit) }
        guard let found, visits[found.visit]?.exit == nil, found.weight > score - Self.threshold - 1 else { return nil }
        return found
    }

    /// Passes of the other side that it may belong to, in the order of their numbers.
    private func edges(of number: Int) -> [(number: Int, weight: Float)] {
        if let reading = leavings[number]?.exit {
            return scores(of: reading, in: entryIndex) { visits[$0]?.entry }
                .compactMap { found in weight(found.number, number, score: found.score).map { (found.number, $0) } }
        }
        guard let reading = visits[number]?.entry else { return [] }
        return scores(of: reading, in: exitIndex) { leavings[$0]?.exit }
            .compactMap { found in weight(number, found.number, score: found.score).map { (found.number, $0) } }
    }

    /// No other text is worth as much as the same one.
    private func scores(
        of reading: PassReading, in index: PassIndex, other: (Int) -> PassReading?
    ) -> [(number: Int, score: Float)] {
        let most = own(reading)
        let exact = index.exact(reading.plate)
        let alike = index.alike(reading, above: Self.threshold, by: likeness, among: common).compactMap { found in
            other(found.number).map {
                (found.number, min(found.score + Likeness.doubt(of: reading, $0), most - 1, own($0) - 1))
            }
        }
        return exact.map { ($0, most) } + alike.filter { !exact.contains($0.0) }
    }

    // MARK: - Pairs

    private func partner(of number: Int) -> Int? { visits[number]?.exit ?? leavings[number]?.visit }

    private func paired(_ one: Int, _ other: Int) -> Float { leavings[one]?.weight ?? leavings[other]?.weight ?? 0 }

    private mutating func apply(_ search: PairSearch) {
        for pair in search.apart { part(pair.0, pair.1) }
        for pair in search.together { join(pair.0, pair.1, pair.weight) }
    }

    private mutating func join(_ one: Int, _ other: Int, _ weight: Float) {
        let (visit, leaving) = visits[one] == nil ? (other, one) : (one, other)
        visits[visit]?.exit = leaving
        leavings[leaving]?.visit = visit
        leavings[leaving]?.weight = weight
        if let settles = leavings[leaving]?.settles {
            let again = WallTime(milliseconds: clock.milliseconds + site.settleTime.milliseconds)
            leavings[leaving]?.settles = max(settles, again)
        }
        touched.formUnion([visit, leaving])
    }

    private mutating func part(_ one: Int, _ other: Int) {
        let (visit, leaving) = visits[one] == nil ? (other, one) : (one, other)
        visits[visit]?.exit = nil
        leavings[leaving]?.visit = nil
        leavings[leaving]?.weight = 0
        touched.formUnion([visit, leaving])
        // What it was not told of while it had an exit.
        plan(visit)
    }
}

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
    private mutating func plan(_ number: Int) {
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
    private func isPast(_ visit: Visit, at time: WallTime) -> Bool {
        site.longestStay.map { visit.entry.time + $0 <= time } ?? false
    }

    /// Whether it lasts, or lasted, longer than it may.
    private func isOverstay(_ visit: Visit) -> Bool {
        guard let longest = site.longestStay else { return false }
        guard let end = visit.exit.flatMap({ leavings[$0]?.exit.time }) ?? visit.reentry else {
            // No record says it of one that is in: its exit may stand in a log that is not read so far.
            return visit.isLate || visit.told?.isOverstay == true && isPast(visit, at: clock)
        }
        return visit.entry.time + longest < end || visit.exit == nil && visit.entry.time + longest == end
    }
}

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
            told = correctPlate(session, camera: camera, event: event, to: plate, at: now, byHand)
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

    private mutating func correctPlate(
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

/// A site's book on its way to the disk and back.
extension SiteBook {
    /// As it was when those were kept.
    ///
    /// - Parameter heard: the latest time that anything was said of then, where `clock` is not to be that; nil for the same.
    init(site: SessionSite, kept: [KeptPass], clock: WallTime, heard: WallTime? = nil) {
        self.init(site: site)
        self.clock = clock
        // Nobody knows by which clock that was told.
        isInDoubt = !kept.isEmpty
        for pass in kept.sorted(by: { $0.number < $1.number }) { put(pass) }
        // Ends that are not there: a plate was forgotten.
        for (number, visit) in visits where visit.exit.map({ leavings[$0] == nil }) ?? false { drop(number) }
        for (number, leaving) in leavings where leaving.visit.map({ visits[$0] == nil }) ?? false { drop(number) }
        occupancy = visits.values.count { $0.told?.state == .open }
        // Somebody may have raised the limit since, or taken it away: who is in stays no longer than they may.
        for (number, visit) in visits where visit.told?.state == .open && visit.told?.isOverstay == true {
            if !isPast(visit, at: heard ?? clock) { touched.insert(number) }
        }
    }

    /// Closes a site that is no longer configured: nobody reads its exits any more.
    ///
    /// - Returns: that whoever was in is forgotten.
    mutating func abandon(at time: WallTime) -> [SessionRecord] {
        let open = visits.filter { $0.value.told?.state == .open }
        let late = Set(
            open.values.filter { $0.told?.isOverstay == true }.map {
                SessionRecord.session(of: $0.entry.pass, site: site.name)
            })
        for number in open.keys { visits[number]?.isForgotten = true }
        touched = Set(open.keys)
        return tell(at: time).map { record in
            var record = record
            // What its limit was, nobody knows any more.
            record.isOverstay = late.contains(record.session)
            record.settles = time
            return record
        }
    }

    private mutating func put(_ pass: KeptPass) {
        let reading = pass.reading
        know(reading, as: pass.number)
        if let again = pass.again.map({ WallTime(milliseconds: $0) }) { standsStill(pass.number, at: again) }
        if pass.isEntry {
            visits[pass.number] = pass.visit
            entryIndex.add(pass.number, reading)
            if pass.isForgotten == true { dues.add(.dropped(pass.number), at: clock + site.settleTime) }
        } else {
            leavings[pass.number] = pass.leaving
            exitIndex.add(pass.number, reading)
        }
        plan(pass.number)
    }

    /// What is to be kept, and what no more, since the last time.
    mutating func takeChanges() -> (kept: [KeptPass], removed: [Int]) {
        let kept = changed.sorted().compactMap { number in
            var pass = visits[number].map { KeptPass(number, $0) } ?? leavings[number].map { KeptPass(number, $0) }
            pass?.again = readAgain[number]?.milliseconds
            return pass
        }
        let gone = removed.sorted()
        (changed, removed) = ([], [])
        return (kept, gone)
    }

    /// Takes out what somebody wants forgotten, with the other end of it. Nothing is told: there is nothing to tell of it.
    mutating func forget(_ numbers: [Int]) {
        for number in numbers {
            let other = visits[number]?.exit ?? leavings[number]?.visit
            for gone in [number, other].compactMap({ $0 }) {
                if visits[gone]?.told?.state == .open { occupancy -= 1 }
                drop(gone)
            }
        }
    }

    /// Takes texts out that somebody wants forgotten, and that a pass had beside its plate. What was paired stays so.
    ///
    /// - Parameter texts: those that it keeps.
    mutating func shorten(_ number: Int, to texts: [String]) {
        if var reading = visits[number]?.entry {
            entryIndex.remove(number, reading)
            reading.keep(texts)
            visits[number]?.entry = reading
            entryIndex.add(number, reading)
        } else if var reading = leavings[number]?.exit {
            exitIndex.remove(number, reading)
            reading.keep(texts)
            leavings[number]?.exit = reading
            exitIndex.add(number, reading)
        } else {
            return
        }
        changed.insert(number)
    }
}

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

extension PassReading {
    /// Somebody knows better than all that was voted for.
    fileprivate mutating func correct(_ plate: String) {
        pass.plate = plate
        texts = [Text(text: plate, weight: 0)]
    }

    /// Its plate stays, whatever was corrected meanwhile.
    fileprivate mutating func keep(_ kept: [String]) {
        let plate = plate
        texts.removeAll { $0.text != plate && !kept.contains($0.text) }
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

extension WallTime {
    static func + (time: WallTime, duration: Duration) -> WallTime {
        WallTime(milliseconds: time.milliseconds + duration.milliseconds)
    }
}
