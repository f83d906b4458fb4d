import Foundation

/// How large a stream's inter-coded pictures are while nothing moves, and whether they have grown, where the encoder leaves some of the sensor's
/// noise in them. What has to show is the least that a legible vehicle adds, which follows from how coarsely pictures are coded.
struct NoisySizes: Sendable {
    private struct Usual: Sendable {
        var sizes = UsualSizes()
        var quantiser: Double
        /// Of what a P picture takes: B pictures, which are built on pictures before and after them, take half, and a quarter where no other is
        /// built on them.
        var share: Double

        /// The least that a legible vehicle adds, in bytes.
        var least: Double { share * NoisySizes.least * pow(2, (NoisySizes.leastQuantiser - quantiser) / 6) }
    }

    /// Pictures of all kinds before anything is known.
    private static let enoughInAll = 100.0
    /// The same where it is plain: as much as that is told by a picture.
    private static let enoughOfPlain = 50.0
    private static let plain = 2.0
    /// Bytes, at the quantiser beside it: what a vehicle adds whose characters are 9.5 pixels high, to a P picture. A quantiser that is less
    /// by six adds twice as much; it was more in all that was measured (BENCHMARKS.md, "Where the noise is in the stream").
    private static let least = 99.0
    private static let leastQuantiser = 29.0
    /// In spreads: more than that of what a vehicle adds is not waited for.
    private static let mostShift = 2.0
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
        var known =
            usual[picture.kind]
            ?? Usual(
                quantiser: quantiser, share: picture.isBetween ? (picture.isReferred ? 0.5 : 0.25) : 1)
        known.sizes.learn(picture)
        known.quantiser += (quantiser - known.quantiser) / known.sizes.count
        usual[picture.kind] = known
    }

    /// Whether any picture said how finely it is coded.
    var hasLearnt: Bool { learnt > 0 }

    /// What a picture tells on average of the least that moves, as a log likelihood ratio; nil where too little is known.
    var told: Double? {
        guard learnt >= Self.enoughOfPlain else { return nil }
        var (told, count) = (0.0, 0.0)
        for known in usual.values {
            let shift = known.least / known.sizes.spread
            told += known.sizes.count * min(Self.most, shift * shift / 2)
            count += known.sizes.count
        }
        return learnt >= Self.enoughInAll || told >= Self.plain * count ? told / count : nil
    }

    /// Whether something moves, by the size of the next picture.
    mutating func stirs(_ picture: CodedPicture) -> Bool {
        guard picture.quantiser != nil, let known = usual[picture.kind], known.sizes.isKnown,
            let mean = known.sizes.mean(like: picture)
        else { return true }
        let spread = known.sizes.spread
        let shift = min(known.least / spread, Self.mostShift)
        sum = max(0, sum + shift * ((Double(picture.bytes) - mean) / spread - shift / 2))
        return sum > Self.limit
    }

    mutating func startSum() { sum = 0 }
}
