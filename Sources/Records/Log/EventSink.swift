/// Takes the records of a scan: accepted plates, and what else belongs in their log. Made, used and released on the OCR queue.
public protocol EventSink {
    /// Throws where the record is on no disk now; it is then kept, and written with a later call.
    mutating func record(_ record: any LogRecord) throws
    /// Opens what it writes to anew.
    mutating func reopen() throws
    /// Writes what waits, where it is time to try again. Called often; only throws where trying again is no use.
    mutating func flush() throws
    /// Writes what waits for the last time; throws where some of it is on no disk.
    mutating func close() throws
    /// Records that were taken and are not written yet.
    var backlog: Int { get }
    /// Why it cannot be written to now; nil while it can.
    var unwritable: String? { get }
    /// When the last plate that an earlier run has reported was last seen; nil where that is not known.
    var lastPlate: WallTime? { get }
    /// The last record of a gap of a camera that was written; nil where none is known.
    func lastGap(of camera: String) -> GapRecord?
    /// The plates that were reported from a time on, as far as that is known.
    func plates(since time: WallTime) -> [PlateEvent]
}

extension EventSink {
    public var unwritable: String? { nil }

    public var lastPlate: WallTime? { nil }

    public func lastGap(of camera: String) -> GapRecord? { nil }

    public func plates(since time: WallTime) -> [PlateEvent] { [] }
}

/// Writes records to standard output, or to a pipe or a device: for what nobody can promise to keep.
public struct LogSink: EventSink {
    private let file: LineFile

    public init(file: LineFile) {
        self.file = file
    }

    public mutating func record(_ record: any LogRecord) throws { try file.append(record.line) }
    public mutating func reopen() throws { try file.reopen() }
    public mutating func close() throws { try file.flush() }
    public var backlog: Int { file.backlog }

    public mutating func flush() throws {
        do {
            try file.flush()
        } catch {
            // `record` has told it.
            if error.isBroken { throw error }
        }
    }
}
