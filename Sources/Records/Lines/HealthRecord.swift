/// How a scanner did in a time, an hour at most: the public interface of the log. Fields are only ever added, never renamed or removed.
public struct HealthRecord: LogRecord, Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.health/1"

    /// How often something happened.
    public struct Counts: Sendable, Equatable {
        /// Pictures that came, and those of them that were not decoded, since nothing happened.
        public var pictures = 0
        public var dozed = 0
        /// Frames that went through recognition, and those of them in which nothing had changed.
        public var analysed = 0
        public var still = 0
        /// Frames that a newer one displaced, since recognition was busy.
        public var displaced = 0
        /// Frames that recognition failed on.
        public var failed = 0
        public var damagedPictures = 0
        /// Packets that did not come, as often as some were missing.
        public var losses = 0
        /// Times the source was lost.
        public var reconnects = 0
        public var plates = 0
        public var candidatesAccepted = 0
        /// Candidates by the reason why they were rejected, in the order of the reasons' names.
        public var rejected: [(key: String, count: Int)] = []

        public init() {}

        public static func == (one: Counts, other: Counts) -> Bool {
            one.numbers == other.numbers && one.rejected.elementsEqual(other.rejected) { $0 == $1 }
        }

        private var numbers: [Int] {
            [
                pictures, dozed, analysed, still, displaced, failed, damagedPictures, losses, reconnects, plates,
                candidatesAccepted,
            ]
        }
    }

    public var id: String
    public var time: WallTime
    public var camera: String
    public var start: WallTime
    public var end: WallTime
    public var counts: Counts
    /// From a picture's arrival to the line of the plate that it settled, in milliseconds; nil where there was no plate.
    public var latency: Spread?
    /// Of accepted plates, 0-1.
    public var confidence: Spread?
    /// Of characters that were read, in pixels.
    public var textHeight: Spread?
    /// Pixels that the step from ink to ground takes, of characters that were read.
    public var edgeWidth: Spread?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        id: String, time: WallTime, camera: String, start: WallTime, end: WallTime, counts: Counts,
        latency: Spread? = nil, confidence: Spread? = nil, textHeight: Spread? = nil, edgeWidth: Spread? = nil
    ) {
        self.id = id
        self.time = time
        self.camera = camera
        self.start = start
        self.end = end
        self.counts = counts
        self.latency = latency
        self.confidence = confidence
        self.textHeight = textHeight
        self.edgeWidth = edgeWidth
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        start = try fields.time("start")
        end = try fields.time("end")
        counts = Counts()
        counts.pictures = try fields.whole("pictures")
        if fields.has("dozed") { counts.dozed = try fields.whole("dozed") }
        counts.analysed = try fields.whole("analysed")
        counts.still = try fields.whole("still")
        counts.displaced = try fields.whole("displaced")
        counts.failed = try fields.whole("failed")
        counts.damagedPictures = try fields.whole("damaged_pictures")
        counts.losses = try fields.whole("losses")
        counts.reconnects = try fields.whole("reconnects")
        counts.plates = try fields.whole("plates")
        counts.candidatesAccepted = try fields.whole("candidates_accepted")
        counts.rejected = try fields.counts("rejected")
        latency = try fields.object("latency_ms", read: Spread.init)
        confidence = try fields.object("confidence", read: Spread.init)
        textHeight = try fields.object("text_height_px", read: Spread.init)
        edgeWidth = try fields.object("edge_width_px", read: Spread.init)
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("start", start.description)
        line.add("end", end.description)
        line.add("pictures", counts.pictures)
        if counts.dozed > 0 { line.add("dozed", counts.dozed) }
        line.add("analysed", counts.analysed)
        line.add("still", counts.still)
        line.add("displaced", counts.displaced)
        line.add("failed", counts.failed)
        line.add("damaged_pictures", counts.damagedPictures)
        line.add("losses", counts.losses)
        line.add("reconnects", counts.reconnects)
        line.add("plates", counts.plates)
        line.add("candidates_accepted", counts.candidatesAccepted)
        line.add("rejected", counts.rejected)
        if let latency { line.add("latency_ms", object: latency.json(digits: 0)) }
        if let confidence { line.add("confidence", object: confidence.json(digits: 2)) }
        if let textHeight { line.add("text_height_px", object: textHeight.json(digits: 0)) }
        if let edgeWidth { line.add("edge_width_px", object: edgeWidth.json(digits: 1)) }
        return line.bytes
    }
}
