import ALPR
import Plates
import Testing

@Suite struct PlateReadingTests {
    private func symbols(_ text: String, _ confidence: Double = 0.98) -> [Symbol] {
        text.map { Symbol($0, confidence) }
    }

    private func candidates(_ views: [[Symbol]], formats: FormatSet = FormatSet()) -> [Candidate] {
        let row = TextRow(quad: Quad(Box(x: 0, y: 0, width: 100, height: 20)), characters: 6)
        return PlateReading(
            region: Region(rows: [row], score: 1), time: Timestamp(.zero), views: views.map { ViewReading($0) },
            formats: formats
        ).candidates
    }

    @Test func `views that agree are sure, views that differ share`() {
        #expect(abs(candidates([symbols("AB12CD"), symbols("AB12CD")])[0].confidence - 0.98) < 1e-9)
        let split = candidates([symbols("AB12CD"), symbols("AB12CD"), symbols("AB12CX")])
        #expect(split.map(\.text) == ["AB12CD", "AB12CX"])
        #expect(split[0].confidence < 0.7)
    }

    @Test func `a view that lost an outer character speaks for the one that has it`() {
        let read = candidates([symbols("47KRN"), symbols("47KRN8"), symbols("47KRN")])
        #expect(read.map(\.text) == ["47KRN8"])
    }

    @Test func `what may be the plate's edge is not taken for a character`() {
        let read = candidates([symbols("47KRN"), symbols("47KRN1"), symbols("47KRN")])
        #expect(read[0].text == "47KRN")
    }

    @Test func `alternatives give further candidates, best first`() {
        let symbols = [
            Symbol([.init("A", 0.9), .init("4", 0.3)]), Symbol([.init("0", 0.6), .init("O", 0.5)]), Symbol("7", 0.9),
        ]
        #expect(symbols.candidates(limit: 3).map(\.text) == ["A07", "AO7", "407"])
        #expect([Symbol]().candidates(limit: 3).isEmpty)
    }

    private func formats(_ pattern: String) throws -> FormatSet {
        let format = try PlateFormat(country: "xx", name: "one", pattern: pattern)
        return FormatSet(countries: [Country(code: "xx", name: "X", formats: [format])])
    }

    @Test func `where a format asks for it, what may be the plate's edge is a character`() throws {
        let views = [symbols("BC1234"), symbols("BC1234"), symbols("LBC1234")]
        #expect(candidates(views)[0].text == "BC1234")
        #expect(try candidates(views, formats: formats("LLL DDDD")).map(\.text) == ["LBC1234"])
    }

    @Test func `where a format refuses it, what was read beside the plate is none of its characters`() throws {
        let views = [symbols("MABC1234"), symbols("ABC1234"), symbols("MABC12347")]
        #expect(candidates(views).map(\.text).contains("MABC12347"))
        #expect(try candidates(views, formats: formats("LLL DDDD")).map(\.text) == ["ABC1234"])
    }

    @Test func `a view does not speak for one that fits with other characters in between`() throws {
        let read = try candidates(
            [symbols("AB1234"), symbols("AB1234"), symbols("AXB1234")], formats: formats("LLL DDDD"))
        #expect(read.map(\.text) == ["AB1234", "AXB1234"])
    }

    @Test func `the raw text is kept beside the corrected one`() throws {
        let format = try PlateFormat(country: "xx", name: "one", pattern: "LL DD")
        let formats = FormatSet(
            countries: [Country(code: "xx", name: "X", formats: [format])], normalised: ["xx"])
        let read = candidates(
            [[Symbol("A", 0.98), Symbol("B", 0.98), Symbol("O", 0.7), Symbol("1", 0.98)]], formats: formats)
        #expect(read[0].text == "AB01")
        #expect(read[0].raw == "ABO1")
        #expect(read[0].confidence < 0.9)
    }
}
