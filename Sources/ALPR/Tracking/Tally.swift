/// The count of a track's ballots: which text leads, by how much, and how many frames read it.
struct Tally {
    struct Entry {
        var text: String
        var weight: Double
        /// Frames whose best text this is.
        var frames: Int
    }

    /// Best first.
    let entries: [Entry]
    /// What was cast for any text, by views that disagreed with their frame too.
    let totalWeight: Double

    init(_ ballots: some Sequence<Ballot>) {
        let ballots = Array(ballots)
        var entries: [Entry] = []
        var total = 0.0
        for ballot in ballots {
            total += ballot.reading.totalWeight
            if let index = entries.firstIndex(where: { $0.text == ballot.text }) {
                entries[index].weight += ballot.weight
                entries[index].frames += 1
            } else {
                entries.append(Entry(text: ballot.text, weight: ballot.weight, frames: 1))
            }
        }
        entries.sort { ($0.weight, $0.text) > ($1.weight, $1.text) }
        if let consensus = Self.consensus(of: ballots, entries: entries) {
            // The readings it was made of speak for it, not against it.
            entries = [consensus] + entries.filter { !Self.isSlip($0.text, of: consensus.text) }
        }
        self.entries = entries
        totalWeight = total
    }

    var leader: Entry? { entries.first }
    var runnerUp: Entry? { entries.dropFirst().first }

    /// The text that every place's own vote gives, among the readings of the most common length, where no frame agrees with
    /// another on the whole of it: three frames with one different slip each.
    private static func consensus(of ballots: [Ballot], entries: [Entry]) -> Entry? {
        guard ballots.count >= 3, entries.allSatisfy({ $0.frames == 1 }) else { return nil }
        let lengths = Dictionary(grouping: ballots, by: \.text.count).mapValues { $0.reduce(0) { $0 + $1.weight } }
        guard let length = lengths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return nil }
        let equal = ballots.filter { $0.text.count == length }
        guard equal.count >= 3 else { return nil }
        let texts = equal.map { Array($0.text) }
        var text = ""
        var weakest = Double.infinity
        for place in 0..<length {
            var votes: [Character: (weight: Double, frames: Int)] = [:]
            for (ballot, characters) in zip(equal, texts) {
                let before = votes[characters[place]] ?? (0, 0)
                votes[characters[place]] = (before.weight + ballot.weight, before.frames + 1)
            }
            guard let best = votes.max(by: { ($0.value.weight, $0.key) < ($1.value.weight, $1.key) }),
                best.value.frames * 3 >= equal.count * 2
            else { return nil }
            text.append(best.key)
            weakest = min(weakest, best.value.weight)
        }
        guard equal.count(where: { isSlip($0.text, of: text) }) >= 3 else { return nil }
        return Entry(text: text, weight: weakest, frames: 2)
    }

    /// Whether two texts of one length differ in one place at most.
    private static func isSlip(_ text: String, of other: String) -> Bool {
        text.count == other.count && zip(text, other).count { $0 != $1 } <= 1
    }
}
