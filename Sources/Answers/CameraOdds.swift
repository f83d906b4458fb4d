import Basics

/// By what multiple the odds that a camera's plates are right differ from what their probabilities say, as far as people's word of them tells.
///
/// Two things are known, and they are not worth the same. Plates that chance drew and somebody looked at tell both ways. Corrections that
/// somebody made by himself tell one way alone: who corrects does not look at all plates, so at least so many are wrong, and nobody knows of the
/// rest. They can only lower the odds, and do so where there are more of them than all wrong plates together should be.
public struct CameraOdds: Sendable, Equatable {
    /// A plate of which somebody said something.
    public struct Look: Sendable, Equatable {
        /// The logarithm of its odds to be right, as it was measured: without what the camera's setting made of it.
        public let measured: Double
        public let isRight: Bool

        /// - Parameters:
        ///   - probability: as the event has it.
        ///   - odds: the event's `probability_odds`; nil for 1.
        public init(probability: Double, odds: Double?, isRight: Bool) {
            let sure = min(0.999, max(0.001, probability))
            let factor = odds.map { $0 > 0 && $0.isFinite ? $0 : 1 } ?? 1
            measured = naturalLogarithm(sure / (1 - sure)) - naturalLogarithm(factor)
            self.isRight = isRight
        }

        func probability(_ shift: Double) -> Double { 1 / (1 + exponential(-measured - shift)) }
    }

    /// Some plates, and whether so many of them are wrong by chance.
    public struct Count: Sendable, Equatable {
        public let plates: Int
        public let wrong: Int
        /// How many should be wrong.
        public let expected: Double
        /// How probably there are so many wrong ones and more, or so many and fewer, where the odds are what is supposed.
        public let chanceOfMore: Double
        public let chanceOfFewer: Double

        /// - Parameter shift: what is added to each look's logarithm of the odds.
        init(_ looks: [Look], shift: Double) {
            let wrong = looks.count { !$0.isRight }
            let risks = looks.map { 1 - $0.probability(shift) }
            // The distribution of a sum of coins that are not alike, as far as it is needed.
            var chances = [1.0] + [Double](repeating: 0, count: wrong)
            for risk in risks {
                for index in stride(from: wrong, to: 0, by: -1) {
                    chances[index] = chances[index] * (1 - risk) + chances[index - 1] * risk
                }
                chances[0] *= 1 - risk
            }
            (plates, self.wrong, expected) = (looks.count, wrong, risks.reduce(0, +))
            chanceOfFewer = min(1, chances.reduce(0, +))
            chanceOfMore = max(0, 1 - chances.dropLast().reduce(0, +))
        }
    }

    /// As a setting may have it, `plates.probability_odds`.
    public static let bounds = 0.1...10.0
    /// Of three cameras two are supposed to differ by no more than this, before anybody has looked: the spread of the prior.
    public static let usual = 2.0
    /// What happens by chance more seldom than this, to either side, is believed.
    public static let doubt = 0.01

    public let checked: Count
    public let corrected: Count
    /// 1 where what is known may well be chance.
    public let odds: Double

    /// - Parameters:
    ///   - checked: drawn by chance, and looked at.
    ///   - newest: the camera's newest plates, right where nobody corrected them.
    public init(checked: [Look], newest: [Look]) {
        self.checked = Count(checked, shift: 0)
        corrected = Count(newest, shift: 0)
        var shift = 0.0
        if min(self.checked.chanceOfMore, self.checked.chanceOfFewer) < Self.doubt { shift = Self.likeliest(checked) }
        // However right the others are: so many are wrong.
        if Count(newest, shift: shift).chanceOfMore < Self.doubt { shift = min(shift, Self.likeliest(newest)) }
        odds = Self.rounded(exponential(shift))
    }

    /// The shift that looks and the prior make likeliest: where the slope of the logarithm of both together is none.
    private static func likeliest(_ looks: [Look]) -> Double {
        let spread = naturalLogarithm(usual)
        var (low, high) = (naturalLogarithm(bounds.lowerBound), naturalLogarithm(bounds.upperBound))
        for _ in 0..<50 {
            let middle = (low + high) / 2
            let slope = looks.reduce(-middle / (spread * spread)) { $0 + ($1.isRight ? 1 : 0) - $1.probability(middle) }
            if slope > 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// To two digits: nobody knows more.
    private static func rounded(_ odds: Double) -> Double {
        let scale = odds < 1 ? 100.0 : 10.0
        return min(bounds.upperBound, max(bounds.lowerBound, (odds * scale).rounded() / scale))
    }
}
