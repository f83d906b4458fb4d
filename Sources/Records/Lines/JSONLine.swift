/// One JSON object on one line, its fields in the order they were added.
public struct JSONLine {
    public init() {}

    /// The beginning that all records of the log share.
    init(schema: String, id: String, time: WallTime, camera: String) {
        add("schema", schema)
        add("id", id)
        add("ts", time.description)
        add("camera", camera)
    }

    private(set) var text = "{"

    /// The finished line with its newline, as bytes.
    public var bytes: [UInt8] { Array((text + "}\n").utf8) }

    public mutating func add(_ name: String, _ value: String?) {
        guard let value else { return addRaw(name, "null") }
        addRaw(name, Self.quoted(value))
    }

    public mutating func add(_ name: String, _ value: Int) {
        addRaw(name, "\(value)")
    }

    /// - Parameter digits: after the decimal point.
    public mutating func add(_ name: String, _ value: Double, digits: Int) {
        addRaw(name, Self.number(value, digits: digits))
    }

    public mutating func add(_ name: String, _ candidates: [PlateCandidate]) {
        let parts = candidates.map {
            "{\"plate\":\(Self.quoted($0.plate)),\"confidence\":\(Self.number($0.confidence, digits: 3))}"
        }
        addRaw(name, "[" + parts.joined(separator: ",") + "]")
    }

    /// An object of counts.
    public mutating func add(_ name: String, _ counts: [(key: String, count: Int)]) {
        addRaw(name, "{" + counts.map { "\(Self.quoted($0.key)):\($0.count)" }.joined(separator: ",") + "}")
    }

    public mutating func add(_ name: String, _ box: PlateBox) {
        addRaw(name, "[\(box.x),\(box.y),\(box.width),\(box.height)]")
    }

    private mutating func addRaw(_ name: String, _ value: String) {
        if text.count > 1 { text += "," }
        text += "\"\(name)\":\(value)"
    }

    /// Rounded, without a locale and without an exponent; what is no number becomes null.
    public static func number(_ value: Double, digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "null" }
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = (abs(value) * Double(scale)).rounded()
        guard scaled < 9e18 else { return "null" }
        let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: scale)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        if digits == 0 { return sign + "\(whole)" }
        let fraction = "\(rest)"
        return sign + "\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    public static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
