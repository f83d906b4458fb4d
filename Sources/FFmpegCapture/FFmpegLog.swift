import CFFmpeg
import Synchronization

/// What FFmpeg says by itself. Silent until somebody asks for it: what matters arrives as an error, but for two things that are
/// said nowhere else: packets that were lost on the way, and a camera that sends its callers elsewhere.
public enum FFmpegLog {
    private static let handler = Mutex<(@Sendable (String) -> Void)?>(nil)
    /// Losses not yet asked for, by the address of the AVFormatContext that met them.
    private static let losses = Mutex<[UInt: Int]>([:])
    /// Where RTSP cameras sent us that nobody has asked for yet, by the address of the AVFormatContext.
    private static let redirects = Mutex<[UInt: String]>([:])

    /// Takes FFmpeg's log over, once a process.
    static let isTakenOver: Void = {
        if handler.withLock({ $0 == nil }) { av_log_set_level(AV_LOG_QUIET) }
        plated_set_log_handlers(
            { _, line in
                guard let line else { return }
                var text = String(cString: line)
                while text.last?.isNewline ?? false { text.removeLast() }
                FFmpegLog.handler.withLock { $0 }?(text)
            },
            { context in
                let key = UInt(bitPattern: context)
                FFmpegLog.losses.withLock { $0[key]? += 1 }
            },
            { context in
                guard let context else { return }
                let target = context.pointee.url.map { String(cString: $0) } ?? ""
                FFmpegLog.redirects.withLock { $0[UInt(bitPattern: context)] = target }
                // FFmpeg would connect anywhere, with the password, and for ever. With no protocol allowed it gives up before it
                // looks up the name.
                av_opt_set(context, "protocol_whitelist", "none", 0)
            })
    }()

    /// - Parameters:
    ///   - isVerbose: whether to hear it at all; nothing is formatted otherwise.
    ///   - receive: gets whole lines, from any thread. They may hold addresses with passwords.
    public static func install(isVerbose: Bool, receive: @escaping @Sendable (String) -> Void) {
        handler.withLock { $0 = isVerbose ? receive : nil }
        isTakenOver
        av_log_set_level(isVerbose ? AV_LOG_VERBOSE : AV_LOG_QUIET)
    }

    /// Counts lost packets of `input` from now on, until it is forgotten.
    static func watch(_ input: UnsafeMutablePointer<AVFormatContext>) {
        losses.withLock { $0[UInt(bitPattern: input)] = 0 }
    }

    static func forget(_ input: UnsafeMutablePointer<AVFormatContext>) {
        losses.withLock { $0[UInt(bitPattern: input)] = nil }
    }

    /// Where the camera that was opened with `input` sent us; nil where it did not. Asks once.
    static func takeRedirect(of input: UnsafeMutablePointer<AVFormatContext>) -> String? {
        redirects.withLock { $0.removeValue(forKey: UInt(bitPattern: input)) }
    }

    /// Times that packets of `input` were found missing since this was last asked.
    static func takeLosses(of input: UnsafeMutablePointer<AVFormatContext>) -> Int {
        losses.withLock { losses in
            let key = UInt(bitPattern: input)
            defer { if losses[key] != nil { losses[key] = 0 } }
            return losses[key] ?? 0
        }
    }
}
