import Answers
import ArgumentParser
import Basics
import History
import Records
import Service

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all that was found to a file of lines, or with its pictures to a folder or an archive.",
        discussion: """
            All of one plate, for whoever has a right to it:   plated-hub export --plate AB12CDE --output ab12cde.tar
            All of a day, as a table:                          plated-hub export --from 2026-11-20 --to 2026-11-20 --format csv

            Without --output, lines go to standard output. With it, a folder (or, where the name ends in .tar, an archive) is made with
            events, pictures, and about.json, which says what was asked for, what is missing, and for how long cameras could not see. It
            gets its name when it is whole. Exits with 1 where nothing was found.
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case ndjson, csv
    }

    @Option(help: .init("Only this plate, with all its pictures: what is known of one vehicle.", valueName: "text"))
    var plate: String?

    @OptionGroup var period: PeriodOptions

    @OptionGroup var place: PlaceOptions

    @Option(help: .init("ndjson (lines as they stand in the log) or csv.", valueName: "format"))
    var format = Format.ndjson

    @Option(
        name: [.short, .long],
        help: .init("A folder that is not there yet, or a file that ends in .tar.", valueName: "path"))
    var output: String?

    @Flag(help: "Leave the pictures out.")
    var withoutPictures = false

    @OptionGroup var lookup: LookupOptions

    func run() async throws {
        let settings = try lookup.settings()
        let search = try place.search(text: plate, match: .exact, distance: nil, period: period)
        // What cannot be written is told before anybody's look-up is recorded.
        let target = try output.map { try ExportPlace($0, modified: WallTime.now.milliseconds / 1000) }
        var export = try Export(format, target: target, settings: withoutPictures ? nil : settings, zone: .current)
        let history = try await lookup.open(settings, for: Self.self)
        try await settings.refuseUnknown(search.cameras, in: history)
        let blindness = try await history.blindness(cameras: search.cameras, period: period)
        try export.begin()
        var next: PageCursor?
        repeat {
            let page = try await history.search(search, after: next, limit: 500)
            for record in page.records { try export.add(record) }
            next = page.next
        } while next != nil
        try export.finish(
            ExportAnswer(plate: plate, period: period, search: search, blindness: blindness, zone: .current))
        for sentence in export.notes + blindness.sentences { say("plated-hub: \(sentence)") }
        if export.events == 0 { throw Failure(.nothingFound) }
    }
}
