/// One pattern of a country's plates, such as `LL-DD-DD`.
///
/// A pattern is a row of places: `L` a letter, `D` a digit, `X` either, `[ABC]` one of those; each may be followed by `{2}` or
/// `{1,3}`. Spaces, dashes and dots are for the eye. `letters` narrows what `L` (and the letters of `X`) stands for.
public struct PlateFormat: Sendable, Equatable {
    /// Why a pattern cannot be used, in plain words.
    public struct PatternError: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    /// The characters that one place of a plate may hold.
    typealias Place = Set<Character>

    public static let allLetters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    public static let allDigits = Set("0123456789")
    /// More variants than any real pattern has.
    private static let limit = 500
    /// More characters than any plate has.
    private static let longest = 30

    public let country: String
    public let name: String
    public let pattern: String
    /// Whether the owner chose the text: such a plate has no layout, so it says nothing about a character that was not read surely.
    public let isPersonalised: Bool
    /// The pattern with its counts written out: every row of places it allows.
    let variants: [[Place]]

    public init(
        country: String, name: String, pattern: String, letters: Set<Character> = PlateFormat.allLetters,
        isPersonalised: Bool = false
    ) throws(PatternError) {
        self.country = country
        self.name = name
        self.pattern = pattern
        self.isPersonalised = isPersonalised
        variants = try Self.variants(of: pattern, letters: letters)
    }

    /// Whether the text (capitals and digits only) is one that this pattern allows.
    public func fits(_ text: some StringProtocol) -> Bool {
        let characters = Array(text)
        return variants.contains { places in
            places.count == characters.count && zip(places, characters).allSatisfy { $0.contains($1) }
        }
    }

    /// Whether the text may be such a plate read in part: one or two characters are missing at an end.
    func fitsInPart(_ text: some StringProtocol) -> Bool {
        let characters = Array(text)
        func fit(_ places: ArraySlice<Place>) -> Bool { zip(places, characters).allSatisfy { $0.contains($1) } }
        return variants.contains { places in
            let missing = places.count - characters.count
            return (1...2).contains(missing) && (fit(places.dropFirst(missing)) || fit(places.dropLast(missing)))
        }
    }

    // MARK: - Patterns

    private static func variants(of pattern: String, letters: Set<Character>) throws(PatternError) -> [[Place]] {
        var rest = Array(pattern)[...]
        var variants: [[Place]] = [[]]
        while let symbol = rest.popFirst() {
            if " -.·".contains(symbol) { continue }
            let place = try place(for: symbol, rest: &rest, letters: letters)
            let counts = try counts(&rest, pattern: pattern)
            variants = variants.flatMap { start in counts.map { start + Array(repeating: place, count: $0) } }
            guard variants.count <= limit else {
                throw PatternError(description: "the pattern \"\(pattern)\" has more than \(limit) variants")
            }
            guard variants.allSatisfy({ $0.count <= longest }) else {
                throw PatternError(description: "the pattern allows a plate of more than \(longest) characters")
            }
        }
        guard variants != [[]] else { throw PatternError(description: "the pattern is empty") }
        guard !variants.contains([]) else { throw PatternError(description: "the pattern allows an empty plate") }
        return variants
    }

    private static func place(
        for symbol: Character, rest: inout ArraySlice<Character>, letters: Set<Character>
    ) throws(PatternError) -> Place {
        switch symbol {
        case "L": return letters
        case "D": return allDigits
        case "X": return letters.union(allDigits)
        case "[":
            guard let end = rest.firstIndex(of: "]") else {
                throw PatternError(description: "a [ without its ]")
            }
            let place = Set(rest[..<end])
            rest = rest[(end + 1)...]
            guard !place.isEmpty, place.isSubset(of: allLetters.union(allDigits)) else {
                throw PatternError(description: "[] takes capital letters and digits, and at least one")
            }
            return place
        default:
            throw PatternError(
                description: "\"\(symbol)\" is not L (letter), D (digit), X (either), [ABC], {count} or a separator")
        }
    }

    private static func counts(
        _ rest: inout ArraySlice<Character>, pattern: String
    ) throws(PatternError) -> ClosedRange<Int> {
        guard rest.first == "{" else { return 1...1 }
        guard let end = rest.firstIndex(of: "}") else { throw PatternError(description: "a { without its }") }
        let numbers = rest[rest.startIndex..<end].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
            .map { Int(String($0)) }
        rest = rest[(end + 1)...]
        guard (1...2).contains(numbers.count), let low = numbers[0], let high = numbers[numbers.count - 1], low >= 0,
            high >= max(1, low), high <= 12
        else { throw PatternError(description: "a count is written {2} or {1,3}, with numbers up to 12") }
        return low...high
    }
}
