import Answers
import ArgumentParser
import Basics
import History
import Records
import Rules
import Service

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "Who is in a car park or between two cameras, and who was.",
        discussion: "Without a time it is who is in now; with one, all sessions that something happened to then.")

    @Argument(help: .init("A site of the configuration; all, where none is given.", valueName: "site"))
    var sites: [String] = []

    @Option(help: .init("Only those that are open, ended, forgotten, exit_missed or entry_missed.", valueName: "state"))
    var state: [String] = []

    @Flag(help: "Only those that last, or lasted, longer than they may.")
    var overstay = false

    @OptionGroup var period: PeriodOptions

    @Option(help: .init("table, json (one object) or csv.", valueName: "format"))
    var format = OutputFormat.table

    @OptionGroup var lookup: LookupOptions

    private static let states = SessionState.allCases.filter { $0 != .withdrawn }.map(\.rawValue)

    func validate() throws {
        for state in state where !Self.states.contains(state) {
            throw ValidationError("--state is one of \(Self.states.joined(separator: ", "))")
        }
    }

    func run() async throws {
        let settings = try lookup.settings()
        let known = settings.sessions
        guard !known.isEmpty else {
            throw Failure(
                .configuration, while: "", because: "no car park and no section is configured",
                remedy: "The key sessions of hub.yaml has them: docs/sessions.md.")
        }
        if let unknown = sites.first(where: { name in !known.contains { $0.name == name } }) {
            throw Failure(
                .usage, while: "", because: "there is no site \(unknown)",
                remedy: "There are: \(known.map(\.name).joined(separator: ", ")).")
        }
        let asked = known.filter { sites.isEmpty || sites.contains($0.name) }
        let history = try await lookup.open(settings, for: Self.self)
        let now = WallTime.now
        let open = try await open(asked, in: history, at: now)
        var shown = open
        if period.from != nil || period.to != nil || !state.isEmpty || overstay {
            shown = try await history.sessions(
                sites: asked.map(\.name), from: period.from?.earliest ?? WallTime(milliseconds: 0),
                until: period.to?.latest ?? WallTime(milliseconds: .max))
        }
        shown = shown.filter {
            (state.isEmpty || state.contains($0.state.rawValue)) && (!overstay || $0.isOverstay)
        }
        try answer(shown, sites: asked, open: open, now: now)
    }

    /// Whose entry is not so long ago that it would be forgotten.
    private func open(_ sites: [SessionSite], in history: any History, at now: WallTime) async throws -> [SessionRecord]
    {
        var open: [SessionRecord] = []
        for site in sites {
            let from = now.milliseconds - site.forgottenAfter.milliseconds - 3_600_000
            open += try await history.sessions(sites: [site.name], from: WallTime(milliseconds: from))
                .filter { $0.state == .open }
        }
        return open
    }

    private func answer(
        _ shown: [SessionRecord], sites: [SessionSite], open: [SessionRecord], now: WallTime
    ) throws {
        let table = SessionTable(zone: .current)
        let counts = sites.map { site in
            let own = open.filter { $0.site == site.name }
            return (site: site, open: own.count, overstays: own.count(where: \.isOverstay))
        }
        switch format {
        case .table:
            let sentences = counts.map { count in
                let room = count.site.capacity.map { " of \($0)" } ?? ""
                let late = count.overstays == 0 ? "" : ", \(count.overstays) of them too long"
                return "\(count.site.name): \(count.open)\(room) are in\(late).\n"
            }
            try StandardOutput.write(
                (shown.isEmpty ? "No session was found.\n" : table.table(shown, now: now)) + sentences.joined())
        case .csv:
            try StandardOutput.write(
                CSVRow.text(SessionTable.headings) + shown.map { CSVRow.text(table.cells($0)) }.joined())
        case .json:
            var object = JSONObject()
            object.add("schema", "plated.sessions/1")
            object.add(
                "sites",
                json: JSONObject.list(
                    counts.map { count in
                        var one = JSONObject()
                        one.add("site", count.site.name)
                        one.add("occupancy", count.open)
                        one.add("capacity", json: count.site.capacity.map { "\($0)" } ?? "null")
                        one.add("overstays", count.overstays)
                        return one.text
                    }))
            let lines = shown.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }
            object.add("sessions", json: JSONObject.list(lines))
            try StandardOutput.write(object.text + "\n")
        }
    }
}
