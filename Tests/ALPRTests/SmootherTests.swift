import ALPR
import Plates
import Testing

/// A reading of `text` at a place and time, as one view that is sure to `confidence`.
func reading(
    _ text: String, at milliseconds: Int, x: Double = 100, y: Double = 100, confidence: Double = 0.98,
    formats: FormatSet = FormatSet()
) -> PlateReading {
    let row = TextRow(quad: Quad(Box(x: x, y: y, width: 100, height: 20)), characters: text.count)
    return PlateReading(
        region: Region(rows: [row], score: 1), time: Timestamp(.milliseconds(milliseconds)),
        views: [ViewReading(text.map { Symbol($0, confidence) })], formats: formats)
}

extension Smoother {
    /// Feeds one reading a frame, 200 ms apart, in one place.
    mutating func feed(_ texts: [String], confidence: Double = 0.98) -> Result {
        var all = Result()
        for (index, text) in texts.enumerated() {
            let time = Timestamp(.milliseconds(200 * index))
            let result = add([reading(text, at: 200 * index, confidence: confidence)], at: time)
            all.accepted += result.accepted
            all.reports += result.reports
        }
        return all
    }
}

/// What a fresh smoother makes of one reading a frame, in one place, until the recording ends.
private func outcome(
    of texts: [String], confidence: Double = 0.98, formats: FormatSet = FormatSet()
) -> Smoother.Result {
    var smoother = Smoother(formats: formats)
    var result = smoother.feed(texts, confidence: confidence)
    let rest = smoother.finish()
    result.accepted += rest.accepted
    result.reports += rest.reports
    return result
}

private func accepted(_ texts: [String], confidence: Double = 0.98) -> [String] {
    outcome(of: texts, confidence: confidence).accepted.map(\.text)
}

@Suite struct SmootherTests {
    @Test func `one frame is never enough`() {
        #expect(accepted(["AB12CD"]).isEmpty)
    }

    @Test func `frames that all say the same long text need less weight, and one other text takes that away`() {
        // Each counts 0.35: three are 1.05 of the 1.2 that are needed.
        #expect(accepted(["AB12CD", "AB12CD"], confidence: 0.915).isEmpty)
        #expect(accepted(["AB12CD", "AB12CD", "AB12CD"], confidence: 0.915) == ["AB12CD"])
        #expect(accepted(["AB12C", "AB12C", "AB12C"], confidence: 0.915).isEmpty)
        #expect(accepted(["AB12CD", "AB12CX", "AB12CD", "AB12CD"], confidence: 0.915).isEmpty)
        // 0.25 each: three are too little.
        #expect(accepted(["AB12CD", "AB12CD", "AB12CD"], confidence: 0.905).isEmpty)
    }

    @Test func `two agreeing frames are accepted once, with what was seen`() throws {
        let result = outcome(of: ["AB12CD", "AB12CD", "AB12CD", "AB12CD"])
        let plate = try #require(result.accepted.first)
        #expect(result.accepted.count == 1)
        #expect(plate.text == "AB12CD")
        #expect(plate.reads == 2)
        #expect(plate.framesSeen == 2)
        #expect(plate.firstSeen == Timestamp(.zero))
        #expect(plate.lastSeen == Timestamp(.milliseconds(200)))
        #expect(plate.confidence > 0.9)
    }

    @Test func `a runner-up too close behind keeps a track waiting until the lead is clear`() {
        #expect(accepted(["AB12CD", "AB12CO", "AB12CD"]).isEmpty)
        #expect(accepted(["AB12CD", "AB12CO", "AB12CD", "AB12CD"]) == ["AB12CD"])
        #expect(accepted(["AB12CD", "AB12CO", "AB12CO", "AB12CD"]).isEmpty)
    }

    @Test func `unsure readings must be many`() {
        #expect(accepted(["AB12CD", "AB12CD"], confidence: 0.9).isEmpty)
        #expect(accepted(Array(repeating: "AB12CD", count: 8), confidence: 0.9) == ["AB12CD"])
    }

    @Test func `three frames with one different slip each agree character by character`() {
        #expect(accepted(["XB12CD", "AB72CD", "AB12CE"]) == ["AB12CD"])
    }

    @Test func `frames that lack a character or have one too many agree character by character, too`() {
        #expect(accepted(["AB12CD", "B12CD", "AB12CDI"]) == ["AB12CD"])
        #expect(accepted(["AB12CDX", "B12CDX", "AB12CD"]) == ["AB12CDX"])
        #expect(accepted(["AB12CD", "UAB12CD", "AB72CD"]) == ["AB12CD"])
    }

    @Test func `what no frame agrees on is kept with question marks, and not accepted`() throws {
        let result = outcome(of: ["AB12CD", "AB17CD", "AB1XCD", "AB14CE"])
        #expect(result.accepted.isEmpty)
        let last = try #require(result.reports.last)
        #expect(last.candidates.last?.text == "AB1?CD")
        #expect(last.outcome == .rejected(.noAgreement))
        #expect(result.reports.count { $0.candidates.contains { $0.text.contains("?") } } == 1)
    }

    @Test func `a text that leads many scattered ones without a majority is not agreed on`() {
        let texts = ["AB12CD", "XY34ZK", "AB12CD", "PQ56RS", "AB12CD", "QW78TY", "NM90VB"]
        var smoother = Smoother()
        var accepted = 0
        for (index, text) in texts.enumerated() {
            // Views that disagree: two thirds of each frame say something else.
            let row = TextRow(quad: Quad(Box(x: 100, y: 100, width: 100, height: 20)), characters: 6)
            let views = [text, "AB1\(index)ZZ", "AB12C\(index)"].map { $0.map { Symbol($0, 0.98) } }
            let time = Timestamp(.milliseconds(200 * index))
            let reading = PlateReading(
                region: Region(rows: [row], score: 1), time: time, views: views.map { ViewReading($0) },
                formats: FormatSet())
            accepted += smoother.add([reading], at: time).accepted.count
        }
        #expect(accepted == 0)
    }

    @Test func `two cars at once are two tracks`() {
        var smoother = Smoother()
        var accepted: [String] = []
        for index in 0..<3 {
            let time = 200 * index
            let result = smoother.add(
                [reading("AB12CD", at: time, x: 100), reading("ZZ99XY", at: time, x: 600)],
                at: Timestamp(.milliseconds(time)))
            accepted += result.accepted.map(\.text)
        }
        #expect(accepted.sorted() == ["AB12CD", "ZZ99XY"])
    }

    @Test func `the next car in the same place is a new track`() {
        let result = outcome(of: ["AB12CD", "AB12CD", "AB12CD", "XY98ZK", "XY98ZK"])
        #expect(result.accepted.map(\.text) == ["AB12CD", "XY98ZK"])
        #expect(Set(result.accepted.map(\.track)).count == 2)
    }

    @Test func `a plate that moves by its own width a frame is one track`() {
        var smoother = Smoother()
        var tracks: Set<Int> = []
        for index in 0..<6 {
            let result = smoother.add(
                [reading("AB12CD", at: 200 * index, x: 100 + 110 * Double(index))],
                at: Timestamp(.milliseconds(200 * index)))
            tracks.formUnion(result.reports.compactMap(\.track))
        }
        #expect(tracks.count == 1)
    }

    @Test func `every reading ends with exactly one outcome`() {
        let texts = ["AB12CD", "AB12CO", "AB12CD", "AB12CD", "ZZ88ZZ", "AB12C0", "QQ11QQ", "AB12CD"]
        let reports = outcome(of: texts).reports
        #expect(reports.count == texts.count)
        #expect(reports.count { $0.outcome == .accepted } == 3)
    }

    @Test func `readings that never agree are reported as such when their track ends`() {
        var smoother = Smoother()
        var reports = smoother.feed(["AB12CD", "AB12CO"]).reports
        #expect(reports.isEmpty)
        reports = smoother.add([], at: Timestamp(.seconds(3))).reports
        #expect(reports.map(\.outcome) == [.rejected(.noAgreement), .rejected(.noAgreement)])
    }

    @Test func `a plate from elsewhere is believed when it is read surely, in one frame more, and not in part`() throws
    {
        let format = try PlateFormat(country: "xx", name: "one", pattern: "LL-DDD-LL")
        func plates(_ texts: [String], confidence: Double = 0.98, isStrict: Bool = false) -> [String] {
            let country = Country(code: "xx", name: "X", formats: [format])
            return outcome(
                of: texts, confidence: confidence, formats: FormatSet(countries: [country], isStrict: isStrict)
            ).accepted.map(\.text)
        }
        #expect(plates(["1ABC234", "1ABC234", "1ABC234"]) == ["1ABC234"])
        #expect(plates(["1ABC234", "1ABC234"]).isEmpty)
        #expect(plates(["1ABC234", "1ABC234", "1ABC234"], confidence: 0.95).isEmpty)
        #expect(plates(["1ABC234", "1ABC234", "1ABC234"], isStrict: true).isEmpty)
        // The end or the beginning of one that is expected, and words or numbers alone.
        for text in ["AB123C", "B123CD", "AB123", "123CD", "SALVADOR", "123456"] {
            #expect(plates([text, text, text, text]).isEmpty, "\(text)")
        }
        #expect(plates(["AB123CD", "AB123CD"]) == ["AB123CD"])
    }

    @Test func `what agrees but fits no configured format is rejected for that`() throws {
        let format = try PlateFormat(country: "xx", name: "one", pattern: "LL-DDD-L")
        let formats = FormatSet(countries: [Country(code: "xx", name: "X", formats: [format])])
        let refused = outcome(of: ["AB12CD", "AB12CD", "AB12CD"], formats: formats)
        #expect(refused.accepted.isEmpty)
        #expect(refused.reports.map(\.outcome) == Array(repeating: .rejected(.format), count: 3))
        let plate = try #require(outcome(of: ["AB123D", "AB123D"], formats: formats).accepted.first)
        #expect(plate.format?.name == "one")
    }

    @Test func `readings older than the window no longer count`() {
        var smoother = Smoother(settings: .init(window: .milliseconds(500), close: .seconds(10)))
        var accepted = 0
        for (time, text) in [(0, "AB12CD"), (400, "AB12CX"), (1000, "AB12CD")] {
            accepted += smoother.add([reading(text, at: time)], at: Timestamp(.milliseconds(time))).accepted.count
        }
        #expect(accepted == 0)
    }

    @Test func `an hour of traffic holds no memory of tracks that ended`() {
        var smoother = Smoother()
        var accepted = 0
        for index in 0..<18_000 {
            // A car every ten seconds, seen for one second.
            let phase = index % 50
            let number = index / 50
            let text = "AB\(1000 + number)"
            let readings = phase < 5 ? [reading(text, at: 200 * index)] : []
            accepted += smoother.add(readings, at: Timestamp(.milliseconds(200 * index))).accepted.count
        }
        #expect(accepted == 360)
    }
}
