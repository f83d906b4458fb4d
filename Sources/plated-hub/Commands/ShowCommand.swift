import Answers
import ArgumentParser
import Basics
import History
import Records
import Service

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all of one event, where its pictures are, and whether they are what was written.",
        discussion: "Exits with 1 where the history has no such event.")

    @Argument(help: .init("The event's identifier, as search prints it.", valueName: "id"))
    var id: String

    @Option(help: .init("table, or json (one object).", valueName: "format"))
    var format = ShownFormat.table

    @OptionGroup var lookup: LookupOptions

    func run() async throws {
        let settings = try lookup.settings()
        let history = try await lookup.open(settings, for: Self.self)
        let records = try await history.records(id: id)
        guard !records.isEmpty else {
            throw Failure(
                .nothingFound, while: "", because: "the history has nothing with the identifier \(id.shown)",
                remedy: "plated-hub search prints identifiers; what is older than its time is no longer there.")
        }
        for record in records {
            let answer = try ShownRecord(record, settings: settings, zone: .current)
            try StandardOutput.write(format == .json ? answer.json + "\n" : answer.text)
        }
    }
}
