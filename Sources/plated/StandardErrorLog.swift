import Logging
import Records
import Scanner

#if canImport(Glibc)
    import Glibc
#endif

/// Writes talk to standard error: with a time for people, with a syslog priority for the journal, which has its own time.
struct StandardErrorLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel: Logger.Level = .info

    private let isJournal = getenv("JOURNAL_STREAM") != nil

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let start = isJournal ? "<\(event.level.syslogPriority)>" : "\(WallTime.now) \(event.level): "
        say(start + "\(event.message)")
    }
}

extension Logger {
    /// The program's log: to standard error, from `level` on.
    static func plated(level: Logger.Level) -> Logger {
        var log = Logger(label: "plated") { _ in StandardErrorLog() }
        log.logLevel = level
        return log
    }
}

extension Logger.Level {
    /// As in sd-daemon(3).
    fileprivate var syslogPriority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
