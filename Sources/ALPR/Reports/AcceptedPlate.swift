import Plates

/// A plate that enough frames agree on.
public struct AcceptedPlate: Sendable, Equatable {
    public var text: String
    /// As it was read most often, before any format corrected it.
    public var raw: String
    /// 0-1: how sure the agreeing readings were, times their share of the vote.
    public var confidence: Double
    /// How probably the text is right, 0-1; nil where that was never measured with what reads.
    public var probability: Double?
    /// What that follows from; nil where nobody gathered it.
    public var grounds: Grounds?
    /// The texts that were voted for, best first, each with its share of the vote; the first is `text`.
    public var candidates: [Candidate]
    public var format: PlateFormat?
    /// Where the engine takes it to have been issued; nil where it does not tell, or is not sure.
    public var origin: Origin?
    /// Where it was last seen, in pixels.
    public var box: Box
    /// Frames whose reading agrees.
    public var reads: Int
    /// Frames in which the plate was found.
    public var framesSeen: Int
    public var firstSeen: Timestamp
    public var lastSeen: Timestamp
    public var track: Int
    /// When the same plate was seen to leave before, where it was.
    public var lastLeft: Timestamp?
    /// Where the vehicle was going; nil where too little was seen to tell.
    public var direction: Direction?
    /// Name of the lane it was in; nil where there are none.
    public var lane: String?
    /// The picture that shows it best; nil where none is kept.
    public var evidence: Evidence?
    /// What its frames voted for, in the order of time; the last ones where there were many.
    public var votes: [Vote]

    public init(
        text: String, raw: String, confidence: Double, probability: Double? = nil,
        grounds: Grounds? = nil, candidates: [Candidate], format: PlateFormat? = nil, origin: Origin? = nil, box: Box,
        reads: Int,
        framesSeen: Int, firstSeen: Timestamp, lastSeen: Timestamp,
        track: Int, direction: Direction? = nil, lane: String? = nil, evidence: Evidence? = nil, votes: [Vote] = []
    ) {
        self.text = text
        self.raw = raw
        self.confidence = confidence
        self.probability = probability
        self.grounds = grounds
        self.candidates = candidates
        self.format = format
        self.origin = origin
        self.box = box
        self.reads = reads
        self.framesSeen = framesSeen
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.track = track
        self.direction = direction
        self.lane = lane
        self.evidence = evidence
        self.votes = votes
    }

    /// Code of the country: its format's, else the engine's guess.
    public var country: String? { format?.country ?? origin?.country }
}
