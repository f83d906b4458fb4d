/// Stands in place of a line whose text was removed; the chain goes on through it.
public struct ForgottenLine: LogRecord, Sendable, Equatable {
    public static let schema = "plated.forgotten/1"

    /// Of the line that stood here.
    public var id: String
    /// When the line that stood here was written.
    public var time: WallTime
    public var camera: String
    /// The SHA-256 of the line that stood here: what the line behind it is tied to.
    public var hash: Digest
    /// What the line that stood here was tied to.
    public var previous: Digest
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(id: String, time: WallTime, camera: String, hash: Digest, previous: Digest) {
        self.id = id
        self.time = time
        self.camera = camera
        self.hash = hash
        self.previous = previous
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        hash = try fields.digest("hash")
        previous = try fields.digest("prev")
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON. It is tied already: it takes the place of a line, and is never appended.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("hash", hash.description)
        line.add("prev", previous.description)
        return line.bytes
    }

    /// The hash that a line of this schema gives; nil for all others.
    static func hash(in line: [UInt8]) -> Digest? {
        // Nearly no line is one: those are told by their first bytes.
        let marker = Array(schema.utf8)
        guard line.prefix(64).contains(marker) else { return nil }
        do throws(LineFault) {
            var fields = try LineFields(line)
            guard try fields.text("schema") == schema else { return nil }
            return try fields.digest("hash")
        } catch {
            return nil
        }
    }
}
