import ALPR

/// An accepted plate as it is written: the public interface of the log. Field names only ever gain company.
public struct PlateEvent: Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.event/1"

    public var id: String
    /// When the plate was accepted.
    public var time: WallTime
    public var camera: String
    public var plate: AcceptedPlate
    public var firstSeen: WallTime
    public var lastSeen: WallTime
    public var engine: String
    /// From the arrival of the frame that settled it to the writing of this event.
    public var latencyMilliseconds: Int
    /// Position in a recording; nil for cameras.
    public var position: Timestamp?
    /// The recording; nil for cameras.
    public var file: String?

    public init(
        id: String, time: WallTime, camera: String, plate: AcceptedPlate, firstSeen: WallTime, lastSeen: WallTime,
        engine: String, latencyMilliseconds: Int, position: Timestamp? = nil, file: String? = nil
    ) {
        self.id = id
        self.time = time
        self.camera = camera
        self.plate = plate
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.engine = engine
        self.latencyMilliseconds = latencyMilliseconds
        self.position = position
        self.file = file
    }

    /// The event as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera)
        line.add("plate", plate.text)
        line.add("plate_raw", plate.raw)
        line.add("confidence", plate.confidence, digits: 3)
        line.add("candidates", plate.candidates.map { ($0.text, $0.confidence) })
        line.add("format", plate.format?.name)
        line.add("region", plate.country)
        line.add("box", plate.box.wholePixels)
        line.add("reads", plate.reads)
        line.add("frames_seen", plate.framesSeen)
        line.add("first_seen", firstSeen.description)
        line.add("last_seen", lastSeen.description)
        line.add("engine", engine)
        line.add("latency_ms", latencyMilliseconds)
        if let position { line.add("position_s", position.sinceStart.seconds, digits: 3) }
        if let file { line.add("file", file) }
        return line.bytes
    }
}

extension Box {
    /// x, y, width and height, rounded.
    var wholePixels: [Int] {
        [x, y, width, height].map { Int($0.rounded()) }
    }
}
