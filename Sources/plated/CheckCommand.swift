import ALPR
import Addresses
import ArgumentParser
import Basics
import CameraConfiguration
import Capture
import Engines
import FFmpegCapture
import Logging
import Records
import Service
import Settings

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Check a configuration: tells every problem with file, line and key, or prints the settings in effect.",
        discussion: """
            Finds all that plated run would refuse before it opens the camera. Passwords are never printed. Exits with 78 where
            something is wrong.
            """)

    @Argument(help: .init("Configuration file (YAML).", valueName: "file"))
    var file: String

    @Option(
        help: .init(
            "Check it for plated run SOURCE --config FILE: SOURCE takes the place of source.url.", valueName: "source"))
    var source: String?

    func run() throws {
        var given: Set<String> = []
        if source != nil { given.insert("source.url") }
        let file = ConfigurationFile(
            path: file, surroundings: .process(given: given, forgivesForbiddenSecrets: true))
        var configuration = file.configuration
        if let source { configuration.source = SourceAddress(source) }
        let installation = Installation.ofThisProgram
        var attempts = Attempts()
        let findings = file.isUnreadable ? [] : findings(of: configuration)
        let problems = file.problems + findings.filter(\.isProblem).map { file.problem($0.key, $0.message) }
        if !problems.isEmpty {
            _ = attempts.attempt { throw Problems(problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }) }
        }
        var plan: RecognitionPlan?
        if !file.isUnreadable {
            let log = Logger.plated(level: configuration.log.level)
            plan = attempts.attempt {
                try RecognitionPlan(configuration, installation: installation, asking: .never, log: log)
            }
            // Whether the files are what they should be is known once they are loaded.
            if let plan { _ = attempts.attempt { try plan.make() } }
        }
        for note in file.notes
            + findings.filter({ !$0.isProblem }).map({ file.problem($0.key, $0.message) })
        {
            say("plated: note: \(note)")
        }
        if let choice = plan?.choice { say("plated: note: \(choice)") }
        if let least = configuration.recognition.smoother.minimumProbability, let plan,
            let highest = plan.highestProbability, least > highest
        {
            let problem = file.problem(
                "plates.minimum_probability",
                "is \(least), and no event of \(plan.engineName) is more probable than \(JSONLine.number(highest, digits: 3)): none would"
                    + " be reported")
            say("plated: note: \(problem)")
        } else if let sieve = plan?.sieve {
            say(
                "plated: note: of the texts that were read of the public pictures, \(JSONLine.number(100 * sieve.right, digits: 0)) % of"
                    + " the right ones and \(JSONLine.number(100 * sieve.wrong, digits: 0)) % of the wrong ones have a probability of"
                    + " \(JSONLine.number(sieve.least, digits: 2)) and more")
        }
        try attempts.check()
        guard let plan else { return }
        try StandardOutput.write(
            configuration.effective(
                model: plan.model, detector: plan.detector, reader: plan.reader, formats: installation.formats))
    }

    /// What is known of source and outputs without opening them.
    private func findings(of configuration: Configuration) -> [OutputPaths.Finding] {
        var findings = OutputPaths(
            configuration.log,
            inputs: [file] + [configuration.source].compactMap(\.self).filter { $0.kind == .file }.map(\.location)
        ).findings
        func problem(_ key: String, _ message: String) {
            findings.append(.init(key: key, message: message, isProblem: true))
        }
        if let path = configuration.log.sealKey, let reason = MachineKey.problem(with: path) {
            problem("log.seal_key", reason)
        }
        if let finding = PrivacyPlan(configuration).problem { problem(finding.key, finding.message) }
        if let address = configuration.source {
            if let reason = FFmpegSource.problem(with: address) { problem("source.url", reason) }
            if let substream = configuration.substream,
                let reason = SubstreamWatch.problem(with: substream, of: address)
            {
                problem("source.substream", reason)
            }
            if let reason = FFmpegSource.problem(with: configuration.capture.authorities, of: address) {
                problem("source.authorities", reason)
            }
        } else {
            problem(
                "source.url",
                "is not set, so a service has nothing to read; where the source comes from the command line, as in plated run"
                    + " SOURCE --config \(file), check it with --source SOURCE")
        }
        return findings
    }
}
