import Records

/// A record as the history has it.
public struct StoredRecord: Sendable, Equatable {
    /// Its number: the order in which records were stored. Each is given out once.
    public let seq: Int64
    public let camera: String
    public let time: WallTime
    public let record: Record
    /// As it stood in the log, without its newline.
    public let line: [UInt8]

    package init(seq: Int64, camera: String, time: WallTime, record: Record, line: [UInt8]) {
        self.seq = seq
        self.camera = camera
        self.time = time
        self.record = record
        self.line = line
    }
}
