import Answers
import History
import Hummingbird
import Records

/// All that a list shows, as a file.
extension Desk {
    @Sendable func exportCSV(_ query: Query) throws -> Response {
        let table = EventTable(zone: zone)
        return try export(
            query, "text/csv; charset=utf-8", "csv", head: CSVRow.text(EventTable.headings + ["corrected"])
        ) {
            record, correction in
            guard case .plate(let event) = record.record else { return "" }
            let corrected = correction.map { $0.plate == event.plate ? "" : $0.plate } ?? ""
            return CSVRow.text(table.cells(event) + [corrected])
        }
    }

    @Sendable func exportLines(_ query: Query) throws -> Response {
        try export(query, "application/x-ndjson", "ndjson", head: "") { record, _ in
            String(decoding: record.line, as: UTF8.self) + "\n"
        }
    }

    private func export(
        _ query: Query, _ type: String, _ ending: String, head: String,
        row: @escaping @Sendable (StoredRecord, Correction?) -> String
    ) throws -> Response {
        var fields = query.fields
        fields.set("limit", nil)
        let question = try PlateQuestion(fields, now: query.now, zone: zone)
        if lacksReason(query) { throw Self.reasonless }
        try record("export", question.words + ["format=\(ending)"], query)
        let name = "plates-\(query.now.description.prefix(10)).\(ending)"
        return Response(
            status: .ok,
            headers: [.contentType: type, .contentDisposition: "attachment; filename=\"\(name)\""],
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: head))
                var place = question.after
                repeat {
                    let page = try await history.search(question.search, after: place, limit: 500)
                    let corrections = try corrections(of: page.records)
                    var buffer = ByteBuffer()
                    for record in page.records {
                        guard case .plate(let event) = record.record else { continue }
                        buffer.writeString(row(record, corrections[event.camera + " " + event.id]))
                    }
                    try await writer.write(buffer)
                    place = page.next
                } while place != nil
                try await writer.finish(nil)
            })
    }
}
