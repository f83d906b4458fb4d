import Answers
import ArgumentParser
import Basics
import Console
import History
import Records
import Service

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all that was found to a file of lines, or with its pictures to a folder or an archive.",
        discussion: """
            All of one plate, for whoever has a right to it:   plated-hub export --plate AB12CDE --output ab12cde.zip
            All of a day, as a table:                          plated-hub export --from 2026-11-20 --to 2026-11-20 --format csv
            A week's plates as labelled pictures:              plated-hub export --from "7 days ago" --format dataset --output week

            Without --output, lines go to standard output. With it, a folder (or, where the name ends in .zip or .tar, an archive) is made
            with events, pictures, and about.json, which says what was asked for, what is missing, and for how long cameras could not see.
            It gets its name when it is whole. A data set has cut-out plates and the table manifest.csv, which plated eval reads; plates
            that somebody corrected have the corrected text. Exits with 1 where nothing was found.
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case ndjson, csv, dataset

        /// Nil where it takes pictures.
        var text: PlateExport.Format? { PlateExport.Format(rawValue: rawValue) }
    }

    @Option(help: .init("Only this plate, with all its pictures: what is known of one vehicle.", valueName: "text"))
    var plate: String?

    @OptionGroup var period: PeriodOptions

    @OptionGroup var place: PlaceOptions

    @Option(help: .init("Only plates that are this sure, 0 to 1, or that somebody corrected.", valueName: "number"))
    var leastConfidence = 0.0

    @Option(
        help: .init("ndjson (lines as they stand in the log), csv or dataset (labelled pictures).", valueName: "format")
    )
    var format = Format.ndjson

    @Option(
        name: [.short, .long],
        help: .init("A folder that is not there yet, or a file that ends in .zip or .tar.", valueName: "path"))
    var output: String?

    @Flag(help: "Leave the pictures out.")
    var withoutPictures = false

    @OptionGroup var lookup: LookupOptions

    func validate() throws {
        guard (0...1).contains(leastConfidence) else { throw ValidationError("--least-confidence is from 0 to 1") }
        guard format == .dataset else { return }
        if output == nil { throw ValidationError("--format dataset needs --output: pictures lie beside its table") }
        if withoutPictures { throw ValidationError("--format dataset has pictures: leave out --without-pictures") }
    }

    func run() async throws {
        let settings = try lookup.settings()
        let search = try place.search(text: plate, match: .exact, distance: nil, period: period)
        // What cannot be written is told before anybody's look-up is recorded.
        let target = try output.map { try ExportPlace($0, modified: WallTime.now.milliseconds / 1000) }
        let history = try await lookup.open(settings, for: Self.self)
        try await settings.refuseUnknown(search.cameras, in: history)
        let blindness = try await history.blindness(cameras: search.cameras, period: period)
        let accounts = try AccountFile.toRead(settings.accountFile(in: .current))
        var plates = PlateExport(search, in: history, accounts: accounts, zone: .current)
        var export = try Export(
            format, target: target, settings: withoutPictures ? nil : settings, plates: plates)
        try export.begin()
        while let page = try await plates.next() {
            for plate in page where plate.corrected != nil || plate.event.confidence >= leastConfidence {
                try export.add(plate)
            }
        }
        try export.finish(
            ExportAnswer(plate: plate, period: period, search: search, blindness: blindness, zone: .current))
        for sentence in export.notes + blindness.sentences { say("plated-hub: \(sentence)") }
        if export.events == 0 { throw Failure(.nothingFound) }
    }
}
