import ALPR

/// Takes accepted plates and gaps. Made, used and released on the OCR queue.
public protocol EventSink {
    /// Throws where the record could not be written now; it is then kept, and written with a later call.
    mutating func record(_ record: any LogRecord) throws
    /// Opens what it writes to anew.
    mutating func reopen() throws
    /// Tries again to write what waits.
    mutating func flush() throws
    /// Events that were taken and are not written yet.
    var backlog: Int { get }
}

/// Writes events as NDJSON, one line each.
public struct LogSink: EventSink {
    private let file: LineFile

    public init(file: LineFile) {
        self.file = file
    }

    public mutating func record(_ record: any LogRecord) throws { try file.append(record.line) }
    public mutating func reopen() throws { try file.reopen() }
    public mutating func flush() throws { try file.flush() }
    public var backlog: Int { file.backlog }
}
