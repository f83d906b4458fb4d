/// How large a stream's inter-coded pictures usually are while nothing moves, and whether they have grown.
///
/// Each kind has what is usual of its own. A picture that is much larger is a sign at once; one that is a little larger adds to a sum
/// (Page's CUSUM), so that a small vehicle far away shows within a few pictures.
struct PacketSizes: Sendable {
    enum Telling: Sendable {
        case nothing
        /// Noise shows in them, and what moves within a second.
        case barely
        /// Noise shows in them, and what moves within half a second.
        case closely
        /// They hardly vary while nothing moves.
        case plainly
    }

    /// Pictures of all kinds before anything is known.
    private static let enoughInAll = 50.0
    /// Bytes. Where the sizes vary by more, what a vehicle adds does not show plainly: 120 to 170 bytes a picture for one whose characters are
    /// 9 to 14 pixels high, 1080p at a constant rate factor of 28, noise of 7 grey levels; and 13 to 40 for one of little contrast in a smaller
    /// picture that is coded more coarsely.
    private static let mostSpread = 16.0
    /// The same where nothing says how finely pictures are coded: then key frames have to tell what sizes do not.
    private static let mostSpreadUntold = 75.0
    /// Bytes. A stream that spends more on a still scene codes its noise, or fills its rate: then more of the same would not show.
    private static let mostMean = 1000.0
    /// Bytes for each block of 16 × 16 pixels, for the same reason, in pictures in which this is less; but never less than the floor.
    private static let mostMeanPerBlock = 0.2
    private static let meanFloor = 100.0
    /// In spreads: what a picture may have above the mean without adding to the sum, and the sum that is a sign.
    private static let slack = 1.0
    private static let limit = 8.0
    /// The same where nothing else tells for long: what adds less than a spread to each picture shows within three seconds.
    private static let patientSlack = 0.3
    private static let patientLimit = 20.0

    private var usual: [Int: UsualSizes] = [:]
    private var learnt = 0.0
    private var sum = 0.0
    private var patientSum = 0.0
    private var noisy = NoisySizes()

    /// Takes in a picture of a time in which nothing moved.
    mutating func learn(_ picture: CodedPicture) {
        learnt += 1
        noisy.learn(picture)
        usual[picture.kind, default: UsualSizes()].learn(picture)
    }

    /// How well what moves would show; nothing where too little is known.
    ///
    /// - Parameter blocks: of 16 × 16 pixels in a picture.
    func telling(blocks: Int) -> Telling {
        let mostMean = max(Self.meanFloor, min(Self.mostMean, Self.mostMeanPerBlock * Double(blocks)))
        guard isKnown, usual.values.allSatisfy({ $0.mean ?? 0 <= mostMean }) else { return .nothing }
        func varies(atMost spread: Double) -> Bool { usual.values.allSatisfy { $0.variance <= spread * spread } }
        if varies(atMost: Self.mostSpread) { return .plainly }
        if !hasQuantisers { return varies(atMost: Self.mostSpreadUntold) ? .barely : .nothing }
        let told = noisy.told ?? 0
        return told >= NoisySizes.close ? .closely : told >= NoisySizes.fewest ? .barely : .nothing
    }

    /// Whether enough still pictures have been seen to know what is usual.
    var isKnown: Bool { learnt >= Self.enoughInAll }

    /// Whether pictures say how finely they are coded.
    var hasQuantisers: Bool { noisy.hasLearnt }

    /// Whether enough have been to know as well what shows through noise.
    var isNoiseKnown: Bool { noisy.told != nil }

    /// Whether something moves, by the size of the next picture.
    ///
    /// - Parameter patiently: whether what is hardly larger for long counts, too: key frames are far apart.
    mutating func stirs(_ picture: CodedPicture, _ telling: Telling, patiently: Bool = false) -> Bool {
        if telling != .plainly, hasQuantisers { return noisy.stirs(picture) }
        guard let known = usual[picture.kind], known.isKnown, let mean = known.mean(like: picture) else { return true }
        let excess = (Double(picture.bytes) - mean) / known.spread
        sum = max(0, sum + excess - Self.slack)
        patientSum = max(0, patientSum + excess - Self.patientSlack)
        return sum > Self.limit || patiently && patientSum > Self.patientLimit
    }

    /// Nothing moved up to here: what was added up was noise.
    mutating func startSum() {
        (sum, patientSum) = (0, 0)
        noisy.startSum()
    }
}
