import Basics

/// How probably a text is right: a logistic regression on its grounds, with weights that were fitted on labelled pictures.
public struct Probability: Sendable, Equatable {
    /// A weight for each entry of `Grounds.evidence`, and one for none.
    public let weights: [Double]

    /// - Parameter weights: as many as there is evidence, and the constant last.
    public init(_ weights: [Double]) {
        precondition(weights.count == Grounds.evidenceNames.count + 1, "every piece of evidence has its weight")
        self.weights = weights
    }

    /// 0-1, and neither: nobody is ever quite sure.
    public func callAsFunction(_ grounds: Grounds) -> Double {
        let sum = zip(weights, grounds.evidence + [1]).reduce(0) { $0 + $1.0 * $1.1 }
        return min(0.999, max(0.001, 1 / (1 + exponential(-sum))))
    }

    /// The most that any grounds make of it.
    public var highest: Double {
        let sum = zip(weights, Grounds.evidenceBounds).reduce(weights[weights.count - 1]) { sum, entry in
            sum + max(entry.0 * entry.1.lowerBound, entry.0 * entry.1.upperBound)
        }
        return min(0.999, 1 / (1 + exponential(-sum)))
    }

    /// Of an engine: a text that one picture decides is another matter than one that several agree on.
    public struct Scale: Sendable, Equatable {
        public let onePicture: Probability
        public let severalPictures: Probability
        /// What least probabilities let through, the lowest first.
        public let sieves: [Sieve]

        public init(onePicture: Probability, severalPictures: Probability, sieves: [Sieve] = []) {
            self.onePicture = onePicture
            self.severalPictures = severalPictures
            self.sieves = sieves
        }

        /// The highest one that is not above a least probability.
        public func sieve(below least: Double) -> Sieve? { sieves.last { $0.least <= least } }
    }

    /// Which of the texts that were told of labelled pictures are at least so probable.
    public struct Sieve: Sendable, Equatable {
        public let least: Double
        /// Of the right ones, and of the wrong ones, 0-1.
        public let right: Double
        public let wrong: Double

        public init(least: Double, right: Double, wrong: Double) {
            self.least = least
            self.right = right
            self.wrong = wrong
        }
    }
}

extension Grounds {
    /// What the entries of `evidence` are called.
    public static let evidenceNames = [
        "sureness", "weakest", "margin", "agreement", "share", "reads", "height", "blur", "doubt", "certainty",
    ]

    /// Between which values each of them lies.
    static var evidenceBounds: [ClosedRange<Double>] {
        let (none, all) = (extreme(isBest: false).evidence, extreme(isBest: true).evidence)
        return zip(none, all).map { min($0, $1)...max($0, $1) }
    }

    private static func extreme(isBest: Bool) -> Grounds {
        var grounds = Grounds(of: "", readings: [], share: isBest ? 1 : 0, reads: isBest ? .max : 0)
        (grounds.sureness, grounds.weakest, grounds.margin) = isBest ? (1, 1, 1) : (0, 0, 0)
        (grounds.agreement, grounds.textHeight) = isBest ? (1, .infinity) : (0, 0)
        grounds.blur = isBest ? .infinity : 0
        return grounds
    }

    /// As the regression takes it. Confidences crowd near 1, where it is the logarithm of what is missing that tells.
    public var evidence: [Double] {
        [
            -naturalLogarithm(max(0, 1 - sureness) + 0.003), -naturalLogarithm(max(0, 1 - weakest) + 0.005),
            -naturalLogarithm(max(0, 1 - margin) + 0.02), agreement, share, Double(min(reads, 6)),
            naturalLogarithm(min(40, max(6, textHeight))), min(0.6, blur),
            // At its ends sureness counts otherwise than between them.
            min(0.8, -naturalLogarithm(max(0, 1 - sureness) + 0.003)),
            max(0, -naturalLogarithm(max(0, 1 - sureness) + 0.0003) - 5.5),
        ]
    }
}
