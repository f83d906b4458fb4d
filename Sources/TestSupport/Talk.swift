import Logging
import Synchronization

/// What was said on the way.
public final class Talk: Sendable {
    private let lines = Mutex<[String]>([])
    public init() {}

    public var all: [String] { lines.withLock { $0 } }

    public var logger: Logger { Logger(label: "test") { _ in Handler(talk: self) } }

    private struct Handler: LogHandler {
        let talk: Talk
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { talk.lines.withLock { $0.append("\(event.level): \(event.message)") } }
    }
}
