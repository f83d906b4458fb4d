import Records

/// A record as the history has it.
public struct StoredRecord: Sendable, Equatable {
    /// Its number: the order in which records were stored. Each is given out once.
    public let seq: Int64
    /// The name that the history has for it. A centre has the cameras of its sites as `SITE.CAMERA`.
    public let camera: String
    public let time: WallTime
    /// With the camera under which the history has it.
    public let record: Record
    /// As it stood in the log, without its newline.
    public let line: [UInt8]

    package init(seq: Int64, camera: String, time: WallTime, record: Record, line: [UInt8]) {
        self.seq = seq
        self.camera = camera
        self.time = time
        self.record = record.filed(under: camera)
        self.line = line
    }
}
