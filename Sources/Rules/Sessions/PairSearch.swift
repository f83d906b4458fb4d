/// The best change of pairs that begins at one pass: paths are made longer as long as they are worth more than what is known.
///
/// Each step takes a pass of the other side, and sets its partner free, which may then take another. The path with the greatest gain is
/// applied; without one nothing changes.
struct PairSearch {
    private let root: Int
    private var waiting: [Int]
    /// The best gain with which a pass of the root's side is without a partner.
    private var free: [Int: Float]
    /// The best gain with which a pass of the other side is taken, by whom, and for how much.
    private var taken: [Int: (gain: Float, from: Int, weight: Float)] = [:]
    /// Partners of those that are taken.
    private var partners: [Int: Int] = [:]
    /// The end of the best path: a pass of the other side that had no partner, or one that loses its own.
    private var best: (gain: Float, last: Int)?

    /// Less is no gain.
    private static let least: Float = 0.001

    init(root: Int) {
        self.root = root
        waiting = [root]
        free = [root: 0]
    }

    /// The next pass that looks for a partner.
    mutating func next() -> Int? { waiting.isEmpty ? nil : waiting.removeFirst() }

    /// - Parameter partner: of `to`, and what their pair is worth.
    mutating func reach(_ to: Int, from: Int, weight: Float, partner: (number: Int, weight: Float)?) {
        let gain = (free[from] ?? 0) + weight
        guard gain > (taken[to]?.gain ?? 0) + Self.least, gain > (best?.gain ?? 0) + Self.least, !isBefore(to, from)
        else { return }
        taken[to] = (gain, from, weight)
        guard let partner else { return best = (gain, to) }
        partners[to] = partner.number
        let rest = gain - partner.weight
        if rest > (best?.gain ?? 0) + Self.least { best = (rest, to) }
        if rest > free[partner.number] ?? -.infinity {
            free[partner.number] = rest
            waiting.append(partner.number)
        }
    }

    /// Whether the path to a pass goes over another one: no path goes in a circle.
    private func isBefore(_ other: Int, _ pass: Int) -> Bool {
        var from = pass
        while from != root, let to = partners.first(where: { $0.value == from })?.key, let step = taken[to] {
            if to == other { return true }
            from = step.from
        }
        return false
    }

    // MARK: - The best path

    private var path: [(to: Int, from: Int, weight: Float)] {
        guard let best else { return [] }
        var path: [(Int, Int, Float)] = []
        var to = best.last
        while let step = taken[to] {
            path.append((to, step.from, step.weight))
            guard step.from != root, let before = partners.first(where: { $0.value == step.from })?.key else { break }
            to = before
        }
        return path
    }

    var apart: [(Int, Int)] { path.compactMap { step in partners[step.to].map { (step.to, $0) } } }

    var together: [(Int, Int, weight: Float)] { path.map { ($0.to, $0.from, $0.weight) } }
}
