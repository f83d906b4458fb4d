/// Whether confidences mean what they say: of texts that are told with 0.9, are nine in ten right?
///
/// Texts are put in order of their confidence and cut into groups of equal size, since nearly all confidences lie close to 1. The expected
/// calibration error is the mean over all texts of how far a group's share of right ones is from its mean confidence (Naeini, Cooper
/// and Hauskrecht, "Obtaining Well Calibrated Probabilities Using Bayesian Binning", AAAI 2015).
public struct Calibration: Sendable, Equatable {
    /// Texts of about the same confidence.
    public struct Group: Sendable, Equatable {
        public var count: Int
        public var right: Int
        /// Mean of what was told, 0-1.
        public var confidence: Double

        /// Share of right ones, 0-1.
        public var share: Double { Double(right) / Double(count) }

        /// Where the share that is behind this sample lies, with 95 % confidence (Wilson's interval).
        public var interval: ClosedRange<Double> {
            let (n, z) = (Double(count), 1.96)
            let middle = (share + z * z / (2 * n)) / (1 + z * z / n)
            let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
            return max(0, middle - half)...min(1, middle + half)
        }
    }

    /// So many where there are enough texts, each with at least `least`.
    private static let groups = 10
    private static let least = 10

    private var samples: [(confidence: Double, isRight: Bool)] = []

    public init() {}

    public var count: Int { samples.count }

    public mutating func add(confidence: Double, isRight: Bool) {
        samples.append((confidence, isRight))
    }

    /// Surest first. Texts of the same confidence are in one group, which may make it larger.
    public var groups: [Group] {
        let sorted = samples.sorted { $0.confidence > $1.confidence }
        let size = max(Self.least, (sorted.count + Self.groups - 1) / Self.groups)
        var parts: [ArraySlice<(confidence: Double, isRight: Bool)>] = []
        var start = 0
        while start < sorted.count {
            var end = min(start + size, sorted.count)
            while end < sorted.count, sorted[end].confidence == sorted[end - 1].confidence { end += 1 }
            // What is left over is too few to say anything by itself.
            if sorted.count - end < Self.least { end = sorted.count }
            parts.append(sorted[start..<end])
            start = end
        }
        return parts.map { part in
            Group(
                count: part.count, right: part.count { $0.isRight },
                confidence: part.reduce(0) { $0 + $1.confidence } / Double(part.count))
        }
    }

    /// 0-1; nil where nothing was told.
    public var expectedError: Double? {
        guard count > 0 else { return nil }
        return groups.reduce(0) { $0 + Double($1.count) * abs($1.share - $1.confidence) } / Double(count)
    }

    /// The mean error of what is exactly right, by nothing but chance, 0-1: as large as this it says nothing. Nil where nothing was told.
    ///
    /// Each group's share of right ones scatters round its mean confidence, nearly normally.
    public var errorByChance: Double? {
        guard count > 0 else { return nil }
        return groups.reduce(0) { sum, group in
            let spread = (group.confidence * (1 - group.confidence) / Double(group.count)).squareRoot()
            return sum + Double(group.count) * spread * (2 / Double.pi).squareRoot()
        } / Double(count)
    }

    public static func == (one: Calibration, other: Calibration) -> Bool {
        one.samples.elementsEqual(other.samples) { $0 == $1 }
    }
}
