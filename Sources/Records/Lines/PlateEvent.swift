/// An accepted plate as it is written: the public interface of the log. Fields are only ever added, never renamed or removed.
public struct PlateEvent: LogRecord, Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.event/1"

    public var id: String
    /// When the plate was accepted.
    public var time: WallTime
    public var camera: String
    public var plate: String
    /// As it was read most often, before any format corrected it.
    public var plateRaw: String
    /// 0-1.
    public var confidence: Double
    /// How probably the plate is right, 0-1; nil where that was never measured with what read it.
    public var probability: Double?
    /// The texts that were voted for, best first, each with its share of the vote; the first is `plate`.
    public var candidates: [PlateCandidate]
    /// Name of the format that the plate fits.
    public var format: String?
    /// Code of the country.
    public var region: String?
    /// Where it was last seen.
    public var box: PlateBox
    /// Frames whose reading agrees.
    public var reads: Int
    /// Frames in which the plate was found.
    public var framesSeen: Int
    public var firstSeen: WallTime
    public var lastSeen: WallTime
    public var engine: String
    /// From the arrival of the frame that settled it to the making of this event, just before it is written: the way to the disk is
    /// not in it. 0 for what was settled by the end of the source.
    public var latencyMilliseconds: Int
    /// Position in a recording, in seconds; nil for cameras.
    public var position: Double?
    /// The recording; nil for cameras.
    public var file: String?
    /// Where the vehicle was going; nil where too little was seen to tell.
    public var direction: PlateDirection?
    /// Name of the lane that the plate was in; nil where none is configured.
    public var lane: String?
    /// When the same plate was seen to leave before this visit; nil where it was not.
    public var lastLeft: WallTime?
    /// The pictures that were kept; nil where none are.
    public var evidence: PlateEvidence?
    /// The looks that were counted, in the order of time; the last ones where there were many. Nil where nobody wrote them down.
    public var votes: [PlateLook]?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        id: String, time: WallTime, camera: String, plate: String, plateRaw: String, confidence: Double,
        probability: Double? = nil, candidates: [PlateCandidate],
        format: String? = nil, region: String? = nil, box: PlateBox, reads: Int,
        framesSeen: Int, firstSeen: WallTime, lastSeen: WallTime, engine: String, latencyMilliseconds: Int,
        position: Double? = nil, file: String? = nil, direction: PlateDirection? = nil, lane: String? = nil,
        lastLeft: WallTime? = nil, evidence: PlateEvidence? = nil, votes: [PlateLook]? = nil
    ) {
        self.id = id
        self.time = time
        self.camera = camera
        self.plate = plate
        self.plateRaw = plateRaw
        self.confidence = confidence
        self.probability = probability
        self.candidates = candidates
        self.format = format
        self.region = region
        self.box = box
        self.reads = reads
        self.framesSeen = framesSeen
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.engine = engine
        self.latencyMilliseconds = latencyMilliseconds
        self.position = position
        self.file = file
        self.direction = direction
        self.lane = lane
        self.lastLeft = lastLeft
        self.evidence = evidence
        self.votes = votes
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        plate = try fields.text("plate")
        plateRaw = try fields.text("plate_raw")
        confidence = try fields.number("confidence")
        candidates = try fields.candidates("candidates")
        format = try fields.textOrNull("format")
        region = try fields.textOrNull("region")
        box = try fields.box("box")
        reads = try fields.whole("reads")
        framesSeen = try fields.whole("frames_seen")
        firstSeen = try fields.time("first_seen")
        lastSeen = try fields.time("last_seen")
        engine = try fields.text("engine")
        latencyMilliseconds = try fields.whole("latency_ms")
        if fields.has("probability") { probability = try fields.number("probability") }
        if fields.has("position_s") { position = try fields.number("position_s") }
        if fields.has("file") { file = try fields.textOrNull("file") }
        direction = try fields.object("direction") { (fields) throws(LineFault) in try PlateDirection(&fields) }
        if fields.has("lane") { lane = try fields.textOrNull("lane") }
        if fields.has("last_left") { lastLeft = try fields.time("last_left") }
        evidence = try fields.object("evidence") { (fields) throws(LineFault) in try PlateEvidence(&fields) }
        if fields.has("votes") { votes = try fields.looks("votes") }
        unknown = fields.unknown
    }

    /// The event as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("plate", plate)
        line.add("plate_raw", plateRaw)
        line.add("confidence", confidence, digits: 3)
        line.add("candidates", candidates)
        line.add("format", format)
        line.add("region", region)
        line.add("box", box)
        line.add("reads", reads)
        line.add("frames_seen", framesSeen)
        line.add("first_seen", firstSeen.description)
        line.add("last_seen", lastSeen.description)
        line.add("engine", engine)
        line.add("latency_ms", latencyMilliseconds)
        if let probability { line.add("probability", probability, digits: 3) }
        if let position { line.add("position_s", position, digits: 3) }
        if let file { line.add("file", file) }
        if let direction { line.add("direction", object: direction.json) }
        if let lane { line.add("lane", lane) }
        if let lastLeft { line.add("last_left", lastLeft.description) }
        if let evidence { line.add("evidence", object: evidence.json) }
        if let votes { line.add("votes", looks: votes) }
        return line.bytes
    }
}
