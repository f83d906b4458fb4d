import Addresses
import ArgumentParser
import Logging
import Scanner

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

    @Option(help: .init("What reads the characters: tesseract or neural.", valueName: "engine"))
    var engine: Configuration.Engine?

    @Option(help: .init("Tesseract's plate model (.traineddata).", valueName: "file"))
    var model: String?

    @Option(
        help: .init("How much to say on standard error, from everything to the worst alone.", valueName: "level"))
    var logLevel: Logger.Level?

    /// The file's settings with the options' in their place.
    func configuration() throws -> Configuration {
        var configuration = Configuration()
        if let config {
            configuration = try ConfigurationFile(path: config, surroundings: .process).configuration
        }
        if let formats {
            configuration.formats.countries = codes(formats)
            configuration.formats.normalise = configuration.formats.normalise.filter(codes(formats).contains)
        }
        if let normalise {
            configuration.formats.normalise = codes(normalise)
            for code in codes(normalise) where !configuration.formats.countries.contains(code) {
                throw ValidationError("--normalise names \(SourceAddress(code)), which is not among the formats")
            }
        }
        if let explain { configuration.log.explain = explain }
        if let engine { configuration.engine = engine }
        if let model { configuration.tesseract.model = model }
        if let logLevel { configuration.log.level = logLevel }
        return configuration
    }

    private func codes(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.lowercased().filter { !$0.isWhitespace } }
    }
}

extension ConfigurationFile.Surroundings {
    static var process: Self { Self(environment: ProcessInfo.processInfo.environment) }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension Configuration.Engine: ExpressibleByArgument {}
