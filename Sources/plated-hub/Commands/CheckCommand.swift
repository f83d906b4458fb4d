import ArgumentParser
import Basics
import Console
import Delivery
import Glibc
import History
import Logging
import Records
import Rules
import Service
import Settings

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Check a configuration: tells every problem with file, line and key, or prints the settings in effect.",
        discussion: "Without a file, \(HubFile.usual). Exits with 78 where something is wrong.")

    @Argument(help: .init("Configuration file (YAML).", valueName: "file"))
    var given: String?

    @Option(
        name: [.short, .customLong("config")],
        help: .init("The same, as the other commands take it.", valueName: "file"))
    var config: String?

    private var file: String { given ?? config ?? HubFile.usual }

    func validate() throws {
        if let given, let config {
            throw ValidationError("there are two configurations, \(given) and \(config): name one")
        }
    }

    func run() async throws {
        let file = HubFile(path: file, environment: ProcessInfo.processInfo.environment)
        let settings = try file.checked()
        var attempts = Attempts()
        attempts.attempt { try HistoryPlace(settings, given: nil, secrets: HubFile.secrets(self.file)).check() }
        for destination in settings.destinations {
            attempts.attempt { try destination.check(secrets: HubFile.secrets(self.file)) }
        }
        for door in settings.doors {
            let talk = Logger(label: "check") { _ in StandardErrorLog() }
            attempts.attempt { _ = try door.open(secrets: HubFile.secrets(self.file), hub: "check", talk: talk) }
        }
        let lists = settings.listFolder(in: .current).contents()
        if !lists.problems.isEmpty { attempts.attempt { throw Problems(lists.problems) } }
        try attempts.check()
        let cameras = CameraNotes(settings: settings, history: await Self.cameras(settings))
        for note in notes(file, settings) + cameras.all(file) { say("plated-hub: note: \(note)") }
        try StandardOutput.write(settings.effective(in: .current))
    }

    /// Those of a history that is a file; none where there is none, or none that this user may read. No server is asked.
    private static func cameras(_ settings: HubConfiguration) async -> [String] {
        let path = settings.historyFile(in: .current)
        guard settings.history.postgresql == nil, access(path, R_OK) == 0 else { return [] }
        do { return try await SQLiteHistory(path: path, access: .reading).present().cameras } catch { return [] }
    }

    /// What a person may want to know, and is no fault: another user runs the hub, and cameras may come later.
    private func notes(_ file: HubFile, _ settings: HubConfiguration) -> [Problem] {
        var notes: [Problem] = []
        let patterns = settings.logs.map { LogPattern($0) }
        for pattern in patterns where !FileManager.default.isReadableFile(atPath: pattern.folder) {
            notes.append(
                file.problem(
                    "logs", "has \(pattern.text), whose folder is not there, or nothing that this user may read"))
        }
        for pattern in patterns where pattern.logs.allSatisfy({ !FileManager.default.fileExists(atPath: $0) }) {
            notes.append(file.problem("logs", "has \(pattern.text), and there is no such log yet"))
        }
        for name in settings.root.strangers {
            let path = "\(settings.root.configurations)/\(name)"
            notes.append(Problem(file: path, message: "is no camera's file: a camera's name \(CameraID.rule)"))
        }
        for path in Console.unreadSealKeys(settings.proof.keys) {
            notes.append(
                file.problem(
                    "proof.keys",
                    "has \(path), which is no public key in PEM, or none that this user may read: plated key --pem prints one"
                ))
        }
        let path = settings.historyFile(in: .current)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        if !folder.isEmpty, folder != StateFolder.usual, !FileManager.default.fileExists(atPath: folder) {
            notes.append(
                file.problem("history.path", "lies in \(folder), which does not exist: the hub does not make it"))
        }
        for (key, path) in secrets(settings) where isOpen(path) {
            notes.append(
                file.problem(key, "has a password that every user of this machine can read: chmod 600 \(path)"))
        }
        let lists = settings.listFolder(in: .current).contents().lists
        for door in settings.doors {
            for name in door.lists where !lists.contains(where: { $0.name == name && $0.kind == .allow }) {
                notes.append(
                    file.problem("doors", "\(door.name) opens for \(name), and there is no such list for allow yet"))
            }
        }
        notes += SessionRetentionNotes(settings: settings).all(file)
        notes += DenyNotes(settings: settings, state: .current).all()
        let ways =
            settings.destinations.map { ("destinations", $0.name, $0.way) }
            + settings.doors.map { ("doors", $0.name, $0.way.way) }
        for (key, name, way) in ways {
            for doubt in way.doubts { notes.append(file.problem(key, "\(name): \(doubt)")) }
            for host in way.hosts where !["localhost", "127.0.0.1", "::1"].contains(host) {
                notes.append(
                    file.problem(
                        key,
                        "\(name) leads to \(host): the service reaches it once its unit lets it"
                            + " (IPAddressAllow=, docs/integrations.md)"))
            }
        }
        return notes
    }

    /// Files with passwords, and the keys that name them.
    private func secrets(_ settings: HubConfiguration) -> [(key: String, path: String)] {
        let named =
            [
                ("history.password_file", settings.history.passwordFile)
            ]
            + settings.destinations.map { ("destinations", $0.centre?.tokenFile) }
        let place = HubFile.secrets(file)
        return named.compactMap { key, name in name.map { (key, place.path(of: $0)) } }
    }

    private func isOpen(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
    }
}
