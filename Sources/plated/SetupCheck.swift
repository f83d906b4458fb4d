import Basics
import CameraConfiguration
import CameraSetup
import Engines
import FFmpegCapture
import Logging
import Settings

/// A text that is to be a camera's file: what `plated check` would say of it, but for the files that the scanner writes, which only the
/// scanner can judge.
struct SetupCheck {
    let configuration: Configuration
    let problems: [SettingsProblem]

    /// - Parameter hasCredentials: whether user and password are handed over with it.
    init(_ yaml: String, path: String, hasCredentials: Bool) {
        let file = ConfigurationFile(
            text: yaml, path: path,
            surroundings: .init(
                environment: [:], given: hasCredentials ? ["source.credentials_file"] : [],
                forgivesForbiddenSecrets: true))
        configuration = file.configuration
        var found = file.problems
        var others: [String] = []
        if !file.isUnreadable {
            if let address = configuration.source {
                if let reason = FFmpegSource.problem(with: address) { found.append(file.problem("source.url", reason)) }
                if let substream = configuration.substream,
                    let reason = SubstreamWatch.problem(with: substream, of: address)
                {
                    found.append(file.problem("source.substream", reason))
                }
            } else if !found.contains(where: { $0.key == "source.url" }) {
                found.append(file.problem("source.url", "is not set: the camera's address"))
            }
            if let finding = PrivacyPlan(configuration).problem {
                found.append(file.problem(finding.key, finding.message))
            }
            do {
                let log = Logger(label: "plated") { _ in SwiftLogNoOpLogHandler() }
                let plan = try RecognitionPlan(
                    configuration, installation: .ofThisProgram, asking: .never, log: log)
                _ = try plan.make()
            } catch let error as Problems {
                found += error.all
            } catch {
                others.append("\(Failure(error))")
            }
        }
        problems =
            found.map { problem in
                // What is wrong with a country is told of its file.
                let isOwn = problem.file == path
                return SettingsProblem(
                    line: isOwn ? problem.line : nil, key: isOwn ? problem.key : "formats.countries",
                    message: problem.message)
            }
            + others.map { SettingsProblem(key: nil, message: $0) }
    }
}
