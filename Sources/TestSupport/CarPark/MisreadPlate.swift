import Plates

/// Reads plates as badly as is wanted: each character is misread with the same chance, in the ways and as often as was measured of plates of
/// public test sets that one look misread (39 % a character for one like it, 15 % one too few, 8 % another one, 6 % one too many; `Misreading`
/// in Rules). What is like nothing else becomes any other.
public struct MisreadPlate: Sendable {
    static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    static let digits = Array("0123456789")
    private static let all = letters + digits

    private let share: Double
    /// Characters, and those that were misread.
    public private(set) var count = (read: 0, wrong: 0)

    public init(share: Double) {
        self.share = share
    }

    public mutating func read(_ plate: String, _ chance: inout SplitMix64) -> String {
        var text = ""
        for character in plate {
            count.read += 1
            guard Double.random(in: 0..<1, using: &chance) < share else {
                text.append(character)
                continue
            }
            count.wrong += 1
            switch Double.random(in: 0..<0.68, using: &chance) {
            case ..<0.39: text.append(alike(character, &chance) ?? other(character, &chance))
            case ..<0.54: break
            case ..<0.62: text.append(other(character, &chance))
            default: text += [character, Self.all.randomElement(using: &chance) ?? "0"]
            }
        }
        return text
    }

    private func other(_ character: Character, _ chance: inout SplitMix64) -> Character {
        Self.all.filter { $0 != character }.randomElement(using: &chance) ?? character
    }

    /// Twins more often than what is only like it.
    private func alike(_ character: Character, _ chance: inout SplitMix64) -> Character? {
        let meanings = Confusables.meanings(of: character).map { ($0.character, 1 / ($0.cost * $0.cost)) }
        guard !meanings.isEmpty else { return nil }
        var rest = Double.random(in: 0..<meanings.reduce(0) { $0 + $1.1 }, using: &chance)
        for (meaning, weight) in meanings {
            rest -= weight
            if rest < 0 { return meaning }
        }
        return meanings.last?.0
    }
}
