import Testing

@testable import Plates

/// A country whose patterns are named as they are written.
private func country(_ code: String, _ patterns: String...) throws -> Country {
    var formats: [PlateFormat] = []
    for pattern in patterns { formats.append(try PlateFormat(country: code, name: pattern, pattern: pattern)) }
    return Country(code: code, name: code, formats: formats)
}

/// A text whose symbols are all as sure as that, with nothing else seen.
private func read(_ text: String, _ confidence: Double = 0.9) -> [Symbol] {
    text.map { Symbol($0, confidence) }
}

@Suite struct FormatSetTests {
    @Test func `a set of formats finds the first format that a text fits, of any of its countries`() throws {
        let formats = FormatSet(countries: [try country("xx", "LLDD", "LLXX"), try country("yy", "DDLL")])
        #expect(formats.format(fitting: "AB12")?.name == "LLDD")
        #expect(formats.format(fitting: "ABCD")?.name == "LLXX")
        #expect(formats.format(fitting: "12AB")?.country == "yy")
        #expect(formats.format(fitting: "A1B2") == nil)
    }

    @Test func `a set of formats leaves a text alone that fits, whatever else was seen`() throws {
        let formats = FormatSet(countries: [try country("xx", "LLDD")], normalised: ["xx"])
        let symbols = [
            Symbol([.init("O", 0.4), .init("0", 0.39)]), Symbol("B", 0.3), Symbol("1", 0.4),
            Symbol([.init("2", 0.5), .init("Z", 0.49)]),
        ]
        let meant = formats.interpretation(of: symbols)
        #expect(meant?.text == "OB12")
        #expect(meant?.cost == 0)
        #expect(meant?.format.name == "LLDD")
    }

    @Test
    func `a set of formats replaces a character by the one it is most often confused with where its place asks for it`()
        throws
    {
        let formats = FormatSet(countries: [try country("xx", "LLDD")], normalised: ["xx"])
        let meant = try #require(formats.interpretation(of: read("ABI2")))
        #expect(meant.text == "AB12")
        #expect(meant.format.name == "LLDD")
        #expect(abs(meant.cost - 0.7) < 1e-9)
    }

    @Test
    func `a set of formats replaces nothing in a country that is not normalised, and still lets pass what fits it`()
        throws
    {
        let formats = FormatSet(countries: [try country("xx", "LLDD"), try country("yy", "DDLL")], normalised: ["yy"])
        #expect(formats.interpretation(of: read("ABI2")) == nil)
        #expect(formats.interpretation(of: read("AB12"))?.cost == 0)
        #expect(formats.interpretation(of: read("I2AB"))?.text == "12AB")
    }

    @Test func `a set of formats puts in what the engine nearly read, in any country, and nothing it hardly saw`()
        throws
    {
        let formats = FormatSet(countries: [try country("xx", "LLDD")])
        func read(_ other: Double) -> [Symbol] {
            [Symbol("A", 0.98), Symbol("B", 0.98), Symbol([.init("O", 0.95), .init("0", other)]), Symbol("2", 0.98)]
        }
        #expect(formats.interpretation(of: read(0.7))?.text == "AB02")
        #expect(formats.interpretation(of: read(0.4)) == nil)
        #expect(formats.interpretation(of: read(0)) == nil)
        let twice = read(0.7).dropLast() + [Symbol([.init("Z", 0.95), .init("2", 0.65)])]
        #expect(formats.interpretation(of: Array(twice)) == nil)
    }

    @Test func `a set of formats uses the world's layouts as evidence only, where no country is expected`() throws {
        let formats = FormatSet(evidence: [try country("xx", "LLDD")])
        #expect(formats.isEmpty)
        #expect(formats.format(fitting: "AB12") == nil)
        let nearly = read("AB") + [Symbol([.init("O", 0.95), .init("0", 0.8)])] + read("2")
        #expect(formats.interpretation(of: nearly)?.text == "AB02")
        #expect(formats.interpretation(of: read("ABO2")) == nil)
        let other = FormatSet(countries: [try country("yy", "LLLD")], evidence: [try country("xx", "LLDD")])
        #expect(other.interpretation(of: nearly)?.text == "ABO2")
    }

    @Test func `for who knows how plates are made, the world's layouts tell twins apart and nothing else`() throws {
        let all = FormatSet(evidence: [try country("xx", "LLDD")])
        let twin = read("AB") + [Symbol([.init("O", 0.95), .init("0", 0.8)])] + read("2")
        let other = read("AB") + [Symbol([.init("Z", 0.95), .init("2", 0.9)])] + read("2")
        #expect(all.interpretation(of: twin)?.text == "AB02" && all.interpretation(of: other)?.text == "AB22")
        for twins in [all.settlingTwins, all.settlingTwins.evidence(of: "xx")] {
            #expect(twins.interpretation(of: twin)?.text == "AB02")
            #expect(twins.interpretation(of: other) == nil)
        }
        // What somebody expects is another matter.
        let expected = FormatSet(countries: [try country("xx", "LLDD")])
        #expect(expected.settlingTwins.interpretation(of: other) == expected.interpretation(of: other))
    }

    @Test func `a set of formats takes a personalised plate as it was read, unless a layout fits what was nearly read`()
        throws
    {
        let own = try PlateFormat(country: "xx", name: "own", pattern: "X{2,8}", isPersonalised: true)
        let layout = try PlateFormat(country: "xx", name: "layout", pattern: "LLDD")
        let formats = FormatSet(
            countries: [Country(code: "xx", name: "xx", formats: [own, layout])], normalised: ["xx"])
        #expect(formats.interpretation(of: read("AB12"))?.format.name == "layout")
        #expect(formats.format(fitting: "AB12")?.name == "layout")
        #expect(formats.interpretation(of: read("HELLO"))?.text == "HELLO")
        // O is a likeness of 0, but nobody saw one.
        #expect(formats.interpretation(of: read("ABO2"))?.text == "ABO2")
        let nearly = read("AB") + [Symbol([.init("O", 0.95), .init("0", 0.8)])] + read("2")
        #expect(formats.interpretation(of: nearly)?.text == "AB02")
    }

    @Test func `a set of formats chooses among the normalised countries only`() throws {
        let countries = [try country("xx", "DD"), try country("yy", "LL")]
        #expect(FormatSet(countries: countries, normalised: ["xx"]).interpretation(of: read("O1"))?.text == "01")
        #expect(FormatSet(countries: countries, normalised: ["yy"]).interpretation(of: read("O1"))?.text == "OI")
    }

    @Test func `a set of formats never replaces a symbol that was read surely`() throws {
        let formats = FormatSet(countries: [try country("xx", "LLDD")], normalised: ["xx"])
        let surely = read("AB", 0.999) + [Symbol("I", FormatSet.sure)] + read("2")
        #expect(formats.interpretation(of: surely) == nil)
        let nearly = read("AB", 0.999) + [Symbol("I", FormatSet.sure - 0.001)] + read("2")
        #expect(formats.interpretation(of: nearly)?.text == "AB12")
    }

    @Test func `a set of formats prefers what the engine itself thought possible to what looks alike in general`()
        throws
    {
        let formats = FormatSet(countries: [try country("xx", "LD")], normalised: ["xx"])
        #expect(formats.interpretation(of: read("AB", 0.6))?.text == "A8")
        let seen = [Symbol("A", 0.9), Symbol([.init("B", 0.55), .init("R", 0.45), .init("3", 0.4), .init("8", 0.1)])]
        let meant = try #require(formats.interpretation(of: seen))
        #expect(meant.text == "A3")
        #expect(abs(meant.cost - 0.35) < 1e-9)
    }

    @Test func `a set of formats takes what looks alike where the engine's alternative is far behind`() throws {
        let formats = FormatSet(countries: [try country("xx", "LD")], normalised: ["xx"])
        let seen = [Symbol("A", 0.9), Symbol([.init("B", 0.95), .init("3", 0.02)])]
        #expect(formats.interpretation(of: seen)?.text == "A8")
    }

    @Test func `a set of formats takes the engine's alternative where nothing looks alike`() throws {
        let formats = FormatSet(countries: [try country("xx", "LD")], normalised: ["xx"])
        #expect(formats.interpretation(of: read("AW")) == nil)
        let seen = [Symbol("A", 0.9), Symbol([.init("W", 0.5), .init("4", 0.3)])]
        #expect(formats.interpretation(of: seen)?.text == "A4")
    }

    @Test func `a set of formats replaces two twins but not three`() throws {
        let formats = FormatSet(countries: [try country("xx", "DDDD")], normalised: ["xx"])
        #expect(formats.interpretation(of: read("OI23"))?.text == "0123")
        #expect(formats.interpretation(of: read("OIZ3")) == nil)
    }

    @Test func `a set of formats chooses the format that assumes least, wherever it stands`() throws {
        let symbols = read("O1I")
        for formats in [try country("xx", "DDL", "LLD"), try country("xx", "LLD", "DDL")] {
            let meant = FormatSet(countries: [formats], normalised: ["xx"]).interpretation(of: symbols)
            #expect(meant?.text == "01I")
            #expect(meant?.format.name == "DDL")
        }
    }

    @Test func `a set of formats neither adds nor drops a character`() throws {
        let formats = FormatSet(countries: [try country("xx", "L{1,2}DD")], normalised: ["xx"])
        #expect(formats.interpretation(of: read("AOI"))?.text == "A01")
        #expect(formats.interpretation(of: read("ABOI"))?.text == "AB01")
        #expect(formats.interpretation(of: read("ABCOI")) == nil)
        #expect(formats.interpretation(of: []) == nil)
    }

    @Test func `a set of formats fits nothing where it is empty`() {
        let formats = FormatSet()
        #expect(formats.isEmpty)
        #expect(formats.format(fitting: "AB12") == nil)
        #expect(formats.format(fitting: "") == nil)
        #expect(formats.interpretation(of: read("AB12")) == nil)
        #expect(formats.interpretation(of: []) == nil)
    }

    @Test func `a set of formats is not empty with a country`() throws {
        #expect(!FormatSet(countries: [try country("xx", "LLDD")]).isEmpty)
    }
}
