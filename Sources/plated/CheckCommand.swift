import ALPR
import ArgumentParser
import Logging
import Scanner

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Check a configuration: tells every problem with file, line and key, or prints the settings in effect.",
        discussion: "Passwords are never printed. Exits with 78 where something is wrong.")

    @Argument(help: .init("Configuration file (YAML).", valueName: "file"))
    var file: String

    func run() throws {
        let configuration = try ConfigurationFile(path: file, surroundings: .process).configuration
        let installation = Installation()
        let log = Logger.plated(level: configuration.log.level)
        let plan = try RecognitionPlan(configuration, installation: installation, log: log)
        // Whether the files are what they should be is known once they are loaded.
        _ = try plan.make()
        try StandardOutput.write(
            configuration.effective(model: plan.model, detector: plan.detector, formats: installation.formats))
    }
}
