import Basics
import Plates
import Records

/// How much speaks for two texts being readings of one plate rather than of two: the logarithm of the odds.
///
/// The texts are aligned as proteins are, with a score for each pair of characters (Henikoff and Henikoff 1992): how often both come of
/// one character that was read twice, against how often they meet by chance. How often a character is misread, and as what, is measured
/// (`Misreading`, `Confusables`).
struct Likeness: Sendable {
    /// Of characters of plates that are read in passing.
    private static let misread = 0.05

    /// Of two plates that are read like that, how often one is misread at least.
    private static let misreadPair = 0.5
    /// Nobody is surer of a reading.
    private static let mostConfidence = 0.995

    /// How much less it counts that two texts are alike and not the same where both are read surely, in logarithms: one of them has to be
    /// misread. Where one was voted for in the other, too, its share in that vote says it already.
    static func doubt(of one: PassReading, _ other: PassReading) -> Float {
        guard one.match(with: other) == .alike else { return 0 }
        let chances = [one, other].map { 1 - min(mostConfidence, max(0, $0.pass.confidence)) }
        return Float(min(0, naturalLogarithm(chances.reduce(0, +) / misreadPair)))
    }

    /// By the codes of two characters.
    private let scores: [Float]
    /// For a character that the other text does not have.
    private let gap: Float
    /// The most that a pair of characters can count.
    private let most: Float
    /// By a character: those that count for anything beside it, a bit each.
    private let neighbours: [UInt64]

    static let measured = Likeness()

    init() {
        let single = [Misreading.alike, .missing, .other, .extra].map(\.share).reduce(0, +)
        func rate(_ slip: Misreading) -> Double { Self.misread * slip.share / single }
        let read = (0..<CodedText.alphabet).map { Self.readings(of: $0, alike: rate(.alike), other: rate(.other)) }
        // Either a letter or a digit stands at a place of a plate, and is known by more than the place.
        let chance = (0..<CodedText.alphabet).map { Double(Self.chance(of: $0)) }
        var scores: [Float] = []
        for one in 0..<CodedText.alphabet {
            for other in 0..<CodedText.alphabet {
                let both = (0..<CodedText.alphabet).reduce(0) { $0 + chance[$1] * read[$1][one] * read[$1][other] }
                scores.append(Float(naturalLogarithm(both / (chance[one] * chance[other]))))
            }
        }
        self.scores = scores
        gap = Float(naturalLogarithm(rate(.missing) + rate(.extra) * 26 / 36))
        most = scores.max() ?? 0
        let limit = gap
        neighbours = (0..<CodedText.alphabet).map { one in
            (0..<CodedText.alphabet).reduce(0) {
                scores[one * CodedText.alphabet + $1] > limit + 1 ? $0 | 1 << UInt64($1) : $0
            }
        }
    }

    static func chance(of code: Int) -> Float { 1 / Float(code < CodedText.letters ? 26 : 10) }

    /// How likely a character is to be read as each.
    private static func readings(of meant: Int, alike: Double, other: Double) -> [Double] {
        let meanings = Confusables.meanings(of: CodedText.character(meant)).map {
            (CodedText.code(of: $0.character.asciiValue ?? 0).map(Int.init) ?? meant, 1 / ($0.cost * $0.cost))
        }
        let all = meanings.reduce(0) { $0 + $1.1 }
        // What is like nothing else is misread as anything.
        let rest = (all > 0 ? other : other + alike) / Double(CodedText.alphabet - 1)
        var chances = [Double](repeating: rest, count: CodedText.alphabet)
        chances[meant] = 1 - alike - other
        for (code, weight) in meanings { chances[code] += alike * weight / all }
        return chances
    }

    /// The characters that one of this text may have been.
    func neighbours(of text: CodedText) -> UInt64 {
        (0..<text.count).reduce(0) { $0 | neighbours[Int(text.codes[$1])] }
    }

    /// Whether the two may count for so much at all: a quick look, which lets some through that do not.
    ///
    /// - Parameter neighbours: of the other text.
    func mayReach(_ limit: Float, _ text: CodedText, neighbours: UInt64) -> Bool {
        let common = Float((text.characters & neighbours).nonzeroBitCount + text.repeats)
        return most * common + gap * (Float(text.count) - common) >= limit
    }

    /// What a text has in common with itself: the most that it can have with any.
    func score(_ text: CodedText, among common: Commonness) -> Float {
        let excess = common.excess(of: text)
        return (0..<text.count).reduce(0) { $0 + scores[Int(text.codes[$1]) * (CodedText.alphabet + 1)] - excess[$1] }
    }

    /// The best alignment's score (Needleman and Wunsch 1970).
    ///
    /// - Parameter excess: how much less the characters of `one` count.
    func score(_ one: CodedText, _ other: CodedText, less excess: InlineArray<16, Float>) -> Float {
        var row = InlineArray<17, Float>(repeating: 0)
        for place in 1...other.count { row[place] = gap * Float(place) }
        scores.withUnsafeBufferPointer { scores in
            for first in 0..<one.count {
                let line = Int(one.codes[first]) * CodedText.alphabet
                var diagonal = row[0]
                row[0] += gap
                for second in 0..<other.count {
                    let isSame = one.codes[first] == other.codes[second]
                    let paired = diagonal + scores[line + Int(other.codes[second])] - (isSame ? excess[first] : 0)
                    diagonal = row[second + 1]
                    row[second + 1] = max(paired, max(diagonal, row[second]) + gap)
                }
            }
        }
        return row[other.count]
    }
}
