import Answers
import Basics
import HTTPTypes
import History
import Hummingbird
import Records
import Rules

/// One session: both its ends, and every word that was said of it.
extension Desk {
    @Sendable func sessionPage(_ query: Query) async throws -> Response {
        try await sessionPage(try await revisions(query), query)
    }

    /// - Parameters:
    ///   - problem: why a correction was refused.
    ///   - typed: when it left, as somebody typed it.
    func sessionPage(
        _ records: [SessionRecord], _ query: Query, problem: String? = nil, typed: String? = nil,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var values = try await frame("Session", .sessions, query)
        guard let session = records.last else { throw Self.noSession }
        if lacksReason(query) {
            values["needsReason"] = true
            return pages.response("session", values)
        }
        try record("session", [session.session], query)
        values["title"] = session.plate
        let shown = view(session, try await events(of: [session]), query)
        values["one"] = shown.values
        values["ends"] = [("Entry", "entry"), ("Exit", "exit")].map { name, key -> Pages.Values in
            var end = shown.values[key] as? Pages.Values ?? [:]
            end["name"] = name
            return end
        }
        values["facts"] = facts(of: session).map { ["name": $0, "value": $1] }
        values["revisions"] = records.reversed().map { revision -> Pages.Values in
            var row = SessionView.state(revision)
            row["time"] = zone.text(revision.time)
            row["number"] = "\(revision.revision)"
            row["plate"] = revision.plate
            row["change"] = revision.change.rawValue
            row["by"] = revision.by ?? false
            return row
        }
        var corrections = try await corrections(of: session, query)
        corrections["problem"] = problem ?? false
        corrections["typed"] = typed ?? ""
        corrections["done"] =
            query.request.method == .get && query.fields["done"] != nil ? "It is written down." : false
        values["corrections"] = corrections
        return pages.response("session", values, status)
    }

    /// What was said of the session of the address, the first word first.
    func revisions(_ query: Query) async throws -> [SessionRecord] {
        let id = query.parts.first ?? ""
        let longest = (sessions?.sites ?? []).map { $0.forgottenAfter + $0.settleTime }.max() ?? .zero
        // A site may have had other times once.
        let isCorrected = await sessions?.isCorrected(id) ?? false
        // What somebody says of it may come years later.
        let records = try await history.session(
            id, within: isCorrected ? .seconds(100 * 365 * 86_400) : longest + .seconds(7 * 86_400))
        guard let last = records.last, maySee(last, query) else { throw Self.noSession }
        return records
    }

    static let noSession = RequestProblem(
        .notFound, "The history has no session with this identifier. What is older than its time is no longer there.")

    private func facts(of session: SessionRecord) -> [(String, String)] {
        var facts: [(String, String)] = [("Site", session.site)]
        if let dwell = session.dwell { facts.append(("Lasted", Duration.milliseconds(Int64(dwell * 1000)).inWords)) }
        if let length = session.length { facts.append(("Section", "\(length) m")) }
        if let speed = session.speed { facts.append(("Mean speed", JSONLine.number(speed, digits: 1) + " km/h")) }
        if let longest = session.longestStay {
            facts.append(("Longest stay", Duration.seconds(longest).inWords + (session.isOverstay ? ": exceeded" : "")))
        }
        if let settles = session.settles { facts.append(("Settles", zone.text(settles))) }
        facts.append(("Identifier", session.session))
        return facts
    }
}
