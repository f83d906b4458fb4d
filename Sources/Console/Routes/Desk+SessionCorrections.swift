import Addresses
import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Logging
import Records
import Rules

/// What operators say of sessions that were told wrongly.
extension Desk {
    /// How many ends are offered to be joined with one, and how long after a correction the page waits for the history to have it.
    private static let offers = 30
    private static let patience = (looks: 30, pause: Duration.milliseconds(100))

    // MARK: - The forms

    func corrections(of session: SessionRecord, _ query: Query) async throws -> Pages.Values {
        let isOver = session.state == .withdrawn
        let isWhole = session.entry != nil && session.exit != nil
        var values: Pages.Values = [
            "path": "/sessions/\(session.session.percentEncoded)/correction", "revision": "\(session.revision)",
            "reason": query.fields["reason"] ?? "", "mayVoid": !isOver, "mayPart": isWhole && !isOver,
            "mayLeave": session.exit == nil && !isOver, "mayJoin": false,
        ]
        guard !isOver, !isWhole else { return values }
        let others = try await others(for: session, query)
        if others.isEmpty { return values }
        values["mayJoin"] = true
        values["ask"] = session.exit == nil ? "Its exit was" : "Its entry was"
        values["others"] = others.map { other -> Pages.Values in
            let pass = other.exit ?? other.entry
            let time = pass.map { zone.text($0.time) } ?? ""
            return ["value": other.session, "text": "\(other.plate) · \(time) · \(pass?.camera ?? "")"]
        }
        return values
    }

    /// Those whose one end may be the other one of this: the likest texts first.
    private func others(for session: SessionRecord, _ query: Query) async throws -> [SessionRecord] {
        guard let site = sites(query).first(where: { $0.name == session.site }) else { return [] }
        let longest = site.forgottenAfter.milliseconds
        let (from, until) =
            session.entry.map { ($0.time, WallTime(milliseconds: $0.time.milliseconds + longest)) }
            ?? session.exit.map { (WallTime(milliseconds: $0.time.milliseconds - longest), $0.time) } ?? (
                query.now, query.now
            )
        return try await history.sessions(sites: [site.name], from: from).filter { other in
            guard let time = (session.entry == nil ? other.entry : other.exit)?.time, maySee(other, query) else {
                return false
            }
            let isLoose = session.entry == nil ? other.exit == nil && other.entry != nil : other.state == .entryMissed
            return isLoose && from < time && time < until
        }
        .map { (distance: $0.plate.editDistance(to: session.plate), session: $0) }
        .sorted { ($0.distance, $1.session.time) < ($1.distance, $0.session.time) }
        .prefix(Self.offers).map(\.session)
    }

    // MARK: - What is sent

    @Sendable func correctSession(_ query: Query) async throws -> Response {
        let records = try await revisions(query)
        guard let session = records.last, let sessions else { throw Self.noSession }
        func refused(_ problem: String, _ status: HTTPResponse.Status = .unprocessableContent) async throws -> Response
        {
            try await sessionPage(records, query, problem: problem, typed: query.fields["at"], status)
        }
        if lacksReason(query) { throw Self.reasonless }
        guard query.fields["revision"].flatMap({ Int($0) }) == session.revision else {
            return try await refused(Self.changed, .conflict)
        }
        var first = session
        let correction: SessionCorrection
        switch query.fields["what"] {
        case "left":
            do {
                let time = try TimeExpression(query.fields["at"] ?? "now", now: query.now, zone: zone)
                correction = .left(at: Self.left(time, entry: session.entry?.time, now: query.now))
            } catch {
                return try await refused("When it left is \"\(query.fields["at"] ?? "")\": \(error.reason).")
            }
        case "void": correction = .void
        case "apart":
            guard let exit = session.exit else { return try await refused("It has no exit.") }
            let name = SessionRecord.session(of: exit, site: session.site)
            correction = .apart(exit: try await history.session(name, within: .seconds(100 * 365 * 86_400)).last)
        case "together":
            let other = try await others(for: session, query).first { $0.session == query.fields["other"] }
            guard let other else {
                return try await refused("The other one is no longer there to be joined: look at it again.", .conflict)
            }
            // It is the session of who came in that goes on.
            first = session.entry == nil ? other : session
            correction = .together(session.entry == nil ? session : other)
        default:
            return try await refused("A correction is one of left, void, apart and together.")
        }
        try record("correct session", [session.session, query.fields["what"] ?? ""], query)
        let told: [SessionRecord]
        do {
            told = try await sessions.correct(first, correction, by: query.name)
        } catch CorrectionRefusal.changed {
            return try await refused(Self.changed, .conflict)
        } catch CorrectionRefusal.impossible(let reason) {
            return try await refused(reason)
        }
        talk.notice("\(query.name) corrects the session \(session.session)")
        try await wait(for: told)
        var fields = Fields()
        fields.set("reason", query.fields["reason"])
        fields.set("done", "1")
        return .seeOther(SessionView.path(first.session) + "?" + fields.text + "#corrections")
    }

    /// The moment at which somebody says that it left: of two at which clocks show the same, the second one where it came in after the first.
    static func left(_ time: TimeExpression, entry: WallTime?, now: WallTime) -> WallTime {
        // A day is no moment.
        let isMoment = time.latest.milliseconds - time.earliest.milliseconds < 12 * 3_600_000
        guard isMoment, let entry, time.earliest <= entry, time.latest <= now else { return time.earliest }
        return time.latest
    }

    private static let changed =
        "Something else was said of this session since you looked at it. This page shows it as it is now: look at it again."

    /// Until the history has it, which follows the log.
    private func wait(for told: [SessionRecord]) async throws {
        guard let last = told.last else { return }
        for _ in 0..<Self.patience.looks {
            let known = try await history.records(id: last.id)
            if !known.isEmpty { return }
            try await Task.sleep(for: Self.patience.pause)
        }
    }

    // MARK: - Texts

    /// What a plate really was flows into its session. The correction itself stands, whatever becomes of that.
    func pass(_ plate: String, of event: PlateEvent, _ query: Query) async {
        guard let sessions else { return }
        do {
            for site in sessions.sites where (site.entries + site.exits).contains(where: { $0.camera == event.camera })
            {
                let found = try await history.sessions(
                    sites: [site.name], from: WallTime(milliseconds: event.time.milliseconds)
                )
                .first { session in
                    [session.entry, session.exit].contains { $0?.camera == event.camera && $0?.id == event.id }
                }
                guard let found,
                    [found.entry, found.exit].contains(where: { $0?.id == event.id && $0?.plate != plate })
                else { continue }
                let told = try await sessions.correct(
                    found, .text(camera: event.camera, event: event.id, plate: plate), by: query.name)
                try await wait(for: told)
            }
        } catch {
            talk.error("a corrected text did not reach its session: \(error)")
        }
    }
}
