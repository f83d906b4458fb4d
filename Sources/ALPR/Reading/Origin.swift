/// The country that a plate was issued in, and how sure that is.
public struct Origin: Sendable, Equatable {
    /// ISO 3166 code in lower case, such as `nl`.
    public var country: String
    /// 0-1.
    public var confidence: Double

    public init(country: String, confidence: Double) {
        self.country = country
        self.confidence = confidence
    }
}

extension Origin {
    /// The country that several readings of one plate agree on; nil where none has more than half of what they were sure of.
    init?(agreeing origins: [Origin]) {
        var sums: [String: Double] = [:]
        for origin in origins { sums[origin.country, default: 0] += origin.confidence }
        guard let best = sums.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
        let share = best.value / Double(origins.count)
        guard share > 0.5 else { return nil }
        self.init(country: best.key, confidence: share)
    }
}
