import Testing

@testable import Plates

/// A pattern, texts that it allows and texts that it does not.
private struct Example: CustomTestStringConvertible {
    var pattern: String
    var letters = PlateFormat.allLetters
    var allowed: [String]
    var refused: [String]

    var testDescription: String { pattern }
}

private let examples = [
    Example(
        pattern: "LL-DD-DD", allowed: ["AB1234", "ZZ0000"], refused: ["AB123", "AB12345", "A11234", "1234AB", ""]),
    Example(pattern: "DDD LLL", allowed: ["123ABC"], refused: ["12BABC", "123AB1"]),
    Example(pattern: "XX", allowed: ["AB", "A1", "1A", "11"], refused: ["A", "A1B", "a1", "Ä1"]),
    Example(pattern: "D[ABC]X", allowed: ["1A2", "1CZ"], refused: ["1D2", "112", "AA2"]),
    Example(pattern: "[A1]D", allowed: ["A0", "10"], refused: ["B0", "20"]),
    Example(pattern: "L{2}D{3}", allowed: ["AB123"], refused: ["A123", "AB12", "ABC123"]),
    Example(
        pattern: "L{1,3}D{0,2}", allowed: ["A", "A1", "ABC", "ABC12"], refused: ["", "1", "ABCD", "A123", "1A"]),
    Example(pattern: "[AB]{2}", allowed: ["AA", "AB", "BA"], refused: ["A", "AC", "AAA"]),
    Example(pattern: "L D-D.D·D", allowed: ["A1234"], refused: ["A 1234", "A1-2.3·4"]),
    Example(pattern: "LX", letters: ["B", "D"], allowed: ["BD", "D1"], refused: ["AB", "BA", "1B"]),
    Example(pattern: "L[A]", letters: ["B"], allowed: ["BA"], refused: ["AA", "BB"]),
]

@Suite struct PlateFormatTests {
    @Test(arguments: examples)
    private func `a plate format allows what its pattern says and nothing else`(_ example: Example) throws {
        let format = try PlateFormat(
            country: "xx", name: "plain", pattern: example.pattern, letters: example.letters)
        for text in example.allowed { #expect(format.fits(text), "\(text) should fit") }
        for text in example.refused { #expect(!format.fits(text), "\(text) should not fit") }
    }

    @Test(arguments: [
        ("", "the pattern is empty"),
        (" - ", "the pattern is empty"),
        ("L{0,2}D{0,2}", "the pattern allows an empty plate"),
        (String(repeating: "L", count: 50_000), "the pattern allows a plate of more than 30 characters"),
        ("LLQ", "\"Q\" is not L (letter), D (digit), X (either), [ABC], {count} or a separator"),
        ("ll", "\"l\" is not L (letter), D (digit), X (either), [ABC], {count} or a separator"),
        ("{2}L", "\"{\" is not L (letter), D (digit), X (either), [ABC], {count} or a separator"),
        ("L{2}{3}", "\"{\" is not L (letter), D (digit), X (either), [ABC], {count} or a separator"),
        ("D[AB", "a [ without its ]"),
        ("D[]", "[] takes capital letters and digits, and at least one"),
        ("D[A-Z]", "[] takes capital letters and digits, and at least one"),
        ("L{2", "a { without its }"),
        ("L{}", "a count is written {2} or {1,3}, with numbers up to 12"),
        ("L{0}", "a count is written {2} or {1,3}, with numbers up to 12"),
        ("L{3,1}", "a count is written {2} or {1,3}, with numbers up to 12"),
        ("L{1,13}", "a count is written {2} or {1,3}, with numbers up to 12"),
        ("L{1,2,3}", "a count is written {2} or {1,3}, with numbers up to 12"),
        ("L{-1,2}", "a count is written {2} or {1,3}, with numbers up to 12"),
        ("L{x}", "a count is written {2} or {1,3}, with numbers up to 12"),
    ])
    func `a plate format says what is wrong with its pattern`(_ pattern: String, why: String) {
        #expect(throws: PlateFormat.PatternError(description: why)) {
            try PlateFormat(country: "xx", name: "plain", pattern: pattern)
        }
    }

    @Test func `a plate format may have 500 variants and no more`() throws {
        // 10 × 10 × 5 and 10 × 10 × 6 variants.
        let widest = try PlateFormat(country: "xx", name: "plain", pattern: "L{1,10}D{1,10}L{1,5}")
        #expect(widest.variants.count == 500)
        let why = "the pattern \"L{1,10}D{1,10}L{1,6}\" has more than 500 variants"
        #expect(throws: PlateFormat.PatternError(description: why)) {
            try PlateFormat(country: "xx", name: "plain", pattern: "L{1,10}D{1,10}L{1,6}")
        }
    }

    @Test func `a plate format knows its country, its name and its pattern as it was written`() throws {
        let format = try PlateFormat(country: "nl", name: "sidecode 4", pattern: "LL-DD-LL")
        #expect(format.country == "nl")
        #expect(format.name == "sidecode 4")
        #expect(format.pattern == "LL-DD-LL")
    }
}

@Suite struct CountryTests {
    @Test func `a country contradicts itself where its examples and its patterns disagree`() throws {
        let format = try PlateFormat(country: "xx", name: "plain", pattern: "LL-DD")
        let country = Country(
            code: "xx", name: "Nowhere", formats: [format], fitting: ["AB-12", "12-AB"], rejected: ["ABC-1", "cd·34"])
        #expect(
            country.contradictions == [
                "the example \"12-AB\" should fit one of the patterns and fits none",
                "the example \"cd·34\" should be rejected and fits plain (LL-DD)",
            ])
    }

    @Test func `a country agrees with itself where its examples and its patterns agree`() throws {
        let format = try PlateFormat(country: "xx", name: "plain", pattern: "LL-DD")
        let country = Country(code: "xx", name: "Nowhere", formats: [format], fitting: ["AB-12"], rejected: ["12-AB"])
        #expect(country.contradictions.isEmpty)
    }

    @Test(arguments: [
        ("12-abc-3", "12ABC3"), (" B·XY 98 E", "BXY98E"), ("TÜ-AB 1", "TAB1"), ("--", ""),
    ])
    func `of a text its capital letters and digits are kept`(_ text: String, kept: String) {
        #expect(text.plateCharacters == kept)
    }
}
