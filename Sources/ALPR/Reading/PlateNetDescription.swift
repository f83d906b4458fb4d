/// What a net that reads plates takes and gives: what its makers write in a file beside it.
///
/// As in fast-plate-ocr (https://github.com/ankandrew/fast-plate-ocr): a picture of a fixed size in, and for each of a fixed number of
/// slots the probability of every character of an alphabet out; slots that a shorter plate leaves over hold a padding character.
public struct PlateNetDescription: Sendable, Equatable {
    public enum ColourMode: String, Sendable, CaseIterable {
        case rgb
        case grayscale
    }

    /// How many characters a plate has at most.
    public var slots: Int
    public var alphabet: [Character]
    public var padding: Character
    /// Size of the net's picture, in pixels.
    public var width: Int
    public var height: Int
    /// Whether a plate keeps its shape in that picture, with grey round it, and is not stretched to fill it.
    public var keepsAspect: Bool
    public var colourMode: ColourMode
    /// Names of the countries that the net tells apart, in its order; empty where it tells none.
    public var countries: [String]

    public init(
        slots: Int, alphabet: [Character], padding: Character, width: Int, height: Int, keepsAspect: Bool = false,
        colourMode: ColourMode = .rgb, countries: [String] = []
    ) {
        self.slots = slots
        self.alphabet = alphabet
        self.padding = padding
        self.width = width
        self.height = height
        self.keepsAspect = keepsAspect
        self.colourMode = colourMode
        self.countries = countries
    }
}
