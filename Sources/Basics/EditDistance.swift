extension String {
    /// Fewest insertions, deletions and substitutions that turn this text into `other` (Levenshtein).
    public func editDistance(to other: String) -> Int {
        let a = Array(self)
        let b = Array(other)
        var previous = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var current = [i + 1]
            for (j, y) in b.enumerated() {
                current.append(Swift.min(previous[j] + (x == y ? 0 : 1), previous[j + 1] + 1, current[j] + 1))
            }
            previous = current
        }
        return previous[b.count]
    }

    /// 1 for the same text, 0 for nothing in common.
    public func similarity(to other: String) -> Double {
        let longer = Swift.max(count, other.count)
        return longer == 0 ? 1 : 1 - Double(editDistance(to: other)) / Double(longer)
    }
}
