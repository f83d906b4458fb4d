/// The rest of a line that was cut short when the power went or the process was killed, as a line of its own.
public struct TornLine: LogRecord, Sendable, Equatable {
    public static let schema = "plated.torn/1"

    public var id: String
    /// When it was found.
    public var time: WallTime
    public var camera: String
    /// The bytes that were found.
    public var fragment: [UInt8]
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(id: String, time: WallTime, camera: String, fragment: [UInt8]) {
        self.id = id
        self.time = time
        self.camera = camera
        self.fragment = fragment
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        id = try fields.text("id")
        time = try fields.time("ts")
        camera = try fields.text("camera")
        fragment = Array(try fields.text("fragment").utf8)
        if fields.has("fragment_hex") {
            guard let bytes = Self.bytes(hex: Array(try fields.text("fragment_hex").utf8)) else {
                throw .field("fragment_hex", .notHex)
            }
            fragment = bytes
        }
        unknown = fields.unknown
    }

    /// The record as one line of NDJSON.
    public var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera, unknown: unknown)
        addFragment(to: &line)
        return line.bytes
    }

    /// As text, and where it is not one (a character was cut in two) every byte as well.
    private func addFragment(to line: inout JSONLine) {
        line.add("fragment", String(decoding: fragment, as: UTF8.self))
        if String(validating: fragment, as: UTF8.self) == nil {
            let hex = fragment.flatMap { [JSONText.hexDigit($0 >> 4), JSONText.hexDigit($0 & 15)] }
            line.add("fragment_hex", String(decoding: hex, as: UTF8.self))
        }
    }

    private static func bytes(hex: [UInt8]) -> [UInt8]? {
        let digits = hex.compactMap(\.hexadecimal)
        guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Whether a line tells of the same fragment, whenever that was found.
    func isTold(by line: [UInt8]) -> Bool {
        var end = JSONLine()
        addFragment(to: &end)
        // All but the opening brace.
        return line.ends(with: end.bytes.dropFirst())
    }

    /// Whether the text is one whole object of JSON, so that only its newline is missing.
    static func isWhole(_ text: [UInt8]) -> Bool {
        do {
            _ = try LineFields(text)
            return true
        } catch {
            return false
        }
    }
}

extension [UInt8] {
    func ends(with other: some BidirectionalCollection<UInt8>) -> Bool {
        suffix(other.count).elementsEqual(other)
    }
}
