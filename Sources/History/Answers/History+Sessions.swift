import Basics
import Records

extension History {
    /// The newest record of each session that something is told of in a time, those that changed last first.
    ///
    /// - Parameters:
    ///   - sites: car parks and sections; empty for all. One that a site of this centre tells of is `SITE/NAME`.
    ///   - until: the first moment that is too late. What a session became after it counts all the same.
    public func sessions(
        sites: [String] = [], from: WallTime = WallTime(milliseconds: 0),
        until: WallTime = WallTime(milliseconds: .max)
    ) async throws -> [SessionRecord] {
        var (newest, asked): ([String: SessionRecord], Set<String>) = ([:], [])
        for session in try await sessionRecords(from: from, until: WallTime(milliseconds: .max)) {
            guard sites.isEmpty || sites.contains(session.site) else { continue }
            if session.time < until { asked.insert(session.session) }
            if newest[session.session].map({ $0.revision < session.revision }) ?? true {
                newest[session.session] = session
            }
        }
        return newest.values.filter { $0.state != .withdrawn && asked.contains($0.session) }
            .sorted { ($0.time, $0.id) > ($1.time, $1.id) }
    }

    /// All records of one session, the first one first.
    ///
    /// - Parameter length: how long after it began something may be told of it, at most.
    public func session(_ id: String, within length: Duration) async throws -> [SessionRecord] {
        guard let begin = EventIDs.time(of: id) else { return [] }
        // A log that is read late may have told of others, and so of this one, with a time before it began.
        return try await sessionRecords(
            from: WallTime(milliseconds: begin.milliseconds - length.milliseconds),
            until: WallTime(milliseconds: begin.milliseconds + length.milliseconds)
        ).filter { $0.session == id }.sorted { $0.revision < $1.revision }
    }

    private func sessionRecords(from: WallTime, until: WallTime) async throws -> [SessionRecord] {
        let others = OtherRecords(SessionRecord.schema, from: from, until: until)
        return try await fold(others, into: [SessionRecord]()) { found, stored in
            guard let session = stored.session else { return false }
            found.append(session)
            return true
        }
    }
}
