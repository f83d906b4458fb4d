import Answers
import ArgumentParser
import Basics
import Delivery
import History
import Records
import Rules
import Service

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "What the history has, how far each log was read, and what was wrong with it.")

    @Option(
        name: [.short, .customLong("config")],
        help: .init("Configuration file (YAML); \(HubFile.usual), where it is there.", valueName: "file"))
    var config: String?

    @Option(help: .init("A history, or a copy of one, in place of the configuration's.", valueName: "file"))
    var history: String?

    @Option(help: .init("table, or json (one object).", valueName: "format"))
    var format = ShownFormat.table

    func run() async throws {
        var settings = try HubFile.settings(config)
        let path = history ?? settings.historyFile(in: .current)
        settings.history.path = path
        // Root reads what the hub cannot.
        var folder = settings.listFolder(in: .current)
        folder.isOfOwner = true
        let isRunning = HistoryLock.isHeld(path)
        let kept = try await HistoryPlace(settings, given: history, secrets: HubFile.secrets(config)).reading()
        let answer = StatusAnswer(
            path: kept.place, isRunning: isRunning, standstill: HistoryLock.told(path), status: try await kept.status(),
            present: try await kept.present(),
            destinations: try await settings.destinationReports(in: .current, history: kept),
            lists: ListsAnswer(folder),
            sites: try await SitesAnswer(kept), zone: .current)
        try StandardOutput.write(format == .json ? answer.json + "\n" : answer.text)
    }
}
