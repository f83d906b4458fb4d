import Records

/// A record as the history has it.
public struct StoredRecord: Sendable, Equatable {
    /// Its number: the order in which records were stored. Each is given out once.
    public let seq: Int64
    /// The name that the history has for it. A centre has the cameras of its sites as `SITE/CAMERA`.
    public let camera: String
    public let time: WallTime
    /// With the camera under which the history has it.
    public let record: Record
    /// As it stood in the log, without its newline.
    public let line: [UInt8]
    private let isFiledElsewhere: Bool

    package init(seq: Int64, camera: String, time: WallTime, record: Record, line: [UInt8]) {
        self.seq = seq
        self.camera = camera
        self.time = time
        self.record = record.filed(under: camera)
        self.line = line
        isFiledElsewhere = self.record != record
    }

    /// The site of this centre that it came from; nil of what this machine's own logs have.
    public var site: String? {
        isFiledElsewhere ? CameraRef(camera)?.hub : nil
    }

    /// The name that its line has for its camera.
    package var loggedCamera: String { site.map { String(camera.dropFirst($0.count + 1)) } ?? camera }

    /// The line for other programs. Where the history has another name for its camera, that is the last member, `filed_under`; without it,
    /// the line is what its chain and its seals stand for.
    public var told: [UInt8] {
        guard isFiledElsewhere, line.last == UInt8(ascii: "}") else { return line }
        var told = Array(line.dropLast()) + Array(",\"filed_under\":".utf8)
        JSONText.append(camera, to: &told)
        told.append(UInt8(ascii: "}"))
        return told
    }
}
