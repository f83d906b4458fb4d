/// A signature under all lines of a log before it: whoever has the public key can tell that none of them was changed since.
public struct SealRecord: LogRecord, Sendable, Equatable {
    public static let schema = "plated.seal/1"

    /// What it was made for.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The scanner began to write to the log.
        public static let start = Reason(rawValue: "start")
        /// Another hour has passed.
        public static let hour = Reason(rawValue: "hour")
        /// The scanner ended, and has written all that it had.
        public static let stop = Reason(rawValue: "stop")
    }

    public var id: String
    public var time: WallTime
    public var camera: String
    public var reason: Reason
    /// Lines since the last seal, or since the chain begins.
    public var lines: Int
    /// The SHA-256 of the line before it.
    public var head: Digest
    /// The public half of the key, in base64.
    public var key: String
    /// Of `signed`, in base64.
    public var signature: String
    /// Fields of a later version, and `prev`.
    public var unknown: [UnknownField] = []

    init(id: String, time: WallTime, camera: String, reason: Reason, lines: Int, head: Digest, key: String) {
        self.id = id
        self.time = time
        self.camera = camera
        self.reason = reason
        self.lines = lines
        self.head = head
        self.key = key
        signature = ""
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        reason = Reason(rawValue: try fields.text("reason"))
        lines = try fields.whole("lines")
        head = try fields.digest("head")
        key = try fields.text("key")
        signature = try fields.text("signature")
        unknown = fields.unknown
    }

    private var unsigned: JSONLine {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        line.add("reason", reason.rawValue)
        line.add("lines", lines)
        line.add("head", head.description)
        line.add("key", key)
        return line
    }

    /// What is signed: the line up to its signature, without the comma before that.
    public var signed: [UInt8] { unsigned.text }

    /// What is signed of a line as it stands in a log; nil where it has no signature.
    public static func signed(in line: [UInt8]) -> [UInt8]? {
        let mark = Array(",\"signature\":".utf8)
        guard let start = line.ranges(of: mark).last?.lowerBound else { return nil }
        return Array(line[..<start])
    }

    /// Whether a line is a seal of ours, by how it begins.
    static func isSeal(_ line: [UInt8]) -> Bool { line.starts(with: Self.start) }

    private static let start = Array("{\"schema\":\"\(schema)\"".utf8)

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = unsigned
        line.add("signature", signature)
        return line.bytes
    }
}

/// Signs the chain of a log.
public protocol Sealer: Sendable {
    /// The public half of its key, in base64.
    var key: String { get }
    /// In base64.
    func signature(of bytes: [UInt8]) throws -> String
}
