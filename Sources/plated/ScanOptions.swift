import Addresses
import ArgumentParser
import Basics
import CameraConfiguration
import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Options of the commands that recognise plates; each takes the place of a key of the configuration.
struct ScanOptions: ParsableArguments {
    @Option(name: [.short, .customLong("config")], help: .init("Configuration file (YAML).", valueName: "file"))
    var config: String?

    @Option(
        help: .init(
            "Countries whose plates are accepted, such as nl,de; any plate where none is given.", valueName: "codes"))
    var formats: String?

    @Option(help: .init("Those of them in which confusable characters (O/0, I/1…) are corrected.", valueName: "codes"))
    var normalise: String?

    @Option(
        help: .init("Write one line of JSON for every candidate, accepted or why not, to this file.", valueName: "file")
    )
    var explain: String?

    @Option(
        help: .init(
            "What reads the characters: tesseract, neural, auto (neural where its nets are installed, or else tesseract), or for plated "
                + "read remote (the server that the configuration names, and nothing beside it).",
            valueName: "engine"))
    var engine: Configuration.Engine?

    @Option(help: .init("Tesseract's plate model (.traineddata).", valueName: "file"))
    var model: String?

    @Option(
        help: .init("How much to say on standard error, from everything to the worst alone.", valueName: "level"))
    var logLevel: Logger.Level?

    func validate() throws {
        // With a configuration, the countries may be named there.
        guard config == nil, let normalise else { return }
        for code in codes(normalise) where !codes(formats ?? "").contains(code) {
            throw ValidationError(
                "--normalise names \(SourceAddress(code)), which is not among the countries; name it in --formats, too")
        }
    }

    /// The file's settings with the options' in their place.
    ///
    /// - Parameters:
    ///   - given: what other options put something in the place of; the camera's name where none is scanned.
    ///   - areSingle: whether single pictures are read, which a server may read alone.
    func configuration(given: Set<String> = ["camera"], areSingle: Bool = false) throws -> Configuration {
        var configuration = Configuration()
        if let config {
            let given = formats == nil ? given : given.union(["formats.countries"])
            let file = ConfigurationFile(path: config, surroundings: .process(given: given))
            configuration = try file.checked()
            let log = Logger.plated(level: logLevel ?? configuration.log.level)
            for note in file.notes { log.notice("\(note)") }
        }
        if let formats {
            configuration.formats.countries = codes(formats)
            configuration.formats.normalise = configuration.formats.normalise.filter(codes(formats).contains)
        }
        if let normalise {
            configuration.formats.normalise = codes(normalise)
            for code in codes(normalise) where !configuration.formats.countries.contains(code) {
                throw Failure(
                    .usage, while: "",
                    because:
                        "--normalise names \(SourceAddress(code)), which is not among the countries; name it in --formats, too"
                )
            }
        }
        if let explain { configuration.log.explain = explain }
        if let engine {
            if engine == .remote { try check(configuration.remote, areSingle: areSingle) }
            configuration.engine = engine
        }
        if let model { configuration.tesseract.model = model }
        if let logLevel { configuration.log.level = logLevel }
        return configuration
    }

    private func check(_ remote: Configuration.Remote, areSingle: Bool) throws(Failure) {
        guard areSingle else {
            throw Failure(
                .usage, while: "--engine remote", because: "a server alone reads single pictures, as plated read does",
                remedy: "It reads beside another engine where the configuration has remote.protocol: leave --engine out"
            )
        }
        guard remote.service == nil else { return }
        throw Failure(
            .usage, while: "--engine remote", because: "no configuration names the server",
            remedy: "Write remote.protocol and the other keys of remote into a file, and name that with --config")
    }

    private func codes(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.lowercased().filter { !$0.isWhitespace } }
    }
}

extension ConfigurationFile.Surroundings {
    static func process(given: Set<String> = [], forgivesForbiddenSecrets: Bool = false) -> Self {
        Self(
            environment: ProcessInfo.processInfo.environment, given: given,
            forgivesForbiddenSecrets: forgivesForbiddenSecrets)
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension Configuration.Engine: ExpressibleByArgument {}
