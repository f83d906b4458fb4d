/// Finds passes of one side by their texts: the same one, and those that are like it.
struct PassIndex: Sendable {
    private struct Row: Sendable {
        var text: CodedText
        var weight: Float
        /// Negative for one that is gone.
        var number: Int
    }

    private var rows: [Row] = []
    private var gone = 0
    /// Numbers of passes by their plate, in the order in which they were added.
    private var exact: [String: [Int]] = [:]

    mutating func add(_ number: Int, _ reading: PassReading) {
        exact[reading.plate, default: []].append(number)
        if reading.isPseudonym { return }
        for text in reading.texts {
            if let coded = CodedText(text.text) { rows.append(Row(text: coded, weight: text.weight, number: number)) }
        }
    }

    mutating func remove(_ number: Int, _ reading: PassReading) {
        exact[reading.plate]?.removeAll { $0 == number }
        if exact[reading.plate]?.isEmpty == true { exact[reading.plate] = nil }
        for place in rows.indices where rows[place].number == number {
            rows[place].number = -1
            gone += 1
        }
        // The half at most is looked at in vain.
        if gone > rows.count / 2 {
            rows.removeAll { $0.number < 0 }
            gone = 0
        }
    }

    var numbers: [Int] { exact.values.joined().sorted() }

    /// Those with this very plate.
    func exact(_ plate: String) -> [Int] { exact[plate] ?? [] }

    /// Those that are like it, each with how much speaks for it, in the order of their numbers.
    ///
    /// - Parameter limit: what has to be exceeded.
    func alike(
        _ reading: PassReading, above limit: Float, by likeness: Likeness, among common: Commonness
    ) -> [(number: Int, score: Float)] {
        var found: [Int: Float] = [:]
        for text in reading.isPseudonym ? [] : reading.texts {
            guard let coded = CodedText(text.text) else { continue }
            let neighbours = likeness.neighbours(of: coded)
            let excess = common.excess(of: coded)
            for row in rows where row.number >= 0 {
                let rest = limit - text.weight - row.weight
                guard likeness.mayReach(rest, row.text, neighbours: neighbours) else { continue }
                let score = likeness.score(coded, row.text, less: excess)
                guard score > rest else { continue }
                found[row.number] = max(found[row.number] ?? -.infinity, score + text.weight + row.weight)
            }
        }
        return found.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }
}
