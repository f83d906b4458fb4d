/// A text that a plate may have.
public struct Candidate: Sendable, Equatable {
    /// As the configured formats would have it; the same as `raw` where they change nothing.
    public var text: String
    /// As it was read.
    public var raw: String
    /// 0-1.
    public var confidence: Double

    public init(text: String, raw: String? = nil, confidence: Double) {
        self.text = text
        self.raw = raw ?? text
        self.confidence = confidence
    }
}

extension [Symbol] {
    /// The `limit` most probable texts, best first, from the symbols' alternatives.
    ///
    /// A beam over the symbols: a text is as probable as the product of its symbols' confidences, each relative to what was read.
    public func candidates(limit: Int) -> [Candidate] {
        guard !isEmpty else { return [] }
        var beam = [(symbols: [Symbol](), likelihood: 1.0)]
        for symbol in self {
            var next: [(symbols: [Symbol], likelihood: Double)] = []
            for (start, likelihood) in beam {
                for alternative in symbol.alternatives.prefix(limit) {
                    let ratio = alternative.confidence / Swift.max(0.01, symbol.confidence)
                    let read = Symbol(alternative.character, alternative.confidence)
                    next.append((start + [read], likelihood * ratio))
                }
            }
            beam = next.sorted { $0.likelihood > $1.likelihood }
            if beam.count > limit { beam.removeLast(beam.count - limit) }
        }
        return beam.map { Candidate(text: $0.symbols.text, confidence: $0.symbols.confidence) }
    }
}
