import ALPR
import Logging
import Yams

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw Problems([Problem(file: path, message: "cannot be read: \(Self.reason(for: path))")])
        }
        try self.init(text: text, path: path, surroundings: surroundings)
    }

    public init(text: String, path: String, surroundings: Surroundings) throws(Problems) {
        let findings = MappingReader.Findings(file: path, environment: surroundings.environment)
        var configuration = Configuration()
        do {
            let root = try Yams.compose(yaml: text)
            var reading = ConfigurationReading(
                root: MappingReader(root, findings: findings), surroundings: surroundings, path: path)
            configuration = reading.read()
        } catch {
            throw Problems([Problem(file: path, yaml: error)])
        }
        guard findings.problems.isEmpty else {
            throw Problems(findings.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
        }
        self.configuration = configuration
        knownKeys = findings.knownKeys
    }

    private static func reason(for path: String) -> String {
        FileManager.default.fileExists(atPath: path)
            ? "no permission, or it is not a text in UTF-8" : "there is no such file"
    }
}

extension Problem {
    /// From what Yams threw.
    init(file: String, yaml error: any Error) {
        guard let error = error as? YamlError else {
            self.init(file: file, message: "is not YAML: \(error)")
            return
        }
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(file: file, line: mark.line, message: "is not YAML: \(problem)")
        default:
            self.init(file: file, message: "is not YAML: \(error)")
        }
    }
}
