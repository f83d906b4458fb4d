import Answers
import ArgumentParser
import Basics
import History
import Records
import Service

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find accepted plates, the newest first.",
        discussion: """
            Without a text, every plate of the period. Small letters, spaces, dashes and dots make no difference.
              exact      the very text
              pattern    ? is one character, * any number of them; what is taken where the text has one of them
              alike      as pattern; characters that are taken for one another count as equal (O and 0, B and 8)
              near       at most --distance characters are different, missing or too many
              candidate  as pattern, among the texts that were read or voted for and did not become the plate

            Every answer says for how long cameras could not see in the period: no plate found then means nothing. With --format csv
            that is said on standard error. Exits with 1 where nothing was found.
            """)

    @Argument(help: .init("A plate, or a part of it with * and ? (in quotes, for the shell).", valueName: "text"))
    var text: String?

    @Option(help: .init("How the text is compared: exact, pattern, alike, near or candidate.", valueName: "way"))
    var match: Search.Way?

    @Option(help: .init("For near: how many characters may differ, 1 to 3.", valueName: "count"))
    var distance: Int?

    @OptionGroup var period: PeriodOptions

    @OptionGroup var place: PlaceOptions

    @Option(help: .init("At most so many.", valueName: "count"))
    var limit = 50

    @Option(
        help: .init("Goes on behind an earlier answer, which says how.", valueName: "place"),
        transform: { text in
            guard let cursor = PageCursor(text) else { throw ValidationError("an earlier answer says what to write") }
            return cursor
        })
    var after: PageCursor?

    @Option(help: .init("table, json (one object) or csv.", valueName: "format"))
    var format = OutputFormat.table

    @OptionGroup var lookup: LookupOptions

    /// Of a page.
    private static let most = 10_000

    func validate() throws {
        guard (1...100_000).contains(limit) else {
            throw ValidationError("--limit is from 1 to 100000; export has no limit")
        }
        if distance != nil, match != .near { throw ValidationError("--distance belongs to --match near") }
    }

    func run() async throws {
        let search = try place.search(text: text, match: match, distance: distance, period: period)
        let settings = try lookup.settings()
        let history = try await lookup.open(settings, for: Self.self)
        try await settings.refuseUnknown(search.cameras, in: history)
        let page = try await found(search, in: history)
        let blind = try await history.blindness(cameras: search.cameras, period: period)
        let answer = SearchAnswer(page: page, period: period, blindness: blind, zone: .current)
        try StandardOutput.write(answer.text(format))
        if format == .csv { for sentence in answer.notes { say("plated-hub: \(sentence)") } }
        if page.records.isEmpty { throw Failure(.nothingFound) }
    }

    /// As many as are wanted: a page of the history has fewer.
    private func found(_ search: Search, in history: any History) async throws -> Page {
        var records: [StoredRecord] = []
        var next = after
        repeat {
            let page = try await history.search(search, after: next, limit: min(Self.most, limit - records.count))
            records += page.records
            next = page.next
        } while next != nil && records.count < limit
        return Page(records: records, next: next)
    }
}

extension Search.Way: ExpressibleByArgument {}
