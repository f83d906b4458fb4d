import CFFmpeg
import Synchronization

/// What FFmpeg says by itself. Silent until somebody asks for it: what matters arrives as an error.
public enum FFmpegLog {
    /// Keeps FFmpeg from writing to standard error by itself, once a process.
    static let silenced: Void = {
        if handler.withLock({ $0 == nil }) { av_log_set_level(AV_LOG_QUIET) }
    }()

    private static let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// - Parameters:
    ///   - isVerbose: whether to hear it at all; nothing is formatted otherwise.
    ///   - receive: gets whole lines, from any thread. They may hold addresses with passwords.
    public static func install(isVerbose: Bool, receive: @escaping @Sendable (String) -> Void) {
        av_log_set_level(isVerbose ? AV_LOG_VERBOSE : AV_LOG_QUIET)
        handler.withLock { $0 = isVerbose ? receive : nil }
        plated_set_log_handler { _, line in
            guard let line else { return }
            var text = String(cString: line)
            while text.last?.isNewline ?? false { text.removeLast() }
            FFmpegLog.handler.withLock { $0 }?(text)
        }
    }
}
