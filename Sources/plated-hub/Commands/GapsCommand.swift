import Answers
import ArgumentParser
import Basics
import History
import Records
import Service

struct GapsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gaps",
        abstract: "When cameras could not see, and why, the newest first.")

    @OptionGroup var period: PeriodOptions

    @Option(help: .init("Only this camera's; may be given several times.", valueName: "name"))
    var camera: [String] = []

    @Option(help: .init("table, json (one object) or csv.", valueName: "format"))
    var format = OutputFormat.table

    @OptionGroup var lookup: LookupOptions

    func run() async throws {
        let zone = LocalZone.current
        let settings = try lookup.settings()
        let history = try await lookup.open(settings, for: Self.self)
        try await settings.refuseUnknown(camera, in: history)
        let gaps = try await history.gaps(cameras: camera, from: period.from?.earliest, until: period.to?.latest)
        let blindness = try await history.blindness(cameras: camera, period: period)
        switch format {
        case .table:
            var table = TextTable(["camera", "cause", "from", "to", "for"])
            for gap in gaps {
                let end = gap.end.map(zone.text) ?? "it lasts"
                table.add([gap.camera, gap.gap.cause.rawValue, zone.text(gap.gap.start), end, gap.length.inWords])
            }
            let none =
                blindness.unreadLogs.isEmpty
                ? "No gap was found: as far as the logs tell, every camera could see.\n"
                : "No gap was found in the logs that can be read.\n"
            let text = gaps.isEmpty ? none : table.text
            try StandardOutput.write(text + blindness.sentences.map { $0 + "\n" }.joined())
        case .csv:
            let rows = gaps.map { gap in
                [
                    gap.camera, gap.gap.cause.rawValue, zone.rfc3339(gap.gap.start), gap.end.map(zone.rfc3339) ?? "",
                    JSONLine.number(gap.length.seconds, digits: 1),
                ]
            }
            try StandardOutput.write(([["camera", "cause", "from", "to", "seconds"]] + rows).map(CSVRow.text).joined())
            for sentence in blindness.unreadSentences { say("plated-hub: \(sentence)") }
        case .json:
            var object = JSONObject()
            object.add("schema", "plated.gaps/1")
            object.add("gaps", json: JSONObject.list(gaps.map { $0.json(zone) }))
            object.add("blind", json: blindness.json)
            object.add("unread_logs", json: blindness.unreadLogsJSON)
            try StandardOutput.write(object.text + "\n")
        }
    }
}

extension StoredGap {
    /// Until now where it lasts.
    fileprivate var length: Duration {
        .milliseconds(max(0, (end ?? .now).milliseconds - gap.start.milliseconds))
    }

    fileprivate func json(_ zone: LocalZone) -> String {
        var object = JSONObject()
        object.add("camera", camera)
        object.add("cause", gap.cause.rawValue)
        object.add("from", gap.start, in: zone)
        object.add("to", end, in: zone)
        object.add("duration_s", length.seconds, digits: 1)
        return object.text
    }
}
