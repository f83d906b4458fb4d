import TestSupport
import Testing

@testable import Rules

@Suite struct PairSearchTests {
    /// Pairs that are kept up one by one, as a site's are.
    private struct Pairs {
        var weights: [[Float]]
        var exitOf: [Int: Int] = [:]
        var entryOf: [Int: Int] = [:]

        var sum: Float { entryOf.reduce(0) { $0 + weights[$1.value][$1.key - 100] } }

        /// Entries are numbers from 0, exits from 100.
        mutating func add(_ exit: Int, entries: Int) {
            var search = PairSearch(root: exit)
            while let from = search.next() {
                for to in 0..<entries where weights[to][from - 100] > 0 && entryOf[from] != to {
                    search.reach(
                        to, from: from, weight: weights[to][from - 100],
                        partner: exitOf[to].map { ($0, weights[to][$0 - 100]) })
                }
            }
            for (entry, exit) in search.apart { (exitOf[entry], entryOf[exit]) = (nil, nil) }
            for (entry, exit, _) in search.together { (exitOf[entry], entryOf[exit]) = (exit, entry) }
        }
    }

    /// The greatest sum of all assignments of these exits.
    private func best(_ weights: [[Float]], exits: Int, taken: Set<Int> = [], exit: Int = 0) -> Float {
        guard exit < exits else { return 0 }
        var sum = best(weights, exits: exits, taken: taken, exit: exit + 1)
        for entry in weights.indices where !taken.contains(entry) && weights[entry][exit] > 0 {
            sum = max(
                sum,
                weights[entry][exit] + best(weights, exits: exits, taken: taken.union([entry]), exit: exit + 1))
        }
        return sum
    }

    @Test func `pairs that are kept up one exit at a time have the greatest sum of all assignments`() {
        var chance = SplitMix64(seed: 9)
        for _ in 0..<500 {
            let (entries, exits) = (Int.random(in: 1...5, using: &chance), Int.random(in: 1...5, using: &chance))
            let weights = (0..<entries).map { _ in
                (0..<exits).map { _ in
                    Bool.random(using: &chance) ? Float(Int.random(in: 1...12, using: &chance)) : 0
                }
            }
            var pairs = Pairs(weights: weights)
            for exit in 0..<exits {
                pairs.add(100 + exit, entries: entries)
                #expect(pairs.exitOf.count == pairs.entryOf.count)
                #expect(pairs.sum == best(weights, exits: exit + 1), "\(weights)")
            }
        }
    }
}
