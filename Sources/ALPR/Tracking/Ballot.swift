/// The vote of one frame on one track's text.
struct Ballot: Sendable {
    let reading: PlateReading
    /// How much the frame's best text counts, 0-1.
    let weight: Double

    init(_ reading: PlateReading) {
        self.reading = reading
        // Confidences crowd near 1; what counts is the distance from a guess.
        weight = max(0, ((reading.best?.confidence ?? 0) - 0.5) * 2)
    }

    var text: String { reading.best?.text ?? "" }
}
