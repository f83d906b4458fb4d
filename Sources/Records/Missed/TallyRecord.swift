/// What became of all candidates of one hour, and of the places that they made up, with the limits that held then: a line of the tally
/// beside the ledger, one an hour. Fields are only ever added.
public struct TallyRecord: Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.tally/1"

    /// When the line was written.
    public var time: WallTime
    public var camera: String
    /// The hour's beginning.
    public var hour: WallTime
    /// Pictures that were looked at.
    public var frames: Int
    /// Looks at single places, by their reason, or `accepted`.
    public var candidates: [String: Int]
    /// Places that have ended: `read`, or the reason.
    public var places: [String: Int]
    /// Those of them that were probably vehicles (`MissRecord.Kind`), by reason.
    public var vehicles: [String: Int]
    /// Those of the places that have no line in the ledger, since there were too many.
    public var unlisted: Int
    /// Of the configuration, by its keys: what was in force when the line was written.
    public var limits: [String: String]
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        time: WallTime, camera: String, hour: WallTime, frames: Int = 0, candidates: [String: Int] = [:],
        places: [String: Int] = [:], vehicles: [String: Int] = [:], unlisted: Int = 0, limits: [String: String] = [:]
    ) {
        self.time = time
        self.camera = camera
        self.hour = hour
        self.frames = frames
        self.candidates = candidates
        self.places = places
        self.vehicles = vehicles
        self.unlisted = unlisted
        self.limits = limits
    }

    public init(line: [UInt8]) throws(LineFault) {
        guard line.count <= Record.longestLine else { throw .tooLong(line.count) }
        var fields = try LineFields(line)
        guard try fields.text("schema") == Self.schema else { throw .field("schema", .contradiction) }
        func counts(_ name: StaticString) throws(LineFault) -> [String: Int] {
            Dictionary(try fields.counts(name).map { ($0.key, $0.count) }, uniquingKeysWith: { $1 })
        }
        time = try fields.time("ts")
        camera = try fields.text("camera")
        hour = try fields.time("hour")
        frames = try fields.whole("frames")
        candidates = try counts("candidates")
        places = try counts("places")
        vehicles = try counts("vehicles")
        unlisted = try fields.whole("unlisted")
        limits = Dictionary(try fields.texts("limits").map { ($0.key, $0.text) }, uniquingKeysWith: { $1 })
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        func sorted(_ counts: [String: Int]) -> [(key: String, count: Int)] {
            counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
        var line = JSONLine(schema: Self.schema, time: time, camera: camera, unknown: unknown)
        line.add("hour", hour.description)
        line.add("frames", frames)
        line.add("candidates", sorted(candidates))
        line.add("places", sorted(places))
        line.add("vehicles", sorted(vehicles))
        line.add("unlisted", unlisted)
        line.add("limits", texts: limits.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return line.bytes
    }
}
