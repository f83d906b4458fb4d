import ALPR
import Settings

/// Reads a camera's configuration. Every problem is found at once, each with file, line and key.
public struct ConfigurationFile {
    /// Where the variables and secrets that a file may refer to come from.
    public struct Surroundings: Sendable {
        public var environment: [String: String]

        public init(environment: [String: String]) {
            self.environment = environment
        }

        /// systemd's folder of credentials, where it gave one.
        var credentials: String? { environment["CREDENTIALS_DIRECTORY"] }
    }

    public let configuration: Configuration
    /// Every key there is, with those above it, in the order of the shipped file.
    public let knownKeys: [String]

    public init(path: String, surroundings: Surroundings) throws(Problems) {
        let text: String
        do { text = try YAMLFile.text(of: path) } catch { throw Problems([error]) }
        try self.init(text: text, path: path, surroundings: surroundings)
    }

    public init(text: String, path: String, surroundings: Surroundings) throws(Problems) {
        let findings = MappingReader.Findings(file: path, environment: surroundings.environment)
        var configuration = Configuration()
        do {
            let root = MappingReader(try YAMLFile.root(of: text, file: path), findings: findings)
            var reading = ConfigurationReading(root: root, surroundings: surroundings, path: path)
            configuration = reading.read()
        } catch {
            throw Problems([error])
        }
        guard findings.problems.isEmpty else {
            throw Problems(findings.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
        }
        self.configuration = configuration
        knownKeys = findings.knownKeys
    }
}
