import Plates

public enum Outcome: Sendable, Equatable {
    case accepted
    case rejected(Rejection)
}

/// One place in one frame that looked like a plate, and what became of it.
public struct CandidateReport: Sendable, Equatable {
    public var time: Timestamp
    /// In pixels of the frame.
    public var box: Box
    /// Height of the characters, in pixels.
    public var textHeight: Double
    /// How well the characters can be seen; nil where they were not read.
    public var legibility: Legibility?
    /// What was read, best first.
    public var candidates: [Candidate]
    /// The track it was counted to, for those that voted.
    public var track: Int?
    /// Of its track, where that was accepted in one.
    var lane: String?
    public var outcome: Outcome

    public init(
        time: Timestamp, box: Box, textHeight: Double, legibility: Legibility? = nil, candidates: [Candidate] = [],
        track: Int? = nil, outcome: Outcome
    ) {
        self.time = time
        self.box = box
        self.textHeight = textHeight
        self.legibility = legibility
        self.candidates = candidates
        self.track = track
        self.outcome = outcome
    }

    init(_ region: Region, time: Timestamp, rejected reason: Rejection) {
        self.init(time: time, box: region.box, textHeight: region.textHeight, outcome: .rejected(reason))
    }

    init(_ reading: PlateReading, track: Int? = nil, outcome: Outcome) {
        self.init(
            time: reading.time, box: reading.region.box, textHeight: reading.region.textHeight,
            legibility: reading.legibility, candidates: reading.candidates, track: track, outcome: outcome)
    }
}
