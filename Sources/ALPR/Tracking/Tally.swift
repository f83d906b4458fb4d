import Basics
import Plates

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

    /// What the track would be, with `?` where no character has a majority: never accepted, but better than nothing to look for.
    static func partial(of ballots: [Ballot]) -> Candidate? {
        CharacterVote(ballots).partial.map { Candidate(text: $0.text, confidence: $0.share) }
    }

    /// The text that every place's own vote gives, where no frame agrees with another on the whole of it: three frames with one
    /// different slip each, be it a wrong character, one too many or one too few.
    private static func consensus(of ballots: [Ballot], entries: [Entry]) -> Entry? {
        guard ballots.count >= 3, entries.allSatisfy({ $0.frames == 1 }),
            let (text, weight) = CharacterVote(ballots).consensus,
            ballots.count(where: { isSlip($0.text, of: text) }) >= 3
        else { return nil }
        return Entry(text: text, weight: weight, frames: 2)
    }

    /// Whether one edit at most makes one text of the other.
    private static func isSlip(_ text: String, of other: String) -> Bool {
        abs(text.count - other.count) <= 1 && text.editDistance(to: other) <= 1
    }
}

extension CharacterVote {
    fileprivate init(_ ballots: [Ballot]) {
        self.init(ballots.map { ($0.text, $0.weight) }.sorted { ($0.1, $0.0) > ($1.1, $1.0) })
    }
}
