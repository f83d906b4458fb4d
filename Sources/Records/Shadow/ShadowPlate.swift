/// A plate that one of two configurations reported while both looked at the same pictures: a line of a shadow's file. Fields are only ever
/// added.
public struct ShadowPlate: Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.shadow/1"

    public enum Reporter: String, Sendable, CaseIterable {
        /// The configuration that events come of.
        case running
        /// The one beside it.
        case shadow
    }

    /// When the line was written.
    public var time: WallTime
    public var camera: String
    public var by: Reporter
    public var plate: String
    public var confidence: Double
    /// Nil where that is not known of what reads.
    public var probability: Double?
    /// Pictures that agreed.
    public var reads: Int
    public var firstSeen: WallTime
    public var lastSeen: WallTime
    public var box: PlateBox
    /// Nil where there are none.
    public var lane: String?
    /// The recording; nil for cameras.
    public var file: String?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        time: WallTime, camera: String, by: Reporter, plate: String, confidence: Double, probability: Double? = nil,
        reads: Int, firstSeen: WallTime, lastSeen: WallTime, box: PlateBox, lane: String? = nil, file: String? = nil
    ) {
        self.time = time
        self.camera = camera
        self.by = by
        self.plate = plate
        self.confidence = confidence
        self.probability = probability
        self.reads = reads
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.box = box
        self.lane = lane
        self.file = file
    }

    public init(line: [UInt8]) throws(LineFault) {
        guard line.count <= Record.longestLine else { throw .tooLong(line.count) }
        var fields = try LineFields(line)
        guard try fields.text("schema") == Self.schema else { throw .field("schema", .contradiction) }
        time = try fields.time("ts")
        camera = try fields.text("camera")
        guard let by = Reporter(rawValue: try fields.text("by")) else { throw .field("by", .contradiction) }
        self.by = by
        plate = try fields.text("plate")
        confidence = try fields.number("confidence")
        probability = fields.has("probability") ? try fields.number("probability") : nil
        reads = try fields.whole("reads")
        firstSeen = try fields.time("first_seen")
        lastSeen = try fields.time("last_seen")
        box = try fields.box("box")
        lane = fields.has("lane") ? try fields.textOrNull("lane") : nil
        file = fields.has("file") ? try fields.textOrNull("file") : nil
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, time: time, camera: camera, unknown: unknown)
        line.add("by", by.rawValue)
        line.add("plate", plate)
        line.add("confidence", confidence, digits: 3)
        if let probability { line.add("probability", probability, digits: 3) }
        line.add("reads", reads)
        line.add("first_seen", firstSeen.description)
        line.add("last_seen", lastSeen.description)
        line.add("box", box)
        if let lane { line.add("lane", lane) }
        if let file { line.add("file", file) }
        return line.bytes
    }
}
