import Basics

/// The formats a camera expects; empty where any plate may come, and then perhaps with the world's layouts as evidence.
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
    /// The limit for replacements that the engine itself offered: how much confidence they may lose in all. 0.5 stands for odds of
    /// four to one. A text that fits a format is likelier than one that does not by far more.
    private static let evidence = 0.5
    /// Tesseract's confidence is linear in the logarithm of the probability: from 1 to 0 in so many nepers.
    private static let nepersPerConfidence = 20.0 / 7

    public let countries: [Country]
    /// Countries in whose formats confusions are corrected.
    public let normalised: Set<String>
    /// Where no countries are expected: layouts that say what a character is that was nearly read as another. They refuse nothing.
    public let evidence: [Country]

    /// Whether the evidence says nothing but which of O and 0, or of I and 1, stands somewhere.
    package private(set) var settlesTwinsAlone = false

    /// Whether what fits no format is never a plate.
    public let isStrict: Bool

    public init(
        countries: [Country] = [], normalised: Set<String> = [], evidence: [Country] = [], isStrict: Bool = true
    ) {
        self.countries = countries
        self.isStrict = isStrict
        self.normalised = normalised
        self.evidence = evidence
    }

    public var isEmpty: Bool { countries.isEmpty }

    /// The same for readers that know how plates are made: what they nearly read as another character, they saw otherwise for a reason.
    ///
    /// Of 2000 drawn plates that are hard to read a net reads 35 more so, of 1000 Chinese ones, whose layout is not among the world's, 84.
    public var settlingTwins: FormatSet {
        var formats = self
        formats.settlesTwinsAlone = true
        return formats
    }

    /// The same with the layouts of one country alone as evidence, where it is among them.
    package func evidence(of country: String) -> FormatSet {
        let own = evidence.filter { $0.code == country }
        guard countries.isEmpty, !own.isEmpty else { return self }
        let formats = FormatSet(normalised: normalised, evidence: own, isStrict: isStrict)
        return settlesTwinsAlone ? formats.settlingTwins : formats
    }

    /// The first format that the text fits, a personalised one only where no other does.
    public func format(fitting text: String) -> PlateFormat? {
        format(fitting: text, isPersonalised: false) ?? format(fitting: text, isPersonalised: true)
    }

    /// Whether a text that fits no format may be a plate from elsewhere: it has letters and digits, and is not one of the expected
    /// ones read in part.
    public func isStranger(_ text: String) -> Bool {
        guard !isStrict, text.contains(where: PlateFormat.allLetters.contains),
            text.contains(where: PlateFormat.allDigits.contains)
        else { return false }
        return !expectsMore(than: text)
    }

    /// Whether the text may be an expected plate read in part.
    private func expectsMore(than text: String) -> Bool {
        countries.contains { $0.formats.contains { !$0.isPersonalised && $0.fitsInPart(text) } }
    }

    /// Whether the text has a layout that is expected.
    package func expects(_ text: String) -> Bool {
        format(fitting: text, isPersonalised: false) != nil
    }

    /// Whether the symbols say, or nearly say, a plate of a layout that is expected.
    package func expects(_ symbols: [Symbol]) -> Bool {
        guard !countries.isEmpty, let meant = interpretation(of: symbols) else { return false }
        return !meant.format.isPersonalised
    }

    /// Whether no view says an expected plate, and one says what may be a part of it.
    package func lackCharacters(in views: [[Symbol]]) -> Bool {
        !isEmpty && !views.contains(where: expects) && views.contains { expectsMore(than: $0.text) }
    }

    /// Those that are expected, or all that are known where none is.
    private var known: [Country] { countries.isEmpty ? evidence : countries }

    /// Whether a format that is known has such plates.
    ///
    /// - Parameter isPersonalised: whether it may be one whose owner chose the text.
    public func knows(_ text: String, isPersonalised: Bool = true) -> Bool {
        known.contains { $0.formats.contains { (isPersonalised || !$0.isPersonalised) && $0.fits(text) } }
    }

    /// The same, and true where no format is known.
    public func allows(_ text: String) -> Bool { known.isEmpty || knows(text) }

    private func format(fitting text: String, isPersonalised: Bool) -> PlateFormat? {
        countries.lazy.flatMap(\.formats).first { $0.isPersonalised == isPersonalised && $0.fits(text) }
    }

    /// Returns the likeliest plate of these formats that the symbols may be; nil where they fit none.
    ///
    /// A symbol that its place does not allow is replaced by the alternative that the engine saw, if it was nearly as sure of it;
    /// in countries that are normalised also by the character it is most often confused with. A symbol that was read surely is
    /// never replaced, and a personalised plate by evidence only.
    public func interpretation(of symbols: [Symbol]) -> Interpretation? {
        if countries.isEmpty { return likeliest(of: symbols) }
        let text = symbols.text
        if let format = format(fitting: text, isPersonalised: false) {
            return Interpretation(text: text, format: format, cost: 0)
        }
        let personalised = format(fitting: text, isPersonalised: true)
        var best: Interpretation?
        for country in countries {
            let usesLikeness = normalised.contains(country.code) && personalised == nil
            let limit = usesLikeness ? Self.limit : Self.evidence
            for format in country.formats where !format.isPersonalised {
                guard let meant = Self.closest(to: symbols, format: format, limit: limit, usesLikeness: usesLikeness),
                    meant.cost < best?.cost ?? .infinity
                else { continue }
                best = meant
            }
        }
        return best ?? personalised.map { Interpretation(text: text, format: $0, cost: 0) }
    }

    /// The likeliest of what the evidence's layouts make of the symbols: what the engine saw, times how many countries have such
    /// plates. Nil where none has, or where the text is a word: none of its characters says that there are digits in it.
    ///
    /// A text that fits is only changed between O and 0 or I and 1, which have one shape on many plates, so that nothing but the
    /// layout can tell them.
    private func likeliest(of symbols: [Symbol]) -> Interpretation? {
        if symbols.allSatisfy({ PlateFormat.allLetters.contains($0.character) }) { return nil }
        var found: [String: (meant: Interpretation, countries: Double)] = [:]
        for country in evidence {
            let meant = country.formats.filter { !$0.isPersonalised }.compactMap {
                Self.closest(to: symbols, format: $0, limit: Self.evidence, usesLikeness: false)
            }
            for (text, same) in Dictionary(grouping: meant, by: \.text) {
                found[text] = (found[text]?.meant ?? same[0], (found[text]?.countries ?? 0) + 1)
            }
        }
        let asRead = symbols.text
        if settlesTwinsAlone || found[asRead] != nil {
            found = found.filter { $0.key.withOneOfTwins == asRead.withOneOfTwins }
        }
        func score(_ text: String) -> Double {
            guard let entry = found[text] else { return -.infinity }
            return naturalLogarithm(entry.countries) - Self.nepersPerConfidence * entry.meant.cost
        }
        return found.keys.max { (score($0), $1) < (score($1), $0) }.flatMap { found[$0]?.meant }
    }

    /// Returns the text in a format that costs least.
    private static func closest(
        to symbols: [Symbol], format: PlateFormat, limit: Double, usesLikeness: Bool
    ) -> Interpretation? {
        var best: Interpretation?
        for places in format.variants where places.count == symbols.count {
            guard let (text, cost) = replace(symbols, places: places, limit: limit, usesLikeness: usesLikeness),
                cost < best?.cost ?? .infinity
            else { continue }
            best = Interpretation(text: text, format: format, cost: cost)
        }
        return best
    }

    private static func replace(
        _ symbols: [Symbol], places: [PlateFormat.Place], limit: Double, usesLikeness: Bool
    ) -> (text: String, cost: Double)? {
        var text = ""
        var total = 0.0
        for (symbol, place) in zip(symbols, places) {
            if place.contains(symbol.character) {
                text.append(symbol.character)
                continue
            }
            guard symbol.confidence < sure else { return nil }
            let put = usesLikeness ? replacement(for: symbol, place: place) : seen(in: symbol, place: place)
            guard let (character, cost) = put else { return nil }
            text.append(character)
            total += cost
            if total >= limit { return nil }
        }
        return (text, total)
    }

    /// The best alternative that the place allows, and by how much less sure it is.
    private static func seen(in symbol: Symbol, place: PlateFormat.Place) -> (character: Character, cost: Double)? {
        symbol.alternatives.first { place.contains($0.character) }.map {
            ($0.character, symbol.confidence - $0.confidence)
        }
    }

    private static func replacement(
        for symbol: Symbol, place: PlateFormat.Place
    ) -> (character: Character, cost: Double)? {
        // What the engine itself thought possible counts for more than what looks alike in general.
        let seen = seen(in: symbol, place: place).map { ($0.character, min(1.2, 0.2 + $0.cost)) }
        let alike = Confusables.meanings(of: symbol.character).first { place.contains($0.character) }
        guard let seen else { return alike.map { ($0.character, $0.cost + 0.2) } }
        guard let alike, alike.cost + 0.2 < seen.1 else { return seen }
        return (alike.character, alike.cost + 0.2)
    }
}
