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
        guard isJournal else { return say("\(WallTime.now) \(event.level): \(event.message)") }
        // Hidden here already: a secret that has two lines is none any more behind this.
        say(Self.forJournal(Secrets.hidden(in: "\(event.message)"), priority: event.level.syslogPriority))
    }

    /// The message with the priority before each of its lines. The journal takes each for an entry: with none, one that came from elsewhere
    /// could bring its own.
    package static func forJournal(_ message: String, priority: Int) -> String {
        let lines = message.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" })
        return lines.map { "<\(priority)>" + String(Substring($0)) }.joined(separator: "\n")
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
