import ALPR
import Basics
import CameraConfiguration
import FFmpegCapture
import Logging
import RemoteOCR

/// Which server a configuration asks, about what and how much, and how it does.
public struct RemotePlan: Sendable {
    public enum Asking: Sendable {
        /// Nothing is in real time: answers are waited for.
        case waiting
        /// Pictures come in real time: nothing waits.
        case live
        /// Nothing is sent.
        case never
    }

    /// Crops are small, and a server reads what is in them: little is saved by less.
    private static let quality = 92

    public let status = RemoteStatus()
    private let settings: RemoteSettings
    /// Tells people what is sent where.
    public let announcement: String

    /// Nil where a configuration names no server, or nothing is to be sent.
    static func of(_ configuration: Configuration, asking: Asking, usageFile: String?) throws -> RemotePlan? {
        if let problem = configuration.remote.problems.first ?? configuration.remotePrivacyProblem {
            throw Failure(.configuration, while: problem.key, because: problem.message)
        }
        guard asking != .never, let service = configuration.remote.service, let address = configuration.remote.address
        else { return nil }
        return RemotePlan(configuration, service: service, address: address, asking: asking, usageFile: usageFile)
    }

    private init(
        _ configuration: Configuration, service: Configuration.Remote.Service, address: String, asking: Asking,
        usageFile: String?
    ) {
        let remote = configuration.remote
        var settings = RemoteSettings(service: .init(service), address: address)
        settings.key = remote.key?.text
        settings.deadline = remote.deadline
        settings.limits.picturesPerRequest = remote.cropsPerRequest
        settings.limits.requestsPerMinute = remote.requestsPerMinute
        settings.limits.picturesPerDay = remote.cropsPerDay
        settings.limits.bytesPerDay = remote.megabytesPerDay * 1_000_000
        settings.sure = remote.sure
        settings.authorities = remote.authorities
        settings.waits = asking == .waiting
        settings.usageFile = usageFile
        self.settings = settings
        let what =
            configuration.engine == .remote
            ? "crops of every place that looks like a plate"
            : "crops of places that \(configuration.engine.rawValue) cannot decide"
        announcement =
            "\(what) are sent to \(remote.origin ?? "a server") (\(service.rawValue)): at most"
            + " \(remote.requestsPerMinute) requests a minute, \(remote.cropsPerDay) crops and"
            + " \(remote.megabytesPerDay) MB a day"
    }

    func reader(log: Logger) -> any DistantReader {
        let encoder = JPEGEncoder(quality: Self.quality)
        return RemoteReader(settings, status: status, log: log) { try encoder.bytes(of: $0) }
    }
}

extension RemoteSettings.Service {
    init(_ service: Configuration.Remote.Service) {
        switch service {
        case .googleVision: self = .googleVision
        case .plateRecognizer: self = .plateRecognizer
        case .codeProject: self = .codeProject
        }
    }
}
