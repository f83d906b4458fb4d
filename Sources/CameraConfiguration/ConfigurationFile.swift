import ALPR
import Settings

/// Reads a camera's configuration. Every problem is found at once, each with file, line and key.
public struct ConfigurationFile {
    /// Where the variables and secrets that a file may refer to come from, and what the command line adds to the file.
    public struct Surroundings: Sendable {
        public var environment: [String: String]
        /// Keys that the command line puts something in the place of, such as `camera`.
        public var given: Set<String>
        /// Whether a secret that this user may not read, and the service may, is no problem: nothing is opened with it.
        public var forgivesForbiddenSecrets: Bool

        public init(environment: [String: String], given: Set<String> = [], forgivesForbiddenSecrets: Bool = false) {
            self.environment = environment
            self.given = given
            self.forgivesForbiddenSecrets = forgivesForbiddenSecrets
        }

        /// systemd's folder of credentials, where it gave one.
        var credentials: String? { environment["CREDENTIALS_DIRECTORY"] }
    }

    public let path: String
    /// Values that were wrong, or are not there, stand at their defaults.
    public let configuration: Configuration
    /// Everything that is wrong with the file, in the order of its lines.
    public let problems: [Problem]
    /// What a person may want to know, and is no fault.
    public let notes: [Problem]
    /// Whether nothing of the file could be used, so that nothing can be said of its keys.
    public let isUnreadable: Bool
    private let lines: [String: Int]

    /// What is wrong with the path is a problem like the others.
    public init(path: String, surroundings: Surroundings) {
        do {
            self.init(text: try YAMLFile.text(of: path), path: path, surroundings: surroundings)
        } catch {
            self.init(unreadable: path, findings: .init(file: path, environment: [:]), because: error)
        }
    }

    public init(text: String, path: String, surroundings: Surroundings) {
        let findings = MappingReader.Findings(file: path, environment: surroundings.environment)
        do {
            let (root, repeated) = try YAMLFile.rootAndRepeatedKeys(of: text, file: path)
            findings.problems += repeated
            var reading = ConfigurationReading(path: path, surroundings: surroundings)
            reading.read(MappingReader(root, findings: findings))
            self.init(
                path: path, configuration: reading.configuration, findings: findings, findings.problems,
                isUnreadable: false)
        } catch {
            self.init(unreadable: path, findings: findings, because: error)
        }
    }

    private init(unreadable path: String, findings: MappingReader.Findings, because problem: Problem) {
        self.init(
            path: path, configuration: Configuration(), findings: findings, [problem], isUnreadable: true)
    }

    private init(
        path: String, configuration: Configuration, findings: MappingReader.Findings, _ problems: [Problem],
        isUnreadable: Bool
    ) {
        self.isUnreadable = isUnreadable
        self.path = path
        self.configuration = configuration
        self.problems = problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        notes = findings.notes
        lines = findings.lines
    }

    /// The configuration, or everything that is wrong with the file.
    public func checked() throws(Problems) -> Configuration {
        if !problems.isEmpty { throw Problems(problems) }
        return configuration
    }

    /// Something that is wrong with a key of this file, found by whoever uses its value.
    public func problem(_ key: String, _ message: String) -> Problem {
        Problem(file: path, line: lines[key], key: key, message: message)
    }
}
