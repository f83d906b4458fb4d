/// Keeps what is smeared away from a live stream's decoder and from whoever reads its pictures.
///
/// A picture that lacks a packet is wrong, and so is every one that is built on it, up to the next key frame. FFmpeg conceals
/// that and says so only now and then, so the gate closes with the first packet found missing, or picture found wrong, and
/// opens with the next whole key frame.
struct DamageGate {
    enum Passage: Equatable {
        case pass
        /// The decoder is to forget what it holds, and then gets this one.
        case passAfresh
        case hold
    }

    /// A stream without marked key frames (some refresh a stripe at a time) is handed on again after this long: FFmpeg's
    /// H.264 decoder then finds its own way back.
    static let longestWait = Duration.seconds(10)

    private(set) var isClosed: Bool
    private var closedAt: ContinuousClock.Instant

    /// - Parameter isClosed: whether the first key frame is to be waited for.
    init(isClosed: Bool, now: ContinuousClock.Instant) {
        self.isClosed = isClosed
        closedAt = now
    }

    /// Something that the next pictures are built on is wrong.
    mutating func close(now: ContinuousClock.Instant) {
        if !isClosed { closedAt = now }
        isClosed = true
    }

    /// Whether a packet (one coded picture) goes to the decoder.
    ///
    /// - Parameter hasLoss: whether packets were missed while it was put together.
    mutating func passage(isKey: Bool, hasLoss: Bool, now: ContinuousClock.Instant) -> Passage {
        if hasLoss {
            close(now: now)
            return .hold
        }
        guard isClosed else { return .pass }
        guard isKey || closedAt.duration(to: now) > Self.longestWait else { return .hold }
        isClosed = false
        return .passAfresh
    }
}
