/// The formats a camera expects; empty where any plate may come.
public struct FormatSet: Sendable, Equatable {
    /// A reading as a format would have it.
    public struct Interpretation: Sendable, Equatable {
        public var text: String
        public var format: PlateFormat
        /// How much was assumed: 0 where the text was read so, more for every character that was replaced.
        public var cost: Double
    }

    /// A symbol at least this sure is never replaced.
    public static let sure = 0.985
    /// Readings that need more than this are left as they are: about two twins, or one doubtful likeness.
    private static let limit = 1.6

    public let countries: [Country]
    /// Countries in whose formats confusions are corrected.
    public let normalised: Set<String>

    public init(countries: [Country] = [], normalised: Set<String> = []) {
        self.countries = countries
        self.normalised = normalised
    }

    public var isEmpty: Bool { countries.isEmpty }

    public func format(fitting text: String) -> PlateFormat? {
        countries.lazy.flatMap(\.formats).first { $0.fits(text) }
    }

    /// What the symbols most probably say if they say a plate of these formats; nil where they fit none.
    ///
    /// A symbol that its place does not allow is replaced by its best alternative that the place allows, else by the
    /// character it is most often confused with; never where the symbol was read surely.
    public func interpretation(of symbols: [Symbol]) -> Interpretation? {
        let text = symbols.text
        if let format = format(fitting: text) { return Interpretation(text: text, format: format, cost: 0) }
        var best: Interpretation?
        for country in countries where normalised.contains(country.code) {
            for format in country.formats {
                for places in format.variants where places.count == symbols.count {
                    guard let (text, cost) = Self.replace(symbols, places: places), cost < best?.cost ?? Self.limit
                    else {
                        continue
                    }
                    best = Interpretation(text: text, format: format, cost: cost)
                }
            }
        }
        return best
    }

    private static func replace(_ symbols: [Symbol], places: [PlateFormat.Place]) -> (text: String, cost: Double)? {
        var text = ""
        var total = 0.0
        for (symbol, place) in zip(symbols, places) {
            if place.contains(symbol.character) {
                text.append(symbol.character)
                continue
            }
            guard symbol.confidence < sure, let (character, cost) = replacement(for: symbol, place: place) else {
                return nil
            }
            text.append(character)
            total += cost
            if total > limit { return nil }
        }
        return (text, total)
    }

    private static func replacement(
        for symbol: Symbol, place: PlateFormat.Place
    ) -> (character: Character, cost: Double)? {
        // What the engine itself thought possible counts for more than what looks alike in general.
        let seen = symbol.alternatives.first { place.contains($0.character) }.map {
            ($0.character, min(1.2, 0.2 + (symbol.confidence - $0.confidence)))
        }
        let alike = Confusables.meanings(of: symbol.character).first { place.contains($0.character) }
        guard let seen else { return alike.map { ($0.character, $0.cost + 0.2) } }
        guard let alike, alike.cost + 0.2 < seen.1 else { return seen }
        return (alike.character, alike.cost + 0.2)
    }
}
