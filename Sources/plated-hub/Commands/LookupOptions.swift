import ArgumentParser
import Basics
import Delivery
import Files
import History
import Service
import Settings

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which history is asked, and why.
struct LookupOptions: ParsableArguments {
    @Option(
        name: [.short, .customLong("config")],
        help: .init("Configuration file (YAML); \(HubFile.usual), where it is there.", valueName: "file"))
    var config: String?

    @Option(help: .init("A history, or a copy of one, in place of the configuration's.", valueName: "file"))
    var history: String?

    @Option(help: .init("Why you look, for the record of look-ups.", valueName: "words"))
    var reason: String?

    func settings() throws -> HubConfiguration { try HubFile.settings(config) }

    /// Opens the history to be asked, once the look-up is recorded where the settings want that.
    ///
    /// - Parameter writes: for `forget`.
    func open(
        _ settings: HubConfiguration, for command: any ParsableCommand.Type, writes: Bool = false
    ) async throws -> any History {
        // A plate that is to be forgotten is not written down for it.
        let words = writes ? [] : Array(ProcessArguments.all.dropFirst(2))
        try settings.record(command.configuration.commandName ?? "", words, reason: reason)
        let place = HistoryPlace(settings, given: history, secrets: HubFile.secrets(config))
        guard writes else { return try await place.reading() }
        // A history that is not there is none to forget in: a new one would know nothing, and that would sound like success.
        _ = try await place.reading()
        return try await place.writing()
    }
}

extension HubConfiguration {
    /// Writes down what somebody asks or changes, where the settings want that, before it is done.
    ///
    /// - Parameter words: as they were typed.
    func record(_ command: String, _ words: [String], reason: String?) throws {
        if audit.reasonRequired, reason?.contains(where: { !$0.isWhitespace }) != true {
            throw Failure(
                .usage, while: "",
                because: "the configuration asks for a reason of every look-up (audit.reason_required)",
                remedy: "Say why you look: --reason WORDS.")
        }
        guard audit.lookups else { return }
        let path = auditFile(in: .current)
        // The console goes on with the file that root's first look-up made, or it refuses whatever it cannot record.
        defer { FilePlace.giveToOwnerOfFolder(path) }
        try LookupRecord(path: path).add(command: command, question: words, reason: reason)
    }
}

extension HubFile {
    /// The settings of a file; without one those of the usual file, and where that is missing, the defaults.
    static func settings(_ path: String?) throws -> HubConfiguration {
        let environment = ProcessInfo.processInfo.environment
        guard let path = path ?? (isThere(usual) ? usual : nil) else {
            return HubConfiguration()
        }
        return try HubFile(path: path, environment: environment).checked()
    }

    /// Where the secrets lie that such a file names.
    static func secrets(_ path: String?) -> SecretPlace {
        SecretPlace(configuration: path ?? usual, environment: ProcessInfo.processInfo.environment)
    }

    private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
