import Basics
import Delivery
import History
import Logging
import Records

/// Makes sessions of what cameras log, and writes them down in a log of the hub's own.
///
/// What follows from some records is first in the file of open sessions, then in the log. A kill between the two, or before them, is made
/// good when it starts again: lines that may be missing are given to the log once more, which knows those that it has.
package actor SessionKeeping: Destination {
    package nonisolated let most = 256

    package nonisolated let sites: [SessionSite]
    private let path: String
    private let log: HubLog
    private let talk: Logger
    private let now: @Sendable () -> WallTime
    private let isClockRight: @Sendable () -> Bool
    private var state: State?

    /// What is said of plates that wait for the clock.
    static let waiting = """
        a plate is more than a minute ahead of this machine's clock, and nobody knows whether that is right: sessions wait until it has \
        caught up, is synchronised (timedatectl tells), or has gone for an hour without being set
        """
    /// How long a plate may take from the moment it is seen until it stands in the log: votes last, and clocks differ.
    private static let behind: Int64 = 20_000

    private struct State {
        let file: SessionFile
        var books: [SiteBook]
        var done: Set<String>
        /// What is not written yet.
        var step = SessionFile.Step()
        /// The last revisions of sessions that somebody corrected.
        var byHand: [String: Int]
        /// Whether lines that are written down may not be in the log.
        var mayLack = true
    }

    /// - Parameters:
    ///   - path: of the file of open sessions.
    ///   - isClockRight: whether what `now` says can be trusted.
    package init(
        _ sites: [SessionSite], file path: String, log: HubLog, talk: Logger,
        now: @escaping @Sendable () -> WallTime, isClockRight: @escaping @Sendable () -> Bool
    ) {
        self.sites = sites
        self.path = path
        self.log = log
        self.talk = talk
        self.now = now
        self.isClockRight = isClockRight
    }

    /// As it is handed what the history stores: plates, and what else tells the time.
    package nonisolated func asInner() -> InnerDestination {
        InnerDestination(
            "sessions",
            schemas: [PlateEvent.schema, GapRecord.schema, HealthRecord.schema, SealRecord.schema], destination: self)
    }

    package func deliver(_ parcels: [Parcel]) async -> Delivered {
        do {
            var state = try state ?? open()
            try forget(&state)
            lookAtClock(&state)
            let ready = parcels[..<(firstWaiting(parcels, state) ?? parcels.count)]
            for parcel in ready.sorted(by: { $0.record.time < $1.record.time }) { take(parcel, &state) }
            if let reason = try await commit(state) {
                return Delivered(count: 0, trouble: Trouble(.again(after: nil), reason))
            }
            let isAll = ready.count == parcels.count
            return Delivered(count: ready.count, trouble: isAll ? nil : Trouble(.again(after: nil), Self.waiting))
        } catch {
            return Delivered(count: 0, trouble: Trouble(.again(after: nil), "\(error)"))
        }
    }

    /// What was left by a hub that was killed is told, whether anything new comes or not.
    package func begin() async { _ = await deliver([]) }

    /// Tells what lasts too long by now. What fails is tried again the next time.
    package func pass(time: WallTime) async {
        do {
            var state = try state ?? open()
            lookAtClock(&state)
            let time = WallTime(milliseconds: min(time, now()).milliseconds - Self.behind)
            guard state.mayLack || state.books.contains(where: { $0.isDue(at: time) }) else {
                self.state = state
                return
            }
            try forget(&state)
            for place in state.books.indices {
                var told = state.books[place].advance(to: time)
                // And what no longer does, since the limit is another one than before.
                told += state.books[place].tell(at: time)
                note(told, of: place, in: &state)
            }
            if let reason = try await commit(state) { talk.warning("sessions that lasted too long: \(reason)") }
        } catch {
            talk.warning("looking for sessions that last too long: \(error)")
        }
    }

    /// How full each site is; empty before it has begun.
    package var standing: [SiteStanding] { state?.books.map(\.standing) ?? [] }

    // MARK: - Parts

    private func open() throws -> State {
        let file = try SessionFile(path: path)
        return State(
            file: file, books: try file.books(of: sites, at: now()), done: try file.done(), byHand: try file.byHand())
    }

    private func forget(_ state: inout State) throws {
        let forgotten = try state.file.takeForgotten()
        for place in state.books.indices {
            let name = state.books[place].site.name
            state.books[place].forget(forgotten.gone.filter { $0.site == name }.map { $0.number })
            for pass in forgotten.shortened where pass.site == name {
                state.books[place].shorten(pass.number, to: pass.texts)
            }
        }
    }

    /// The machine's clock may have been set since.
    private func lookAtClock(_ state: inout State) {
        let now = now()
        for place in state.books.indices {
            state.books[place].set(to: now)
            if state.books[place].isInDoubt, isClockRight() { state.books[place].takeBack(at: now) }
        }
    }

    /// The place of the first plate of a site that is ahead of a clock that nobody trusts yet: it may be the clock that is behind, and what is
    /// taken once does not come again.
    private func firstWaiting(_ parcels: [Parcel], _ state: State) -> Int? {
        let limit = limit
        let first = parcels.firstIndex { parcel in
            guard let event = parcel.plate, event.time > limit, !state.done.contains(Self.key(parcel)) else {
                return false
            }
            return state.books.contains { $0.site.side(of: event) != nil }
        }
        return first == nil || isClockRight() ? nil : first
    }

    /// What is ahead of that counts as that: it would end all that is open.
    private var limit: WallTime { WallTime(milliseconds: now().milliseconds + SiteBook.slack) }

    private static func key(_ parcel: Parcel) -> String { "\(parcel.camera) \(parcel.record.record.id ?? "")" }

    private func take(_ parcel: Parcel, _ state: inout State) {
        let key = Self.key(parcel)
        guard state.done.insert(key).inserted else { return }
        state.step.done.append(key)
        let limit = limit
        for place in state.books.indices {
            // Other logs may not be read so far: what lasts too long by then is left to `pass`.
            var told = state.books[place].move(to: min(parcel.record.time, limit))
            if let event = parcel.plate, event.time <= limit { told += state.books[place].take(event) }
            note(told, of: place, in: &state)
        }
    }

    /// What a site's book says is to be written down.
    private func note(_ told: [SessionRecord], of place: Int, in state: inout State) {
        state.step.told += told
        let name = state.books[place].site.name
        let changes = state.books[place].takeChanges()
        state.step.kept += changes.kept.map { (name, $0) }
        state.step.removed += changes.removed.map { (name, $0) }
        // Its newest state counts.
        let gone = Set(changes.removed)
        state.step.kept.removeAll { $0.site == name && gone.contains($0.pass.number) }
        state.step.clock.removeAll { $0.site == name }
        state.step.clock.append((name, state.books[place].clock))
    }

    /// - Returns: why not all of it is in the log.
    private func commit(_ new: State) async throws -> String? {
        // What cannot be written is written with what comes next.
        state = new
        state?.mayLack = true
        try write()
        return try await tell()
    }

    private func write() throws {
        guard var new = state else { return }
        try new.file.write(new.step)
        new.step = SessionFile.Step()
        // What was taken long ago does not come again.
        if new.done.count > 20_000 { new.done = try new.file.done() }
        state = new
    }

    private func tell() async throws -> String? {
        guard let file = state?.file else { return nil }
        let (told, last) = try file.told()
        if let reason = await log.append(told) { return reason }
        if !told.isEmpty { try file.wasTold(upTo: last) }
        state?.mayLack = false
        return nil
    }
}

// MARK: - Corrections

extension SessionKeeping {
    /// Has a session as somebody says that it was. It is kept and told as all else is; where the log cannot be written now, it is told later.
    ///
    /// - Parameter session: as whoever corrects it saw it.
    /// - Returns: what is said of sessions from now on.
    /// - Throws: CorrectionRefusal, or what keeps it from being written down. Nothing is changed then.
    package func correct(
        _ session: SessionRecord, _ correction: SessionCorrection, by who: String
    ) async throws -> [SessionRecord] {
        var state = try state ?? open()
        try forget(&state)
        self.state = state
        let before = state
        guard let place = state.books.firstIndex(where: { $0.site.name == session.site }) else {
            throw CorrectionRefusal.impossible("The site \(session.site) is no longer configured.")
        }
        let told = try state.books[place].correct(
            session, correction, by: who, at: now(), byHand: state.byHand)
        note(told, of: place, in: &state)
        for record in told { state.byHand[record.session] = record.revision }
        state.step.byHand += told.map { ($0.session, $0.revision) }
        state.mayLack = true
        self.state = state
        do {
            try write()
        } catch {
            self.state = before
            throw error
        }
        await tellSoon()
        return told
    }

    /// It is written down: what cannot be told now is told with the next look.
    private func tellSoon() async {
        do {
            if let reason = try await tell() { talk.warning("a correction of a session is told later: \(reason)") }
        } catch {
            talk.warning("a correction of a session is told later: \(error)")
        }
    }

    /// Whether somebody corrected a session.
    package func isCorrected(_ session: String) -> Bool { state?.byHand[session] != nil }
}
