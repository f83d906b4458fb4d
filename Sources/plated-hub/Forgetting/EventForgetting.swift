import Basics
import Console
import History
import Records
import Rules

/// Forgets what this hub made of some events, and nothing else of their plates: matches, openings, sessions and corrections. It knows them by
/// their events, so that what was made of other ones stays.
struct EventForgetting {
    let settings: HubConfiguration
    let history: any History

    /// - Returns: what the history still has of it, which goes together with the events; and logs that cannot be read, whose lines stay.
    func forget(_ events: [PlateEvent]) async throws -> (made: [StoredRecord], unread: [LogFailure]) {
        let names = Set(events.map { RecordName(camera: $0.camera, id: $0.id) })
        if names.isEmpty { return ([], []) }
        var unread: [LogFailure] = []
        // Before log and history, which would get it from there again.
        try SessionFile.there(settings.sessionFile(in: .current))?.forget(events: names)
        for path in try await settings.logPaths(LogPattern.own(of: settings, in: .current), knownTo: history) {
            let log = LogForgetting(path: path) { _, record in record?.isMade(of: names) ?? false }
            let (finds, failures) = log.find()
            for failure in failures {
                // It passes by itself.
                if failure.cause == .taken { throw Failure(failure) }
                unread.append(failure)
            }
            for find in finds { _ = try log.forget(in: find.isLog ? log.rotate(at: .now) : find.path) }
        }
        _ = try AccountFile.there(settings.accountFile(in: .current))?.forget(events: events.map { ($0.camera, $0.id) })
        var made: [StoredRecord] = []
        for schema in [MatchRecord.schema, OpeningRecord.schema, SessionRecord.schema] {
            // A session is told by its site's name; the others have the camera of their event.
            let cameras = schema == SessionRecord.schema ? [] : Set(events.map(\.camera)).sorted()
            made += try await history.fold(OtherRecords(schema, cameras: cameras), into: [StoredRecord]()) {
                found, stored in
                // What a site made of it is that site's to tell.
                guard stored.site == nil, stored.record.isMade(of: names) else { return false }
                found.append(stored)
                return true
            }
        }
        return (made, unread)
    }
}

extension Record {
    /// Whether a hub made it of one of these events.
    fileprivate func isMade(of events: Set<RecordName>) -> Bool {
        switch self {
        case .match(let match): events.contains(RecordName(camera: match.camera, id: match.event))
        case .opening(let opening):
            opening.event.map { events.contains(RecordName(camera: opening.camera, id: $0)) } ?? false
        case .session(let session): session.isMade(of: events)
        case .plate, .gap, .torn, .candidate, .seal, .health, .forgotten, .other: false
        }
    }
}
