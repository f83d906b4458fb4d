import ALPR
import CFFmpeg

/// What was being done with a source, and why it failed. Never holds a password.
public struct CaptureError: Error, Equatable, CustomStringConvertible {
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
        let reason = Self.text(for: status)
        let code: Code
        switch status {
        case plated_error_not_found: code = .notFound
        case plated_error_timed_out: code = .timedOut
        case plated_error_invalid_data: code = .badData
        case plated_error_end_of_file: code = .ended
        default:
            if reason.contains("401") || reason.contains("403") {
                code = .unauthorised
            } else if reason.contains("404") {
                code = .notFound
            } else {
                code = .unavailable
            }
        }
        self.init(code, while: action, because: reason)
    }

    public var description: String { "\(action): \(reason)" }

    static func text(for status: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        av_strerror(status, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension CaptureError: SourceLoss {
    public var isStall: Bool { code == .timedOut }
}
