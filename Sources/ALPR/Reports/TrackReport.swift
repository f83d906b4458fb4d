import Plates

/// A track as it stands in one frame in which its plate is seen, for whoever looks on.
public struct TrackReport: Sendable, Equatable {
    public enum Standing: Sendable, Equatable {
        /// Its frames do not agree yet.
        case undecided
        /// They agree, and its direction decides.
        case waiting
        /// It was reported.
        case accepted
        /// They agree on what is not reported, for this reason.
        case rejected(Rejection)
    }

    public var track: Int
    /// Where it is in the frame, in pixels.
    public var box: Box
    /// The texts that were voted for, best first, each with its share of the vote.
    public var candidates: [Candidate]
    /// Frames whose reading is the first of them, and how many it takes.
    public var reads: Int
    public var readsNeeded: Int
    public var standing: Standing

    public init(
        track: Int, box: Box, candidates: [Candidate], reads: Int, readsNeeded: Int, standing: Standing
    ) {
        self.track = track
        self.box = box
        self.candidates = candidates
        self.reads = reads
        self.readsNeeded = readsNeeded
        self.standing = standing
    }
}
