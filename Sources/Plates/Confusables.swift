/// Characters that are taken for one another on plates.
public enum Confusables {
    /// How unlikely `read` is to have been `meant`: 0.5 for twins such as O and 0, up to 1.5; nil for no likeness.
    ///
    /// Only between letters and digits: within a class the format cannot tell which one is meant.
    public static func cost(of read: Character, meant: Character) -> Double? {
        costs[Pair(read, meant)]
    }

    /// The characters that `character` could be, cheapest first.
    public static func meanings(of character: Character) -> [(character: Character, cost: Double)] {
        meanings[character] ?? []
    }

    /// One stand-in for all characters of a group of twins, so that `0B1` and `O8I` compare equal.
    public static func canonical(_ character: Character) -> Character {
        groups[character] ?? character
    }

    /// `text` with every character replaced by its group's stand-in.
    public static func canonical(_ text: String) -> String {
        String(text.map { canonical($0) })
    }

    private struct Pair: Hashable {
        var a: Character
        var b: Character

        init(_ a: Character, _ b: Character) {
            self.a = a
            self.b = b
        }
    }

    private static let groups: [Character: Character] = [
        "O": "0", "Q": "0", "D": "0", "I": "1", "L": "1", "Z": "2", "S": "5", "G": "6", "B": "8",
    ]

    /// Letter, digit, cost either way. Twins first, then likenesses seen on damaged or blurred plates.
    private static let table: [(Character, Character, Double)] = [
        ("O", "0", 0.5), ("I", "1", 0.5), ("Z", "2", 0.5), ("S", "5", 0.5), ("B", "8", 0.5), ("G", "6", 0.5),
        ("Q", "0", 0.6), ("D", "0", 0.8), ("A", "4", 0.9), ("L", "1", 1.0), ("J", "1", 1.0), ("T", "1", 1.2),
        ("U", "0", 1.2), ("C", "0", 1.2), ("B", "3", 1.2), ("Z", "7", 1.0), ("T", "7", 1.2), ("P", "9", 1.5),
    ]

    private static let costs: [Pair: Double] = table.reduce(into: [:]) { costs, entry in
        costs[Pair(entry.0, entry.1)] = entry.2
        costs[Pair(entry.1, entry.0)] = entry.2
    }

    private static let meanings: [Character: [(character: Character, cost: Double)]] =
        table.reduce(into: [Character: [(character: Character, cost: Double)]]()) { meanings, entry in
            meanings[entry.0, default: []].append((entry.1, entry.2))
            meanings[entry.1, default: []].append((entry.0, entry.2))
        }.mapValues { $0.sorted { $0.cost < $1.cost } }
}
