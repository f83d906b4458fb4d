import Basics

/// How common characters are at their places in the plates of a site. Where most begin with the town's letters, two that do have nothing in
/// common by that.
struct Commonness: Sendable {
    /// So many plates are worth as much as what is known of plates anywhere.
    private static let known: Float = 20
    private static let places = 16
    /// Different plates after which no more are counted.
    private static let enough = 4096

    private var seen: Set<SIMD16<UInt8>> = []

    private var counts = [Float](repeating: 0, count: places * CodedText.alphabet)
    private var totals = [Float](repeating: 0, count: places)

    /// Counts a plate once, however often it comes: that it does says nothing of others.
    mutating func add(_ text: CodedText) {
        guard seen.count < Self.enough, seen.insert(text.codes).inserted else { return }
        for place in 0..<text.count {
            counts[place * CodedText.alphabet + Int(text.codes[place])] += 1
            totals[place] += 1
        }
    }

    /// How much less it counts that two texts have this character there than it does of plates anywhere, in logarithms; 0 or more.
    func excess(_ code: Int, at place: Int) -> Float {
        let chance = Likeness.chance(of: code)
        let share = (counts[place * CodedText.alphabet + code] + Self.known * chance) / (totals[place] + Self.known)
        return max(0, Float(naturalLogarithm(Double(share / chance))))
    }

    /// By the places of a text.
    func excess(of text: CodedText) -> InlineArray<16, Float> {
        var excess = InlineArray<16, Float>(repeating: 0)
        for place in 0..<text.count { excess[place] = self.excess(Int(text.codes[place]), at: place) }
        return excess
    }
}
