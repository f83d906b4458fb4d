import Answers
import ArgumentParser
import Basics
import History
import Records
import Service

struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "How much there was: plates, gaps by cause, and why candidates were rejected, by camera and hour.",
        discussion: """
            Without --from, the last 24 hours, or those before --to. Hours are those of UTC; one in which the period begins or ends, or a
            day does here, is told in parts. Reasons are those of logs of explanations (log.explain), where the hub reads them: they are
            counted by whole hours, those that begin in the period.
            """)

    enum Span: String, CaseIterable, ExpressibleByArgument {
        case hour, day, all
    }

    @OptionGroup var period: PeriodOptions

    @Option(help: .init("Only this camera's; may be given several times.", valueName: "name"))
    var camera: [String] = []

    @Option(help: .init("What is counted together: hour, day, or all of the period.", valueName: "span"))
    var by = Span.hour

    @Option(help: .init("table, json (one object) or csv.", valueName: "format"))
    var format = OutputFormat.table

    @OptionGroup var lookup: LookupOptions

    func run() async throws {
        let zone = LocalZone.current
        var period = period
        if period.from == nil {
            let end = period.to?.latest ?? .now
            let start = WallTime(milliseconds: end.milliseconds - 86_400_000)
            period.from = try TimeExpression(argument: start.description)
        }
        let settings = try lookup.settings()
        let history = try await lookup.open(settings, for: Self.self)
        try await settings.refuseUnknown(camera, in: history)
        let isParted = by != .all
        let counts = try await history.counts(
            cameras: camera, from: period.from?.earliest, until: period.to?.latest,
            partedAt: { isParted ? zone.midnight(inHourAt: $0) : nil })
        let blindness = try await history.blindness(cameras: camera, period: period)
        let rows = Tally(counts, by: by, zone: zone).rows
        switch format {
        case .table:
            var table = TextTable(["from", "camera", "what", "count"])
            for row in rows { table.add(row.cells(zone.text)) }
            let text = rows.isEmpty ? "There was nothing in this time.\n" : table.text
            try StandardOutput.write(text + blindness.sentences.map { $0 + "\n" }.joined())
        case .csv:
            let text = rows.map { CSVRow.text($0.cells(zone.rfc3339)) }.joined()
            try StandardOutput.write(CSVRow.text(["from", "camera", "what", "count"]) + text)
            for sentence in blindness.sentences { say("plated-hub: \(sentence)") }
        case .json:
            var object = JSONObject()
            object.add("schema", "plated.stats/1")
            object.add("from", period.from?.earliest, in: zone)
            object.add("to", period.to?.latest, in: zone)
            object.add("counts", json: JSONObject.list(rows.map { $0.json(zone) }))
            object.add("blind", json: blindness.json)
            object.add("unread_logs", json: blindness.unreadLogsJSON)
            try StandardOutput.write(object.text + "\n")
        }
    }
}
