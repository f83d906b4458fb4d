import History
import Records

extension PostgreSQLHistory {
    public func forget(_ plate: String) async throws -> ForgottenText {
        let action = "forgetting a plate"
        guard let text = PlateText.normal(plate) else {
            throw HistoryFailure(action, reason: "the text is empty", cause: .question)
        }
        let place = place
        var forgotten = ForgottenText()
        var before = -1
        while forgotten.records + forgotten.votes > before {
            before = forgotten.records + forgotten.votes
            let more = try await changing(action) { connection in
                var blotter = try Blotter(text, of: connection, place: place)
                try blotter.blotEvents(upTo: Self.removedAtOnce)
                try blotter.removeVotes(upTo: Self.removedAtOnce)
                return blotter.forgotten
            }
            forgotten.records += more.records
            forgotten.votes += more.votes
            forgotten.pictures += more.pictures
        }
        var next: Found? = Found(time: .min, seq: .min)
        while let first = next {
            let (count, rest) = try await changing(action) { connection in
                var blotter = try Blotter(text, of: connection, place: place)
                let next = try blotter.blotOthers(after: first, upTo: Self.blottedAtOnce)
                return (blotter.forgotten.records, next)
            }
            forgotten.records += count
            next = rest
        }
        try await sweep()
        return forgotten
    }

    /// Records that are read through in a transaction.
    private static let blottedAtOnce = 5000
}
