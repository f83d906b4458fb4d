import Foundation

/// How large a stream's inter-coded pictures are while nothing moves, and whether they have grown, where the encoder leaves some of the sensor's
/// noise in them. What has to show is the least that a legible vehicle adds, which follows from how coarsely pictures are coded.
///
/// Pictures soon after a key frame are larger than later ones, so each kind has a mean for each distance from it, and one spread.
struct NoisySizes: Sendable {
    private struct Usual: Sendable {
        var count = 1.0
        var variance = 0.0
        var quantiser: Double
        /// Of what a P picture takes: B pictures, which are built on pictures before and after them, take half, and a quarter where no other is
        /// built on them.
        var share: Double
        var means: [Int: (mean: Double, count: Double)] = [:]
    }

    /// Pictures of all kinds before anything is known, of a kind before it is, and those over which what is usual is averaged.
    private static let enoughInAll = 100.0
    /// The same where it is plain: as much as that is told by a picture.
    private static let enoughOfPlain = 50.0
    private static let plain = 2.0
    private static let enough = 12.0
    private static let memory = 250.0
    /// Bytes, at the quantiser beside it: what a vehicle adds whose characters are 9.5 pixels high, to a P picture. A quantiser that is less
    /// by six adds twice as much; it was more in all that was measured (BENCHMARKS.md, "Where the noise is in the stream").
    private static let least = 99.0
    private static let leastQuantiser = 29.0
    /// Bytes. Less is never taken for the spread.
    private static let leastSpread = 4.0
    /// In spreads: more than that of what a vehicle adds is not waited for, and what a picture counts at most when it is learnt.
    private static let mostShift = 2.0
    private static let outlier = 6.0
    /// Of the sum of log likelihood ratios: a sign.
    private static let limit = 8.0
    /// What a picture has to tell on average, as a log likelihood ratio: then the limit is reached after 20 pictures, or after 8.
    static let fewest = 0.4
    static let close = 1.0
    /// What a picture of a kind is taken to tell at most.
    private static let most = 4.0

    private var usual: [Int: Usual] = [:]
    private var learnt = 0.0
    private var sum = 0.0

    /// Takes in a picture of a time in which nothing moved.
    mutating func learn(_ picture: CodedPicture) {
        guard let quantiser = picture.quantiser.map(Double.init) else { return }
        learnt += 1
        let (bytes, distance) = (Double(picture.bytes), Self.distance(of: picture))
        var known =
            usual[picture.kind]
            ?? Usual(
                quantiser: quantiser, share: picture.isBetween ? (picture.isReferred ? 0.5 : 0.25) : 1)
        var (mean, count) = known.means[distance] ?? (Self.mean(of: known) ?? bytes, 0)
        var difference = bytes - mean
        if known.count >= Self.enough {
            let most = Self.outlier * Self.spread(of: known)
            difference = max(-most, min(most, difference))
        }
        known.count = min(Self.memory, known.count + 1)
        count = min(Self.memory / 2, count + 1)
        let share = 1 / (count + 1)
        known.quantiser += (quantiser - known.quantiser) / known.count
        known.variance += (difference * difference * (1 - share) - known.variance) / known.count
        mean += difference * share
        known.means[distance] = (mean, count)
        usual[picture.kind] = known
    }

    /// Whether any picture said how finely it is coded.
    var hasLearnt: Bool { learnt > 0 }

    /// What a picture tells on average of the least that moves, as a log likelihood ratio; nil where too little is known.
    var told: Double? {
        guard learnt >= Self.enoughOfPlain else { return nil }
        var (told, count) = (0.0, 0.0)
        for known in usual.values {
            let shift = Self.least(of: known) / Self.spread(of: known)
            told += known.count * min(Self.most, shift * shift / 2)
            count += known.count
        }
        return learnt >= Self.enoughInAll || told >= Self.plain * count ? told / count : nil
    }

    /// Whether something moves, by the size of the next picture.
    mutating func stirs(_ picture: CodedPicture) -> Bool {
        guard picture.quantiser != nil, let known = usual[picture.kind], known.count >= Self.enough,
            let mean = known.means[Self.distance(of: picture)]?.mean ?? Self.mean(of: known)
        else { return true }
        let spread = Self.spread(of: known)
        let shift = min(Self.least(of: known) / spread, Self.mostShift)
        sum = max(0, sum + shift * ((Double(picture.bytes) - mean) / spread - shift / 2))
        return sum > Self.limit
    }

    mutating func startSum() { sum = 0 }

    /// The first picture, two, four, eight, sixteen after a key frame, and all from the thirty-second on.
    private static func distance(of picture: CodedPicture) -> Int {
        min(6, Int.bitWidth - max(0, picture.place).leadingZeroBitCount)
    }

    private static func mean(of known: Usual) -> Double? {
        let count = known.means.values.reduce(0) { $0 + $1.count }
        return count > 0 ? known.means.values.reduce(0) { $0 + $1.mean * $1.count } / count : nil
    }

    private static func least(of known: Usual) -> Double {
        known.share * least * pow(2, (leastQuantiser - known.quantiser) / 6)
    }

    private static func spread(of known: Usual) -> Double { max(leastSpread, known.variance.squareRoot()) }
}
