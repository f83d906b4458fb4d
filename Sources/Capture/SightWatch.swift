import ALPR

/// Watches over hours whether plates could be seen at all: light, detail and focus of the region of interest.
///
/// What is normal is learnt from the camera itself, apart for every level of light, so that a night's soft picture is not taken for a
/// lens out of focus. A cause has to last before it counts, and to be gone for a while before it does not.
public struct SightWatch: Sendable {
    /// Why nothing can be seen.
    public enum Cause: String, Sendable, CaseIterable {
        /// Nothing in the picture is light enough.
        case dark
        /// All of it is overexposed.
        case glare
        /// There is light and no detail: a covered, fogged or dirty lens.
        case covered
        /// There is detail, and no edge in it is sharp.
        case outOfFocus = "out_of_focus"
    }

    public struct Settings: Sendable, Equatable {
        /// How long a cause must last before it counts.
        public var hold: Duration = .seconds(10)
        /// Where 99 % of the pixels are darker than this grey, nothing can be seen.
        public var darkest = 45.0
        /// Where 95 % of them are lighter than this one, neither.
        public var lightest = 230.0

        public init() {}
    }

    /// Detail and sharpness that were usual at a level of light.
    private struct Usual {
        var detail: Double
        var edgeWidth: Double?
        var count = 1.0
    }

    /// Greys that one level of light spans.
    private static let level = 32.0
    /// Pictures after which what is usual counts, and over which it is averaged (one a second).
    private static let enough = 60.0
    private static let memory = 1800.0
    /// Less detail than this share of a picture's stretches is none…
    private static let leastDetail = 0.002
    /// …and so is this part of what is usual.
    private static let leastPartOfDetail = 0.05
    /// Edges as wide as this make the characters of no plate legible (the sharpest ones of 110 public pictures and clips, by day and
    /// by night, are 1.6 to 2.5 wide)…
    private static let widestEdge = 6.0
    /// …and so do these, where they are that many times as wide as usual.
    private static let wideEdge = 3.8
    private static let wideningFactor = 1.7
    /// A picture a second is plenty.
    private static let interval = Duration.seconds(1)

    private let settings: Settings
    private let roi: RegionOfInterest
    private var usual: [Int: Usual] = [:]
    private var lastJudged: Timestamp?
    /// What the last pictures showed, and since when.
    private var showing: (cause: Cause?, since: Timestamp)?
    private var current: (cause: Cause, since: Timestamp)?

    public init(settings: Settings = Settings(), roi: RegionOfInterest = .wholePicture) {
        self.settings = settings
        self.roi = roi
    }

    /// Why nothing can be seen, and since when; nil while plates could be.
    public var blindness: (cause: Cause, since: Timestamp)? { current }

    /// Since when pictures have shown that plates could be seen; nil until that has lasted, and while they do not.
    public var sightedSince: Timestamp? {
        guard let showing, showing.cause == nil, let lastJudged, lastJudged - showing.since >= settings.hold else {
            return nil
        }
        return showing.since
    }

    /// Forgets the last pictures: what comes is another camera position or another day.
    public mutating func restart() {
        showing = nil
        current = nil
        lastJudged = nil
    }

    /// Judges a frame, where it is time to.
    public mutating func saw(_ frame: Frame) {
        if let lastJudged, frame.time >= lastJudged, frame.time - lastJudged < Self.interval { return }
        lastJudged = frame.time
        let bounds = roi.bounds(width: frame.image.width, height: frame.image.height)
        // Of what is too small to tell nothing is wrong, or what was wrong before would be so for ever.
        guard let measure = SightMeasure(of: frame.image, within: bounds) else { return consider(nil, at: frame.time) }
        consider(cause(of: measure), at: frame.time)
        if current == nil, showing?.cause == nil { learn(measure) }
    }

    /// Returns why nothing can be seen in this picture, by itself; nil where plates could be.
    func cause(of measure: SightMeasure) -> Cause? {
        if measure.bright < settings.darkest { return .dark }
        if measure.dark > settings.lightest { return .glare }
        let usual = self.usual[Self.level(of: measure)].flatMap { $0.count >= Self.enough ? $0 : nil }
        if measure.detail < max(Self.leastDetail, Self.leastPartOfDetail * (usual?.detail ?? 0)) { return .covered }
        guard let width = measure.edgeWidth else { return nil }
        if width >= Self.widestEdge { return .outOfFocus }
        if let sharp = usual?.edgeWidth, width >= max(Self.wideEdge, Self.wideningFactor * sharp) { return .outOfFocus }
        return nil
    }

    private mutating func consider(_ cause: Cause?, at time: Timestamp) {
        if showing == nil || showing?.cause != cause { showing = (cause, time) }
        guard let showing, time - showing.since >= settings.hold else { return }
        if let cause {
            if current?.cause != cause { current = (cause, showing.since) }
        } else {
            current = nil
        }
    }

    private mutating func learn(_ measure: SightMeasure) {
        let level = Self.level(of: measure)
        guard var known = usual[level] else {
            usual[level] = Usual(detail: measure.detail, edgeWidth: measure.edgeWidth)
            return
        }
        known.count = min(Self.memory, known.count + 1)
        known.detail += (measure.detail - known.detail) / known.count
        if let width = measure.edgeWidth {
            known.edgeWidth = known.edgeWidth.map { $0 + (width - $0) / known.count } ?? width
        }
        usual[level] = known
    }

    private static func level(of measure: SightMeasure) -> Int { Int(measure.middle / level) }
}
