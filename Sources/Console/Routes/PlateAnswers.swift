import Answers
import History
import Records

// Several answers for programs have these.

extension History {
    /// Returns what lists have of events, as lines of the log. Notes on the lists are left out where they are not for whoever asks.
    func matchLines(of records: [StoredRecord], for query: Query) async throws -> String {
        let found = try await matches(of: records)
        let mayReadNotes = query.seenCameras.isEmpty
        return JSONObject.list(
            records.compactMap(\.event).flatMap { found[$0.id] ?? [] }.map { match in
                var match = match
                if !mayReadNotes { match.note = nil }
                return String(decoding: match.line.dropLast(), as: UTF8.self)
            })
    }
}

extension Correction {
    func json(_ zone: LocalZone) -> String {
        var object = JSONObject()
        object.add("id", id)
        object.add("camera", camera)
        object.add("original", original)
        object.add("plate", plate)
        object.add("who", who)
        object.add("ts", made, in: zone)
        return object.text
    }
}
