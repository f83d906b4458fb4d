import Answers
import ArgumentParser
import Basics
import History
import Records
import Rules
import Service

struct DoorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doors",
        abstract: "When doors opened and for whom, and when they stayed closed and why.",
        discussion: "The newest first; of today, where no time is given.")

    @Argument(help: .init("A door; all, where none is given.", valueName: "door"))
    var doors: [String] = []

    @Option(help: .init("Only what was opened, failed, withheld or asked.", valueName: "state"))
    var state: [String] = []

    @OptionGroup var period: PeriodOptions

    @Option(help: .init("At most so many.", valueName: "number"))
    var limit = 100

    @Option(help: .init("table, json (one object) or csv.", valueName: "format"))
    var format = OutputFormat.table

    @OptionGroup var lookup: LookupOptions

    func validate() throws {
        let known = OpeningRecord.State.allCases.map(\.rawValue)
        for state in state where !known.contains(state) {
            throw ValidationError("--state is one of \(known.joined(separator: ", "))")
        }
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 100000") }
    }

    func run() async throws {
        let settings = try lookup.settings()
        let history = try await lookup.open(settings, for: Self.self)
        try await refuseUnknown(configured: settings.doors.map(\.name), history)
        let now = WallTime.now
        let today = try TimeExpression("today", now: now, zone: .current).earliest
        let found = try await history.openings(
            doors: doors, from: period.from?.earliest ?? (period.to == nil ? today : WallTime(milliseconds: 0)),
            until: period.to?.latest ?? WallTime(milliseconds: .max), limit: state.isEmpty ? limit : 100_000
        ).filter { state.isEmpty || state.contains($0.state.rawValue) }.prefix(limit)
        let table = OpeningTable(zone: .current)
        switch format {
        case .table:
            try StandardOutput.write(
                found.isEmpty ? "No door had anything to do then.\n" : table.table(Array(found), now: now))
        case .csv:
            try StandardOutput.write(
                CSVRow.text(OpeningTable.headings) + found.map { CSVRow.text(table.cells($0)) }.joined())
        case .json:
            var object = JSONObject()
            object.add("schema", "plated.doors/1")
            object.add(
                "openings",
                json: JSONObject.list(found.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }))
            try StandardOutput.write(object.text + "\n")
        }
        if found.isEmpty { throw Failure(.nothingFound) }
    }
    /// A door that is not configured may have been, and has its records.
    private func refuseUnknown(configured: [String], _ history: any History) async throws {
        for door in doors where !configured.contains(door) {
            let ever = try await history.openings(
                doors: [door], from: WallTime(milliseconds: 0), until: WallTime(milliseconds: .max), limit: 1)
            guard ever.isEmpty else { continue }
            throw Failure(
                .nothingFound, while: "", because: "there is no door \(door), and there was none",
                remedy: configured.isEmpty
                    ? "The key doors of hub.yaml has them: docs/doors.md."
                    : "There are: \(configured.joined(separator: ", ")).")
        }
    }
}
