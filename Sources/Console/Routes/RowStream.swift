import HTTPTypes
import History
import Hummingbird
import Records

/// Sends new rows of a page as they come (server-sent events).
struct RowStream: Sendable {
    let history: any History
    let accounts: AccountFile

    /// How long the stream waits before it looks for new records again.
    private static let pause = Duration.milliseconds(700)
    /// After so many looks the stream says something, so that no proxy and no dead browser keeps the connection.
    private static let looks = 20

    /// Sends what is made of new records, how far that is, and how many cameras cannot see. A row is sent once more where it comes with others.
    /// The stream ends with the session.
    ///
    /// - Parameter rows: lines of HTML for some new records.
    func follow(
        _ query: Query, rows: @escaping @Sendable ([StoredRecord]) async throws -> [String]
    ) async throws -> Response {
        let begin = NewsPlace(
            after: query.request.headers[.lastEventID] ?? query.fields["since"],
            newest: try await history.present().last)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream"],
            body: ResponseBody { writer in
                var (place, looks, told) = (begin, 0, -1)
                try await writer.write(ByteBuffer(string: place.opening))
                while true {
                    let isBeat = looks % Self.looks == 0
                    if isBeat {
                        guard let session = query.session, try accounts.holds(session, at: .now) else { break }
                        let blind = query.blindCameras(in: try await history.present())
                        let news = blind == told ? ":\n\n" : "event: blind\ndata: \(blind)\n\n"
                        try await writer.write(ByteBuffer(string: news))
                        told = blind
                    }
                    looks += 1
                    let records = try await history.records(after: place.seq, limit: 100)
                    let rows = try await rows(records)
                    let events = place.events(rows, upTo: records.last?.seq, isBeat: isBeat)
                    if !events.isEmpty { try await writer.write(ByteBuffer(string: events)) }
                    try await Task.sleep(for: Self.pause)
                }
                try await writer.finish(nil)
            })
    }
}
