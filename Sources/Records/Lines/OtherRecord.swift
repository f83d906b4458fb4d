/// A record of a schema that this program does not know: kept whole.
public struct OtherRecord: Sendable, Equatable {
    public var schema: String
    /// What records of a log have in common, where it is there and is what it should be.
    public var id: String?
    public var time: WallTime?
    public var camera: String?
    /// As it stands in the log.
    public var line: [UInt8]

    init(schema: String, fields: LineFields, line: [UInt8]) {
        var fields = fields
        self.schema = schema
        id = Self.attempt { () throws(LineFault) in try fields.text("id") }
        time = Self.attempt { () throws(LineFault) in try fields.time("ts") }
        camera = Self.attempt { () throws(LineFault) in try fields.text("camera") }
        self.line = line
    }

    /// A line that is not understood.
    init(unread line: [UInt8], time: WallTime?, camera: String?) {
        schema = "unread"
        (self.time, self.camera, self.line) = (time, camera, line)
    }

    /// What stands there is nobody's promise: a field that is something else is as good as none.
    private static func attempt<Value>(_ read: () throws(LineFault) -> Value) -> Value? {
        do { return try read() } catch { return nil }
    }
}
