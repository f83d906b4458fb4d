import Logging
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Writes talk to standard error: with a time for people, with a syslog priority for the journal, which has its own time.
package struct StandardErrorLog: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel: Logger.Level = .info

    private let isJournal = getenv("JOURNAL_STREAM") != nil

    package init() {}

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let start = isJournal ? "<\(event.level.syslogPriority)>" : "\(WallTime.now) \(event.level): "
        say(start + "\(event.message)")
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
