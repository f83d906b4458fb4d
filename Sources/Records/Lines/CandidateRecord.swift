/// A line of the explanation file: one place in one picture that looked like a plate, and what became of it. Fields are only ever added.
public struct CandidateRecord: Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.candidate/1"

    /// When the picture was taken.
    public var time: WallTime
    public var camera: String
    /// Why it did not help a plate to be accepted; nil where it did.
    public var rejection: String?
    /// The best reading; nil where nothing was read.
    public var plate: String?
    /// The same before any format corrected it.
    public var plateRaw: String?
    /// All readings, best first.
    public var candidates: [PlateCandidate]
    public var box: PlateBox
    /// Height of the characters, in pixels.
    public var textHeight: Double
    /// Position of the picture on its source's time line, in seconds.
    public var position: Double
    /// Number of the track that it was counted to.
    public var track: Int?
    /// The recording; nil for cameras.
    public var file: String?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        time: WallTime, camera: String, rejection: String?, plate: String?, plateRaw: String?,
        candidates: [PlateCandidate], box: PlateBox, textHeight: Double, position: Double, track: Int? = nil,
        file: String? = nil
    ) {
        self.time = time
        self.camera = camera
        self.rejection = rejection
        self.plate = plate
        self.plateRaw = plateRaw
        self.candidates = candidates
        self.box = box
        self.textHeight = textHeight
        self.position = position
        self.track = track
        self.file = file
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        time = try fields.time("ts")
        camera = try fields.text("camera")
        rejection = try fields.textOrNull("reason")
        plate = try fields.textOrNull("plate")
        plateRaw = try fields.textOrNull("plate_raw")
        candidates = try fields.candidates("candidates")
        box = try fields.box("box")
        textHeight = try fields.number("text_height_px")
        position = try fields.number("frame_s")
        if fields.has("track") { track = try fields.whole("track") }
        if fields.has("file") { file = try fields.textOrNull("file") }
        guard try fields.text("outcome") == outcome else { throw .field("outcome", .contradiction) }
        unknown = fields.unknown
    }

    private var outcome: String { rejection == nil ? "accepted" : "rejected" }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, time: time, camera: camera, unknown: unknown)
        line.add("outcome", outcome)
        line.add("reason", rejection)
        line.add("plate", plate)
        line.add("plate_raw", plateRaw)
        line.add("candidates", candidates)
        line.add("box", box)
        line.add("text_height_px", textHeight, digits: 1)
        line.add("frame_s", position, digits: 3)
        if let track { line.add("track", track) }
        if let file { line.add("file", file) }
        return line.bytes
    }
}
