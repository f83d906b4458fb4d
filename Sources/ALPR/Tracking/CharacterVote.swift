import Plates

/// A vote on every character by itself, over texts that need not have the same length.
///
/// The texts are aligned one after the other to what the earlier ones made, with gaps where one lacks a character that another
/// has, and each place is won by the character, or the gap, with the most weight: recogniser output voting error reduction
/// (ROVER, Fiscus 1997), with texts for word sequences.
struct CharacterVote {
    /// One place of the alignment.
    private struct Slot {
        /// What was voted for, nil for no character here.
        var votes: [Character?: (weight: Double, voters: Int)] = [:]

        mutating func add(_ character: Character?, weight: Double, voters: Int = 1) {
            let before = votes[character] ?? (0, 0)
            votes[character] = (before.weight + weight, before.voters + voters)
        }

        var winner: (character: Character?, weight: Double, voters: Int) {
            let best = votes.max { ($0.value.weight, rank($0.key)) < ($1.value.weight, rank($1.key)) }
            return best.map { ($0.key, $0.value.weight, $0.value.voters) } ?? (nil, 0, 0)
        }

        /// Equal weights are settled the same way every time.
        private func rank(_ character: Character?) -> String { character.map(String.init) ?? "" }
    }

    private var slots: [Slot] = []
    private var weight = 0.0
    private var voters = 0

    /// - Parameter texts: the weightiest first: the others are aligned to it.
    init(_ texts: [(text: String, weight: Double)]) {
        for (text, weight) in texts { add(Array(text), weight: weight) }
    }

    /// The text that wins, if in every place the winner has at least two thirds of the voters; with the least weight of a place.
    var consensus: (text: String, weight: Double)? {
        guard voters > 0 else { return nil }
        var text = ""
        var weakest = Double.infinity
        for slot in slots {
            let (character, weight, voters) = slot.winner
            guard voters * 3 >= self.voters * 2 else { return nil }
            weakest = min(weakest, weight)
            if let character { text.append(character) }
        }
        return text.isEmpty ? nil : (text, weakest)
    }

    /// The text with `?` where no character has more than half of the weight, and how sure its least sure known character is;
    /// nil where all are known, or fewer than three.
    var partial: (text: String, share: Double)? {
        guard weight > 0 else { return nil }
        var text = ""
        var known = 0
        var least = 1.0
        for slot in slots {
            let winner = slot.winner
            let share = winner.weight / weight
            if share <= 0.5 {
                text.append("?")
            } else if let character = winner.character {
                text.append(character)
                known += 1
                least = min(least, share)
            }
        }
        return text.contains("?") && known >= 3 ? (text, least) : nil
    }

    // MARK: - Alignment

    private mutating func add(_ text: [Character], weight: Double) {
        var aligned: [Slot] = []
        for step in steps(to: text) {
            switch step {
            case .both(let slot, let character):
                aligned.append(slots[slot])
                aligned[aligned.count - 1].add(character, weight: weight)
            case .slotAlone(let slot):
                aligned.append(slots[slot])
                aligned[aligned.count - 1].add(nil, weight: weight)
            case .characterAlone(let character):
                var slot = Slot()
                // All who voted before saw nothing here.
                if voters > 0 { slot.add(nil, weight: self.weight, voters: voters) }
                slot.add(character, weight: weight)
                aligned.append(slot)
            }
        }
        slots = aligned
        self.weight += weight
        voters += 1
    }

    private enum Step {
        case both(Int, Character)
        case slotAlone(Int)
        case characterAlone(Character)
    }

    /// The cheapest alignment: free where the place has the character, or the gap, already; a confusable one costs half.
    private func steps(to text: [Character]) -> [Step] {
        var costs = [[Double]](repeating: [Double](repeating: 0, count: text.count + 1), count: slots.count + 1)
        for i in 0...slots.count {
            for j in 0...text.count where i + j > 0 {
                var least = Double.infinity
                if i > 0, j > 0 { least = min(least, costs[i - 1][j - 1] + cost(slots[i - 1], text[j - 1])) }
                if i > 0 { least = min(least, costs[i - 1][j] + gapCost(slots[i - 1])) }
                if j > 0 { least = min(least, costs[i][j - 1] + 1) }
                costs[i][j] = least
            }
        }
        var steps: [Step] = []
        var (i, j) = (slots.count, text.count)
        while i > 0 || j > 0 {
            if i > 0, j > 0, costs[i][j] == costs[i - 1][j - 1] + cost(slots[i - 1], text[j - 1]) {
                steps.append(.both(i - 1, text[j - 1]))
                (i, j) = (i - 1, j - 1)
            } else if i > 0, costs[i][j] == costs[i - 1][j] + gapCost(slots[i - 1]) {
                steps.append(.slotAlone(i - 1))
                i -= 1
            } else {
                steps.append(.characterAlone(text[j - 1]))
                j -= 1
            }
        }
        return steps.reversed()
    }

    private func cost(_ slot: Slot, _ character: Character) -> Double {
        if slot.votes[character] != nil { return 0 }
        let wanted = Confusables.canonical(String(character))
        let isAlike = slot.votes.keys.contains { $0.map { Confusables.canonical(String($0)) == wanted } ?? false }
        return isAlike ? 0.5 : 1
    }

    private func gapCost(_ slot: Slot) -> Double { slot.votes[Character?.none] != nil ? 0.5 : 1 }
}
