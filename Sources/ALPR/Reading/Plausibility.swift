/// What a text must be to pass for a plate where nothing better is known.
///
/// The defaults keep signs and camera clocks out: a word has no digit, a clock has no letter.
public struct Plausibility: Sendable, Equatable {
    /// How many characters, rows together.
    public var characters: ClosedRange<Int>
    public var minimumLetters: Int
    public var minimumDigits: Int
    /// A reading less sure than this does not vote.
    public var minimumConfidence: Double

    public init(
        characters: ClosedRange<Int> = 4...10, minimumLetters: Int = 1, minimumDigits: Int = 1,
        minimumConfidence: Double = 0.6
    ) {
        self.characters = characters
        self.minimumLetters = minimumLetters
        self.minimumDigits = minimumDigits
        self.minimumConfidence = minimumConfidence
    }

    /// Why the text cannot be a plate's; nil where it can.
    public func objection(to text: String) -> Rejection? {
        let digits = text.count { PlateFormat.allDigits.contains($0) }
        if text.isEmpty { return .unread }
        if !characters.contains(text.count) { return .length }
        if digits < minimumDigits || text.count - digits < minimumLetters { return .implausible }
        return nil
    }
}
