import ALPR
import Addresses
import Basics
import CFFmpeg
import Capture

/// A source that failed: what was being done, and why it failed. Never holds a password.
public struct CaptureError: ToldError, Equatable {
    public enum Code: Sendable, Equatable {
        /// No such file, device or path on the server.
        case notFound
        /// The user or password was refused.
        case unauthorised
        /// Nothing came for longer than is waited for.
        case timedOut
        /// Not a picture or a video, or one that cannot be decoded.
        case badData
        /// The caller asked for it to stop.
        case stopped
        /// An option that this FFmpeg or this device did not take.
        case badOption
        /// A live stream ended.
        case ended
        /// Anything else: refused connection, lost network, busy device…
        case unavailable
    }

    public let code: Code
    public let action: String
    public let reason: String

    init(_ code: Code, while action: String, because reason: String) {
        self.code = code
        self.action = action
        self.reason = reason
    }

    /// From a negative FFmpeg return value.
    init(_ status: Int32, while action: String) {
        let code: Code
        switch status {
        case plated_error_not_found, plated_error_http_not_found: code = .notFound
        case plated_error_timed_out: code = .timedOut
        case plated_error_invalid_data: code = .badData
        case plated_error_end_of_file: code = .ended
        case plated_error_http_unauthorised, plated_error_http_forbidden: code = .unauthorised
        default: code = .unavailable
        }
        self.init(code, while: action, because: Self.text(for: status))
    }

    /// From what FFmpeg returned when it was to open `address`, in words that say what to look at.
    init(opening address: SourceAddress, status: Int32, while action: String) {
        let plain = CaptureError(status, while: action)
        let isNetwork = address.kind == .network
        let (code, reason): (Code, String) =
            switch status {
            case plated_error_http_unauthorised where address.credentials == nil:
                (
                    .unauthorised,
                    "the camera asks for a user and password (401): set source.user and source.password, "
                        + "source.credentials_file, or PLATED_USER and PLATED_PASSWORD"
                )
            case plated_error_http_unauthorised:
                (
                    .unauthorised,
                    "the camera refuses the user or the password (401): they come from the address, source.user and "
                        + "source.password, source.credentials_file, or PLATED_USER and PLATED_PASSWORD"
                )
            case plated_error_http_forbidden: (.unauthorised, "the camera does not let this user in (403)")
            case plated_error_http_not_found:
                (.notFound, "the camera is there and knows no such stream (404): look at the path of the address")
            case plated_error_http_bad_request: (.unavailable, "the camera did not understand the request (400)")
            case plated_error_http_other:
                (.unavailable, "the camera refuses (4xx): it may have as many viewers as it can serve")
            case plated_error_http_server: (.unavailable, "the camera reports an error of its own (5xx)")
            case plated_error_invalid_data where isNetwork, plated_error_end_of_file where isNetwork,
                plated_error_input_output where isNetwork:
                (.unavailable, "what is there hung up, or does not answer as a camera does")
            case plated_error_refused where isNetwork:
                (.unavailable, "the connection was refused: nothing listens on that port")
            case plated_error_invalid_data where address.kind == .file,
                plated_error_end_of_file where address.kind == .file:
                (.badData, "it is no picture or recording, or one whose beginning or end is missing")
            default: (plain.code, plain.reason)
            }
        self.init(code, while: action, because: reason)
    }

    public var status: ExitStatus {
        switch code {
        case .notFound: .noInput
        case .badData: .badData
        case .badOption: .configuration
        case .unauthorised, .timedOut, .ended, .unavailable, .stopped: .unavailable
        }
    }

    static func text(for status: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        av_strerror(status, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension CaptureError: SourceLoss {
    public var isStall: Bool { code == .timedOut }
}
