/// One JSON object on one line, its fields in the order they were added.
public struct JSONLine {
    /// What is there so far, without the closing brace.
    private(set) var text: [UInt8] = [UInt8(ascii: "{")]
    /// Fields that were read and are not known here, each to be written behind the one it followed.
    private var waiting: [UnknownField]

    public init() {
        self.init(unknown: [])
    }

    init(unknown: [UnknownField]) {
        waiting = unknown
        addUnknown(behind: nil)
    }

    /// The beginning that all records of the log share.
    init(schema: String, id: String? = nil, time: WallTime, camera: String, unknown: [UnknownField] = []) {
        self.init(unknown: unknown)
        add("schema", schema)
        if let id { add("id", id) }
        add("ts", time.description)
        add("camera", camera)
    }

    /// The finished line with its newline.
    public var bytes: [UInt8] { object + [UInt8(ascii: "\n")] }

    /// The object alone.
    var object: [UInt8] {
        var line = self
        // What followed a field that is no longer there.
        for field in waiting { line.addRaw(field) }
        line.text.append(UInt8(ascii: "}"))
        return line.text
    }

    public mutating func add(_ name: String, _ value: String?) {
        guard let value else { return addRaw(name, "null") }
        begin(name)
        JSONText.append(value, to: &text)
        addUnknown(behind: name)
    }

    public mutating func add(_ name: String, _ value: Int) {
        addRaw(name, "\(value)")
    }

    public mutating func add(_ name: String, _ flag: Bool) {
        addRaw(name, flag ? "true" : "false")
    }

    /// - Parameter digits: after the decimal point.
    public mutating func add(_ name: String, _ value: Double, digits: Int) {
        addRaw(name, Self.number(value, digits: digits))
    }

    public mutating func add(_ name: String, _ candidates: [PlateCandidate]) {
        begin(name)
        text.append(UInt8(ascii: "["))
        for (index, candidate) in candidates.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += candidate.json
        }
        text.append(UInt8(ascii: "]"))
        addUnknown(behind: name)
    }

    /// - Parameter object: JSON.
    mutating func add(_ name: String, object: [UInt8]) {
        begin(name)
        text += object
        addUnknown(behind: name)
    }

    /// An object of counts.
    public mutating func add(_ name: String, _ counts: [(key: String, count: Int)]) {
        addRaw(name, "{" + counts.map { "\(Self.quoted($0.key)):\($0.count)" }.joined(separator: ",") + "}")
    }

    /// An object of texts.
    mutating func add(_ name: String, texts: [(key: String, text: String)]) {
        addRaw(name, "{" + texts.map { "\(Self.quoted($0.key)):\(Self.quoted($0.text))" }.joined(separator: ",") + "}")
    }

    public mutating func add(_ name: String, _ box: PlateBox) {
        addRaw(name, "[\(box.x),\(box.y),\(box.width),\(box.height)]")
    }

    // MARK: - Parts

    private mutating func begin(_ name: String) {
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        text.append(UInt8(ascii: "\""))
        text += Array(name.utf8)
        text += [UInt8(ascii: "\""), UInt8(ascii: ":")]
    }

    private mutating func addRaw(_ name: String, _ value: String) {
        begin(name)
        text += Array(value.utf8)
        addUnknown(behind: name)
    }

    private mutating func addRaw(_ field: UnknownField) {
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        text += field.name
        text.append(UInt8(ascii: ":"))
        text += field.value
    }

    private mutating func addUnknown(behind name: String?) {
        guard !waiting.isEmpty else { return }
        for field in waiting where field.predecessor == name { addRaw(field) }
        waiting.removeAll { $0.predecessor == name }
    }

    // MARK: - Values

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
        var bytes: [UInt8] = []
        JSONText.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
