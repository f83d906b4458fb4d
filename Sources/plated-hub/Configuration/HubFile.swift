import Basics
import Rules
import Settings

/// The hub's configuration as a file: what is in it, and everything that is wrong with it, each with line and key.
struct HubFile {
    /// Where the package expects it.
    static let usual = "/etc/plated/hub.yaml"

    let path: String
    /// Values that were wrong, or are not there, stand at their defaults.
    let configuration: HubConfiguration
    /// In the order of the file's lines.
    let problems: [Problem]
    private let lines: [String: Int]

    init(path: String, environment: [String: String]) {
        do {
            self.init(text: try YAMLFile.text(of: path), path: path, environment: environment)
        } catch {
            self.init(path: path, configuration: HubConfiguration(), problems: [error], lines: [:])
        }
    }

    init(text: String, path: String, environment: [String: String]) {
        let findings = MappingReader.Findings(file: path, environment: environment)
        var reading = HubReading()
        do {
            let (root, repeated) = try YAMLFile.rootAndRepeatedKeys(of: text, file: path)
            findings.problems += repeated
            let reader = MappingReader(root, findings: findings)
            for key in HubKey.all { key.read(from: reader, into: &reading) }
            reader.finish()
        } catch {
            findings.problems.append(error)
        }
        self.init(
            path: path, configuration: reading.configuration,
            problems: findings.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }, lines: findings.lines)
    }

    private init(path: String, configuration: HubConfiguration, problems: [Problem], lines: [String: Int]) {
        self.path = path
        self.configuration = configuration
        self.problems = problems
        self.lines = lines
    }

    /// The configuration, or everything that is wrong with the file.
    func checked() throws(Problems) -> HubConfiguration {
        if !problems.isEmpty { throw Problems(problems) }
        return configuration
    }

    /// Something about a key of this file, found by whoever uses its value.
    func problem(_ key: String, _ message: String) -> Problem {
        Problem(file: path, line: lines[key], key: key, message: message)
    }
}

extension HubConfiguration {
    /// The settings in effect, as a configuration file would have them.
    func effective(in state: StateFolder) -> String {
        var shown = self
        shown.history.path = historyFile(in: state)
        shown.audit.file = auditFile(in: state)
        shown.lists.folder = listFolder(in: state).path
        return HubKey.all.flatMap { $0.lines(of: shown) }.map { $0 + "\n" }.joined()
    }
}
