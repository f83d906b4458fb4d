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
    /// Where the text stands, a row or a word each, in pixels of the frame; as the engine saw it, or else the localiser.
    public var outlines: [Quad]
    /// The characters of the view that was read best; empty where nothing was read.
    public var symbols: [Symbol]
    /// The track it was counted to, for those that voted.
    public var track: Int?
    public var outcome: Outcome

    public init(
        time: Timestamp, box: Box, textHeight: Double, legibility: Legibility? = nil, candidates: [Candidate] = [],
        outlines: [Quad] = [], symbols: [Symbol] = [], track: Int? = nil, outcome: Outcome
    ) {
        self.time = time
        self.box = box
        self.textHeight = textHeight
        self.legibility = legibility
        self.candidates = candidates
        self.outlines = outlines
        self.symbols = symbols
        self.track = track
        self.outcome = outcome
    }

    init(_ region: Region, time: Timestamp, rejected reason: Rejection) {
        self.init(
            time: time, box: region.box, textHeight: region.textHeight, outlines: region.rows.map(\.quad),
            outcome: .rejected(reason))
    }

    init(_ reading: PlateReading, track: Int? = nil, outcome: Outcome) {
        self.init(
            time: reading.time, box: reading.region.box, textHeight: reading.region.textHeight,
            legibility: reading.legibility, candidates: reading.candidates, outlines: reading.outlines,
            symbols: reading.surest?.symbols ?? [], track: track, outcome: outcome)
    }
}
