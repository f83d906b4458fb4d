/// How one variation did over all recordings.
public struct Trial: Sendable, Equatable {
    public struct Score: Sendable, Equatable {
        /// Plates that count and were told.
        public var right = 0
        /// Texts that were told and do not count.
        public var wrong = 0
        /// Plates that count and were not told.
        public var missed = 0
        /// Times a text was told again.
        public var repeated = 0
    }

    public enum Verdict: String, Sendable, CaseIterable {
        /// More right or fewer wrong, and neither the other way round.
        case better
        /// More right and more wrong, fewer of both, or as many and not the same.
        case mixed
        /// Fewer right or more wrong.
        case worse
        /// The same texts.
        case same
    }

    public let variation: Variation
    public internal(set) var score = Score()
    /// Of processor time for finding, reading and deciding; without decoding.
    public let milliseconds: Double
    public let frames: Int
    /// Of each recording.
    let told: [[Take.Told]]

    init(_ contender: Int, _ variation: Variation, takes: [Take], truth: Truth) {
        self.variation = variation
        told = takes.map { $0.parts[contender].told }
        milliseconds = takes.reduce(0) { $0 + $1.parts[contender].milliseconds }
        frames = takes.reduce(0) { $0 + $1.parts[contender].frames }
        for scope in truth.scopes {
            let all = scope.recordings.flatMap { told[$0].map(\.text) }
            let texts = Set(all)
            let right = texts.intersection(scope.plates.keys)
            score.right += right.count
            score.wrong += texts.count - right.count
            score.missed += scope.plates.count - right.count
            for text in texts {
                score.repeated += max(0, all.count { $0 == text } - max(1, scope.plates[text] ?? 1))
            }
        }
    }

    /// Of each recording.
    private var texts: [Set<String>] { told.map { Set($0.map(\.text)) } }

    /// Beside the present settings. That a text is told again counts only where somebody said how often its plate came by.
    func verdict(beside present: Trial, truth: Truth) -> Verdict {
        let (new, old) = (score, present.score)
        let repeats = truth.isGiven ? new.repeated - old.repeated : 0
        let gains = [new.right - old.right, old.wrong - new.wrong, -repeats]
        if gains.allSatisfy({ $0 == 0 }) { return texts == present.texts ? .same : .mixed }
        if gains.allSatisfy({ $0 >= 0 }) { return .better }
        return gains.allSatisfy { $0 <= 0 } ? .worse : .mixed
    }
}
