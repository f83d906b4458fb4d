import ArgumentParser
import Basics
import Fleet
import History
import Logging
import Records
import Service

struct RebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Make the history anew from the logs and what they were rotated to.",
        discussion: """
            For a history that is damaged. The old file is kept under another name, and tables of PostgreSQL in another schema; what
            the logs no longer have is only there. Stop the hub first: systemctl stop plated-hub; and all others that share the
            history. What sites have handed over to a centre they bring again, as far as they still have it.
            """)

    @Option(
        name: [.short, .customLong("config")],
        help: .init("Configuration file (YAML); \(HubFile.usual), where it is there.", valueName: "file"))
    var config: String?

    @Option(help: .init("The history, in place of the configuration's.", valueName: "file"))
    var history: String?

    func run() async throws {
        let settings = try HubFile.settings(config)
        let path = history ?? settings.historyFile(in: .current)
        let opened = HistoryPlace(settings, given: history, secrets: HubFile.secrets(config))
        let logs = LogFolders.logs(settings.logs.map { LogPattern($0) })
        // A centre gets what its sites have, and they are to be let in.
        let sites = await Self.sites(of: opened)
        guard !logs.isEmpty || !sites.isEmpty else {
            throw Failure(
                .noInput, while: "making the history \(try opened.shown) anew",
                because: "there is no log: \(settings.logs.joined(separator: ", "))",
                remedy: "The key logs says which logs are read. Nothing was touched.")
        }
        var place = settings
        place.history.path = path
        let all = LogFolders.logs(LogPattern.all(of: place, in: .current))
        let lock = try HistoryLock(path)
        defer { withExtendedLifetime(lock) {} }
        if let old = try await opened.setAside() { say("plated-hub: what was there is now \(old)") }
        defer { opened.giveFiles() }
        var talk = Logger(label: "plated-hub") { _ in StandardErrorLog() }
        talk.logLevel = settings.log.level
        let history = try await opened.writing()
        try await SiteRegister(history).restore(sites)
        let intake = try await Intake(history: history, logs: all, talk: talk, now: { .now }, limit: { _ in nil })
        try await intake.catchUp()
        let status = try await history.status()
        try StandardOutput.write("\(status.events) plates of \(logs.count) logs are in \(history.place).\n")
    }

    /// What lets sites in, of a history that can be read still.
    private static func sites(of place: HistoryPlace) async -> [KeptName: String] {
        do { return try await SiteRegister(try await place.reading()).membership() } catch { return [:] }
    }
}
