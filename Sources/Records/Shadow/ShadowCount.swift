/// How many pictures both configurations looked at since the line before, what that took, and in what they differ: a line of a shadow's
/// file, one now and then. Fields are only ever added.
public struct ShadowCount: Sendable, Equatable {
    /// Raised when a field changes its meaning or goes.
    public static let schema = "plated.shadow_count/1"

    /// When the line was written.
    public var time: WallTime
    public var camera: String
    /// Pictures that the running configuration looked at.
    public var frames: Int
    /// Those that the shadow looked at; fewer also where its interval is longer.
    public var looked: Int
    /// Those that it left out, since it was busy or had to give way.
    public var leftOut: Int
    /// Those that it failed on.
    public var failed: Int
    /// Milliseconds of processor time of each, decoding not included.
    public var runningMilliseconds: Double
    public var shadowMilliseconds: Double
    /// Values of the keys in which they differ.
    public var running: [String: String]
    public var shadow: [String: String]
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        time: WallTime, camera: String, frames: Int = 0, looked: Int = 0, leftOut: Int = 0, failed: Int = 0,
        runningMilliseconds: Double = 0, shadowMilliseconds: Double = 0, running: [String: String] = [:],
        shadow: [String: String] = [:]
    ) {
        self.time = time
        self.camera = camera
        self.frames = frames
        self.looked = looked
        self.leftOut = leftOut
        self.failed = failed
        self.runningMilliseconds = runningMilliseconds
        self.shadowMilliseconds = shadowMilliseconds
        self.running = running
        self.shadow = shadow
    }

    public init(line: [UInt8]) throws(LineFault) {
        guard line.count <= Record.longestLine else { throw .tooLong(line.count) }
        var fields = try LineFields(line)
        guard try fields.text("schema") == Self.schema else { throw .field("schema", .contradiction) }
        func texts(_ name: StaticString) throws(LineFault) -> [String: String] {
            Dictionary(try fields.texts(name).map { ($0.key, $0.text) }, uniquingKeysWith: { $1 })
        }
        time = try fields.time("ts")
        camera = try fields.text("camera")
        frames = try fields.whole("frames")
        looked = try fields.whole("looked")
        leftOut = try fields.whole("left_out")
        failed = try fields.whole("failed")
        runningMilliseconds = try fields.number("running_ms")
        shadowMilliseconds = try fields.number("shadow_ms")
        running = try texts("running")
        shadow = try texts("shadow")
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        func sorted(_ texts: [String: String]) -> [(key: String, text: String)] {
            texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
        var line = JSONLine(schema: Self.schema, time: time, camera: camera, unknown: unknown)
        line.add("frames", frames)
        line.add("looked", looked)
        line.add("left_out", leftOut)
        line.add("failed", failed)
        line.add("running_ms", runningMilliseconds, digits: 1)
        line.add("shadow_ms", shadowMilliseconds, digits: 1)
        line.add("running", texts: sorted(running))
        line.add("shadow", texts: sorted(shadow))
        return line.bytes
    }

    /// Whether two lines are about the same two configurations.
    public func isAboutTheSame(as other: ShadowCount) -> Bool {
        running == other.running && shadow == other.shadow
    }

    public mutating func add(_ other: ShadowCount) {
        time = max(time, other.time)
        frames += other.frames
        looked += other.looked
        leftOut += other.leftOut
        failed += other.failed
        runningMilliseconds += other.runningMilliseconds
        shadowMilliseconds += other.shadowMilliseconds
    }
}
