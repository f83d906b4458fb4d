/// One line of the log.
public protocol LogRecord {
    /// Unique, and sorts by time (see `EventIDs`); also a field of the line.
    var id: String { get }
    /// One object of JSON and its newline.
    var line: [UInt8] { get }
}
