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
    /// Whether nothing reads beside it.
    public let isAlone: Bool
    private let asksAll: Bool
    private let settings: RemoteSettings
    private let summary: String

    /// Nil where a configuration names no server, or nothing is to be sent.
    static func of(_ configuration: Configuration, asking: Asking, usageFile: String?) throws -> RemotePlan? {
        guard configuration.engine == .remote else { return nil }
        if let problem = configuration.remoteProblems.first {
            throw Failure(.configuration, while: problem.key, because: problem.message)
        }
        guard asking != .never, let address = configuration.remote.address else { return nil }
        return RemotePlan(configuration, address: address, asking: asking, usageFile: usageFile)
    }

    private init(_ configuration: Configuration, address: String, asking: Asking, usageFile: String?) {
        let remote = configuration.remote
        var settings = RemoteSettings(service: .init(remote.service), address: address)
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
        isAlone = remote.local == .none
        asksAll = remote.when == .all
        let what =
            remote.when == .all
            ? "crops of every place that looks like a plate"
            : "crops of places that \(remote.local.rawValue) cannot decide"
        summary =
            "\(what) are sent to \(remote.origin ?? "a server") (\(remote.service.rawValue)): at most"
            + " \(remote.requestsPerMinute) requests a minute, \(remote.cropsPerDay) crops and"
            + " \(remote.megabytesPerDay) MB a day"
    }

    /// What is sent where, for people.
    public var announcement: String { summary }

    /// Whether something is known to read: an engine beside the server, or the server, once it has answered.
    public var reads: Bool { !isAlone || status.hasAnswered }

    func engine(log: Logger) -> DistantEngine {
        let encoder = JPEGEncoder(quality: Self.quality)
        let reader = RemoteReader(settings, status: status, log: log) { try encoder.bytes(of: $0) }
        return DistantEngine(reader: reader, isAlone: isAlone, asksAll: asksAll)
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
