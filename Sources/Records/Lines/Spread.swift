/// Where most of some values lay: the middle one, and those that a tenth of all are below and above.
public struct Spread: Sendable, Equatable {
    public var low: Double
    public var median: Double
    public var high: Double
    /// Fields of a later version.
    public var unknown: [UnknownField] = []

    public init(low: Double, median: Double, high: Double) {
        self.low = low
        self.median = median
        self.high = high
    }

    init(_ fields: inout LineFields) throws(LineFault) {
        low = try fields.number("p10")
        median = try fields.number("p50")
        high = try fields.number("p90")
        unknown = fields.unknown
    }

    func json(digits: Int) -> [UInt8] {
        var line = JSONLine(unknown: unknown)
        line.add("p10", low, digits: digits)
        line.add("p50", median, digits: digits)
        line.add("p90", high, digits: digits)
        return line.object
    }
}
