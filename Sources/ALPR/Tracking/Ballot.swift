/// The vote of one frame on one track's text.
struct Ballot: Sendable {
    let reading: PlateReading
    /// How much the frame's best text counts, 0-1.
    let weight: Double

    init(_ reading: PlateReading) {
        self.reading = reading
        // Plates are read at 0.95 and more, foliage and grilles at up to 0.9: what counts is the distance from a guess.
        weight = min(1, max(0, ((reading.best?.confidence ?? 0) - 0.7) / 0.28))
    }

    var text: String { reading.best?.text ?? "" }
}
