/// The beginning or the end of a gap as it is written: the public interface of the log. Fields are only ever added, never renamed or removed.
public struct GapRecord: LogRecord, Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.gap/1"

    public var id: String
    public var time: WallTime
    public var camera: String
    public var gap: Gap
    /// Nil while the gap lasts.
    public var end: WallTime?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(id: String, time: WallTime, camera: String, gap: Gap, end: WallTime?) {
        self.id = id
        self.time = time
        self.camera = camera
        self.gap = gap
        self.end = end
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        gap = Gap(
            id: try fields.text("gap"), cause: Gap.Cause(rawValue: try fields.text("cause")),
            start: try fields.time("start"))
        end = try fields.timeOrNull("end")
        guard try fields.text("state") == state else { throw .field("state", .contradiction) }
        // It follows from the two times.
        if fields.has("duration_s") { _ = try fields.number("duration_s") }
        unknown = fields.unknown
    }

    private var state: String { end == nil ? "began" : "ended" }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("gap", gap.id)
        line.add("state", state)
        line.add("cause", gap.cause.rawValue)
        line.add("start", gap.start.description)
        line.add("end", end?.description)
        if let end {
            line.add("duration_s", Double(end.milliseconds - gap.start.milliseconds) / 1000, digits: 1)
        }
        return line.bytes
    }
}
