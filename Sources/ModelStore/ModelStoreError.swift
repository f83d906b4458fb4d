import Basics

/// A net that could not be found or installed: what was being done, why it failed, and what to do.
public struct ModelStoreError: ToldError, Equatable {
    public enum Code: Sendable {
        /// The catalogue has no such net.
        case unknown
        /// It, or a file of it, is not there.
        case missing
        /// It is there, and is not what the catalogue says.
        case damaged
        /// The server, or the way to it.
        case unavailable
        /// The folder or the disk.
        case inputOutput
        /// Another process installs the same.
        case busy
        /// Told to stop.
        case stopped
    }

    public let code: Code
    public let action: String
    public let reason: String
    /// A sentence; empty where there is nothing to do.
    public let remedy: String

    init(_ code: Code, _ action: String, _ reason: String, _ remedy: String = "") {
        self.code = code
        self.action = action
        self.reason = reason
        self.remedy = remedy
    }

    public var status: ExitStatus {
        switch code {
        case .unknown: .usage
        case .missing: .noInput
        case .damaged: .badData
        case .unavailable: .unavailable
        case .inputOutput: .inputOutput
        case .busy: .temporary
        case .stopped: .interrupted
        }
    }
}
