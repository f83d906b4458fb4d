/// Decides from values alone whether a camera's main stream need not be decoded, since its sub-stream is watched.
public struct RestJudge: Sendable {
    public typealias Instant = ContinuousClock.Instant
    public typealias Reason = Wakefulness.Reason

    /// The sub-stream's picture has to be still for that long.
    public static let calm = Duration.seconds(3)
    /// Of the main stream at least so much is kept: what the sub-stream shows, the main stream had shown before.
    static let leastKept = Duration.seconds(2)
    /// What is seen in the sub-stream may have begun so long before in small.
    static let margin = Duration.seconds(1)
    /// Packets that are kept take no more than that.
    public static let mostBytes = 8 << 20
    /// From one key frame to the next.
    public static let longestGroup = Duration.seconds(12)
    /// While it rests a key frame is decoded this often: for light and focus, and for what creeps.
    static let lookInterval = Duration.seconds(10)
    /// Longest time from one frame to the next while it rests: a look comes with a key frame that has been kept long enough.
    public static let longestRest = lookInterval + longestGroup + StreamMatch.longestDelay + margin
    /// The streams are measured against each other this often.
    static let matchLasts = Duration.seconds(3600)
    /// After more was to be kept than may be, everything is decoded for so long.
    static let afterTooMuch = Duration.seconds(60)

    /// What is kept of the main stream.
    public struct Kept: Sendable, Equatable {
        public var bytes: Int
        /// When the newest key frame that is kept came; nil where none is.
        public var newestKey: Instant?

        public init(bytes: Int, newestKey: Instant?) {
            self.bytes = bytes
            self.newestKey = newestKey
        }
    }

    private var tooMuchUntil: Instant?
    private var lastLook: Instant?

    public init() {}

    /// Why every picture of the main stream is to be decoded; nil where none need be.
    ///
    /// - Parameter wish: of whoever reads the pictures.
    public mutating func objection(
        at now: Instant, to kept: Kept, seeing sight: SubstreamSight, wish: Reason?
    ) -> Reason? {
        if kept.bytes > Self.mostBytes { tooMuchUntil = now + Self.afterTooMuch }
        if let tooMuchUntil, now < tooMuchUntil { return .tooMuch }
        if let trouble = sight.trouble(at: now) { return .substream(trouble) }
        guard case .matches = sight.match, let matchedAt = sight.matchedAt else { return .measuring }
        if matchedAt.duration(to: now) > Self.matchLasts { return .measuring }
        guard let key = kept.newestKey else { return .moving }
        if key.duration(to: now) > Self.longestGroup { return .farKeyFrames }
        if let wish { return wish }
        guard let since = sight.stillSince, since.duration(to: now) >= Self.calm else { return .moving }
        return nil
    }

    /// Since when packets of the main stream have to be kept.
    public func keptSince(at now: Instant, _ match: StreamMatch.Verdict) -> Instant {
        guard case .matches(let delay) = match else { return now - Self.leastKept }
        return now - max(Self.leastKept, (delay ?? .zero) + Self.margin)
    }

    /// Whether the key frame with which what is kept begins is to be looked at.
    public mutating func isLookDue(at key: Instant) -> Bool {
        if let lastLook, lastLook.duration(to: key) < Self.lookInterval { return false }
        lastLook = key
        return true
    }

    /// Everything was decoded up to now.
    public mutating func wasAwake(at now: Instant) { lastLook = now }
}
