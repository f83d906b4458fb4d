import Basics

/// One character as it was read, with what else it might be.
public struct Symbol: Sendable, Equatable {
    public struct Alternative: Sendable, Equatable {
        public var character: Character
        /// 0-1.
        public var confidence: Double

        public init(_ character: Character, _ confidence: Double) {
            self.character = character
            self.confidence = confidence
        }
    }

    /// Best first; the first is what was read. Never empty.
    public let alternatives: [Alternative]

    public init(_ alternatives: [Alternative]) {
        precondition(!alternatives.isEmpty, "a symbol has at least one reading")
        self.alternatives = alternatives
    }

    public init(_ character: Character, _ confidence: Double) {
        self.init([Alternative(character, confidence)])
    }

    public var character: Character { alternatives[0].character }
    public var confidence: Double { alternatives[0].confidence }
}

extension [Symbol] {
    /// The symbols that were read, as text.
    public var text: String { String(map(\.character)) }

    /// 0-1: how sure the whole text is, the mean of the symbols' mean and the weakest symbol; 0 of nothing.
    ///
    /// Neither alone will do: one bad symbol spoils a text, and the mean of seven good ones hides it.
    public var confidence: Double {
        guard let weakest = map(\.confidence).min(), let mean = map(\.confidence).mean() else { return 0 }
        return (weakest + mean) / 2
    }
}
