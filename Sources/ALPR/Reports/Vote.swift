import Plates

/// What one frame said of a plate, and how much that counted.
public struct Vote: Sendable, Equatable {
    public var time: Timestamp
    public var text: String
    /// How surely it was read, 0-1.
    public var confidence: Double
    /// What it counted, 0-1.
    public var weight: Double
    /// Of the characters, in pixels.
    public var textHeight: Double

    /// A plate tells of so many, its last ones: it is mostly agreed on after two.
    static let most = 12

    public init(time: Timestamp, text: String, confidence: Double, weight: Double, textHeight: Double) {
        self.time = time
        self.text = text
        self.confidence = confidence
        self.weight = weight
        self.textHeight = textHeight
    }

    init(_ ballot: Ballot) {
        self.init(
            time: ballot.reading.time, text: ballot.text, confidence: ballot.reading.best?.confidence ?? 0,
            weight: ballot.weight, textHeight: ballot.reading.region.textHeight)
    }
}
