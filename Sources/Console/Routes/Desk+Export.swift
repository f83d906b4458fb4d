import Answers
import Hummingbird
import Records

/// All that a list shows, as a file.
extension Desk {
    @Sendable func exportCSV(_ query: Query) throws -> Response {
        try export(query, .csv, "text/csv; charset=utf-8")
    }

    @Sendable func exportLines(_ query: Query) throws -> Response {
        try export(query, .ndjson, "application/x-ndjson")
    }

    private func export(_ query: Query, _ format: PlateExport.Format, _ type: String) throws -> Response {
        var fields = query.fields
        fields.set("limit", nil)
        let question = try PlateQuestion(fields, now: query.now, zone: zone)
        if lacksReason(query) { throw Self.reasonless }
        try record("export", question.words + ["format=\(format.rawValue)"], query)
        let name = "plates-\(query.now.description.prefix(10)).\(format.rawValue)"
        return Response(
            status: .ok,
            headers: [.contentType: type, .contentDisposition: "attachment; filename=\"\(name)\""],
            body: ResponseBody { writer in
                var export = PlateExport(
                    question.search, after: question.after, in: history, accounts: accounts, zone: zone)
                try await writer.write(ByteBuffer(string: export.head(format)))
                while let plates = try await export.next() {
                    try await writer.write(ByteBuffer(string: plates.map { export.text(of: $0, format) }.joined()))
                }
                try await writer.finish(nil)
            })
    }
}
