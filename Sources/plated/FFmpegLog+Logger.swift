import Addresses
import FFmpegCapture
import Logging

extension FFmpegLog {
    /// FFmpeg's own lines, at debug level, without the source's password.
    static func forward(to log: Logger, hiding address: SourceAddress) {
        install(isVerbose: log.logLevel <= .debug) { line in
            log.debug("ffmpeg: \(address.scrubbed(line))")
        }
    }
}
