import Plates

/// How a text that is not the one that was read could have become it by one slip, and how likely that is.
///
/// Of the plates of public test sets that were read wrongly in one look (131 of 690; `plated eval --bare`), 39 % had a character
/// taken for one like it, 15 % one too few, 8 % another character, 6 % one too many, and 32 % more than one slip.
enum Misreading {
    case alike, missing, other, extra

    /// Of all plates that were read wrongly.
    var share: Double {
        switch self {
        case .alike: 0.39
        case .missing: 0.15
        case .other: 0.08
        case .extra: 0.06
        }
    }

    private static let alphabet = 36.0

    /// How likely it is that `meant` was read as `read`, of all that could have been if `read` is wrong; nil where it takes more than one
    /// slip, or none.
    static func share(of meant: [UInt8], readAs read: [UInt8]) -> Double? {
        guard let (slip, place) = slip(from: meant, to: read) else { return nil }
        switch slip {
        case .alike:
            // Twins are more likely than what is only like it.
            let all = read.map { options(of: $0).reduce(0) { $0 + $1.weight } }.reduce(0, +)
            let wanted = character(meant[place])
            let own = options(of: read[place]).first { $0.character == wanted }?.weight ?? 0
            return slip.share * own / all
        case .missing: return slip.share / (alphabet * Double(read.count + 1))
        case .other: return slip.share / ((alphabet - 1) * Double(read.count))
        case .extra: return slip.share / Double(read.count)
        }
    }

    private static func options(of byte: UInt8) -> [(character: Character, weight: Double)] {
        Confusables.meanings(of: character(byte)).map { ($0.character, 1 / ($0.cost * $0.cost)) }
    }

    private static func character(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }

    /// Which slip, and where in what was meant.
    private static func slip(from meant: [UInt8], to read: [UInt8]) -> (Misreading, place: Int)? {
        guard abs(meant.count - read.count) <= 1, let place = firstDifference(meant, read) else { return nil }
        switch meant.count - read.count {
        case 1: return meant[(place + 1)...].elementsEqual(read[place...]) ? (.missing, place) : nil
        case -1: return meant[place...].elementsEqual(read[(place + 1)...]) ? (.extra, place) : nil
        default:
            guard meant[(place + 1)...].elementsEqual(read[(place + 1)...]) else { return nil }
            let isAlike = Confusables.cost(of: character(read[place]), meant: character(meant[place])) != nil
            return (isAlike ? .alike : .other, place)
        }
    }

    /// Nil for equal texts.
    private static func firstDifference(_ one: [UInt8], _ other: [UInt8]) -> Int? {
        let shorter = min(one.count, other.count)
        for place in 0..<shorter where one[place] != other[place] { return place }
        return one.count == other.count ? nil : shorter
    }
}
