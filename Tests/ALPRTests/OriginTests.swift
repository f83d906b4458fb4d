import ALPR
import Plates
import Testing

/// What an engine that tells the country changes.
@Suite struct OriginTests {
    private func formats() throws -> FormatSet {
        FormatSet(
            evidence: try [("nl", "LLDD"), ("de", "LLLD"), ("at", "LLLD")].map { code, pattern in
                Country(code: code, name: code, formats: [try PlateFormat(country: code, name: code, pattern: pattern)])
            })
    }

    /// `ABO2` or `AB02`: the third character might be either.
    private func reading(
        _ origins: [Origin?], at milliseconds: Int = 0, formats: FormatSet
    ) -> PlateReading {
        let row = TextRow(quad: Quad(Box(x: 100, y: 100, width: 100, height: 20)), characters: 4)
        let symbols = [
            Symbol("A", 0.98), Symbol("B", 0.98), Symbol([.init("O", 0.96), .init("0", 0.95)]), Symbol("2", 0.98),
        ]
        return PlateReading(
            region: Region(rows: [row], score: 1), time: Timestamp(.milliseconds(milliseconds)),
            views: origins.map { ViewReading(symbols, origin: $0) }, formats: formats)
    }

    @Test func `its layouts alone count where the engine is sure of a country`() throws {
        let formats = try formats()
        // Two countries' layouts have a letter there, one a digit.
        #expect(reading([nil], formats: formats).best?.text == "ABO2")
        #expect(reading([.init(country: "nl", confidence: 0.9)], formats: formats).best?.text == "AB02")
        #expect(reading([.init(country: "nl", confidence: 0.5)], formats: formats).best?.text == "ABO2")
        #expect(reading([.init(country: "br", confidence: 0.9)], formats: formats).best?.text == "ABO2")
    }

    @Test func `the surest view tells it`() throws {
        let read = reading(
            [.init(country: "de", confidence: 0.4), nil, .init(country: "nl", confidence: 0.7)], formats: FormatSet())
        #expect(read.origin == .init(country: "nl", confidence: 0.7))
    }

    @Test(arguments: [
        (["nl", "nl", "de"], [0.9, 0.8, 0.9], "nl"), (["nl", "de"], [0.6, 0.6], nil), (["nl", "nl"], [0.3, 0.4], nil),
        ([nil, nil], [0, 0], nil),
    ])
    func `frames that agree on a country make it the plate's`(
        countries: [String?], confidences: [Double], expected: String?
    ) {
        var smoother = Smoother()
        var accepted: [AcceptedPlate] = []
        var settings = Smoother.Settings()
        settings.minimumReads = countries.count
        smoother = Smoother(settings: settings)
        for (index, (country, confidence)) in zip(countries, confidences).enumerated() {
            let origin = country.map { Origin(country: $0, confidence: confidence) }
            let time = Timestamp(.milliseconds(200 * index))
            let read = reading([origin], at: 200 * index, formats: FormatSet())
            accepted += smoother.add([read], at: time).accepted
        }
        #expect(accepted.count == 1)
        #expect(accepted.first?.country == expected)
    }
}
