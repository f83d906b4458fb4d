/// Which of the variations that were tried are worth their change.
struct Recommendation {
    let present: Trial
    let truth: Truth

    /// The best value of each key for which there is a better one, the one that gains most first.
    func gains(of trials: [Trial]) -> [Trial] {
        let better = trials.filter { $0.verdict(beside: present, truth: truth) == .better }
        let byKey = Dictionary(grouping: better) { $0.variation.changes.map(\.key) }
        return byKey.values.compactMap { $0.min(by: isPreferred) }.sorted(by: isPreferred)
    }

    /// The best of all: of those that do as well, the one with the fewest changes.
    func best(of trials: [Trial]) -> Trial? {
        trials.filter { $0.verdict(beside: present, truth: truth) == .better }.min(by: isPreferred)
    }

    /// More right less wrong, fewer wrong, fewer told again, fewer changes, and nearer to what is shipped.
    private func isPreferred(_ one: Trial, _ other: Trial) -> Bool {
        func rank(_ trial: Trial) -> [Int] {
            let score = trial.score
            return [
                score.wrong - score.right, score.wrong, truth.isGiven ? score.repeated : 0,
                trial.variation.changes.count,
                trial.variation.distance,
            ]
        }
        let (first, second) = (rank(one), rank(other))
        return first == second
            ? one.variation.name < other.variation.name : first.lexicographicallyPrecedes(second)
    }
}
