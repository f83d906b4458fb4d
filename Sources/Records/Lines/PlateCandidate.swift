/// One text that a plate may be, and how much speaks for it.
public struct PlateCandidate: Sendable, Equatable {
    public var plate: String
    /// 0-1.
    public var confidence: Double

    public init(plate: String, confidence: Double) {
        self.plate = plate
        self.confidence = confidence
    }
}
