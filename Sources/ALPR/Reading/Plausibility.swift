import Plates

/// The least that a text must have to pass for a plate, where no format says more.
///
/// The defaults keep signs and camera clocks out: a word has hardly a digit, and a clock's only letters are an O or an I that
/// was a 0 or a 1.
public struct Plausibility: Sendable, Equatable {
    /// Letters that a digit of another face is easily read as, and which so prove no letter.
    private static let digitLike: Set<Character> = ["O", "Q", "I"]

    /// How many characters, rows together.
    public var characters: ClosedRange<Int>
    public var minimumLetters: Int
    public var minimumDigits: Int
    /// A reading less sure than this does not vote.
    public var minimumConfidence: Double

    public init(
        characters: ClosedRange<Int> = 4...10, minimumLetters: Int = 1, minimumDigits: Int = 2,
        minimumConfidence: Double = 0.85
    ) {
        self.characters = characters
        self.minimumLetters = minimumLetters
        self.minimumDigits = minimumDigits
        self.minimumConfidence = minimumConfidence
    }

    /// Why this cannot be a plate's reading; nil where it can.
    public func objection(to reading: PlateReading) -> Rejection? {
        guard let text = reading.best?.text else { return .unread }
        return objection(to: text) ?? (reading.sureness < minimumConfidence ? .lowConfidence : nil)
    }

    /// Why the text cannot be a plate's; nil where it can.
    public func objection(to text: String) -> Rejection? {
        if !characters.contains(text.count) { return .length }
        let digits = text.count { PlateFormat.allDigits.contains($0) }
        let letters = text.count { PlateFormat.allLetters.contains($0) && !Self.digitLike.contains($0) }
        return digits < minimumDigits || letters < minimumLetters ? .implausible : nil
    }
}
