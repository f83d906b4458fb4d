/// A time in which the scanner could not see.
public struct Gap: Sendable, Equatable {
    public enum Cause: String, Sendable, CaseIterable {
        /// The camera cannot be opened, or its stream ended.
        case lost
        /// The camera is there and sends nothing.
        case stalled
        /// The camera sends the very same picture again and again.
        case frozen
        /// Pictures come, and hardly one of them whole: packets are lost on the way.
        case damaged
        /// The picture is too dark to see anything in it.
        case dark
        /// The picture is overexposed.
        case glare
        /// There is light and no detail: a covered, fogged or dirty lens.
        case covered
        /// Nothing in the picture is sharp.
        case outOfFocus = "out_of_focus"
        /// The scanner itself was not running.
        case notRunning = "not_running"
    }

    /// The same in both records of the gap.
    public var id: String
    public var cause: Cause
    public var start: WallTime

    public init(id: String, cause: Cause, start: WallTime) {
        self.id = id
        self.cause = cause
        self.start = start
    }
}

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

    public init(id: String, time: WallTime, camera: String, gap: Gap, end: WallTime?) {
        self.id = id
        self.time = time
        self.camera = camera
        self.gap = gap
        self.end = end
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera)
        line.add("gap", gap.id)
        line.add("state", end == nil ? "began" : "ended")
        line.add("cause", gap.cause.rawValue)
        line.add("start", gap.start.description)
        line.add("end", end?.description)
        if let end {
            line.add("duration_s", Double(end.milliseconds - gap.start.milliseconds) / 1000, digits: 1)
        }
        return line.bytes
    }
}
