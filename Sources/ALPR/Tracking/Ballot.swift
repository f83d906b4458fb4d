import Plates

/// The vote of one frame on one track's text.
struct Ballot: Sendable {
    let reading: PlateReading

    var text: String { reading.best?.text ?? "" }

    /// How much the text counts, 0-1.
    var weight: Double { reading.weight }
}
