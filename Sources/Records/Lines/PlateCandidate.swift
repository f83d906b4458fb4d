/// One text that a plate may be, and how much speaks for it.
public struct PlateCandidate: Sendable, Equatable {
    public var plate: String
    /// 0-1; not a number where nobody knows.
    public var confidence: Double
    /// What else was said of it.
    public var unknown: [UnknownField] = []

    public init(plate: String, confidence: Double) {
        self.plate = plate
        self.confidence = confidence
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        plate = try fields.text("plate")
        confidence = try fields.number("confidence")
        unknown = fields.unknown
    }

    var json: [UInt8] {
        var line = JSONLine(unknown: unknown)
        line.add("plate", plate)
        line.add("confidence", confidence, digits: 3)
        return line.object
    }
}
