import Logging
import Service

extension Logger {
    /// The program's log: to standard error, from `level` on.
    static func plated(level: Logger.Level) -> Logger {
        var log = Logger(label: "plated") { _ in StandardErrorLog() }
        log.logLevel = level
        return log
    }
}
