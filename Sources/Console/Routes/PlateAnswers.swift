import Answers
import History
import Records

// What answers of several routes for programs have.

extension History {
    /// What lists have of events: lines of the log, without what stands on the lists beside the plates, where that is not for whoever asks.
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
