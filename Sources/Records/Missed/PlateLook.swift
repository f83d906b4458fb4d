/// One look at a plate, or at a place that looked like one: what was read in one picture, and what came of that.
public struct PlateLook: Sendable, Equatable {
    /// In milliseconds since the plate was first seen.
    public var offset: Int
    /// What was read; nil where nothing was.
    public var plate: String?
    /// How surely it was read, 0-1.
    public var confidence: Double?
    /// What it counted in the vote, 0-1; nil where it did not vote.
    public var weight: Double?
    /// Of the characters, in pixels.
    public var textHeight: Double
    /// Why it did not help a plate to be accepted; nil where it did, or where that is not known yet.
    public var reason: String?
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(
        offset: Int, plate: String? = nil, confidence: Double? = nil, weight: Double? = nil, textHeight: Double,
        reason: String? = nil
    ) {
        self.offset = offset
        self.plate = plate
        self.confidence = confidence
        self.weight = weight
        self.textHeight = textHeight
        self.reason = reason
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        offset = try fields.whole("ms")
        if fields.has("plate") { plate = try fields.textOrNull("plate") }
        if fields.has("confidence") { confidence = try fields.number("confidence") }
        if fields.has("weight") { weight = try fields.number("weight") }
        textHeight = try fields.number("height_px")
        if fields.has("reason") { reason = try fields.textOrNull("reason") }
        unknown = fields.unknown
    }

    var json: [UInt8] {
        var line = JSONLine(unknown: unknown)
        line.add("ms", offset)
        if let plate { line.add("plate", plate) }
        if let confidence { line.add("confidence", confidence, digits: 2) }
        if let weight { line.add("weight", weight, digits: 2) }
        line.add("height_px", textHeight, digits: 1)
        if let reason { line.add("reason", reason) }
        return line.object
    }

    func hidden(by pseudonyms: Pseudonyms, at moment: WallTime) -> PlateLook {
        var look = self
        look.plate = plate.map { pseudonyms.pseudonym(of: $0, at: moment) }
        return look
    }
}
