import ALPR
import PlateDrawing
import Plates
import TestSupport
import Testing

@Suite struct RecogniserTests {
    private static let box = Box(x: 100, y: 100, width: 120, height: 24)

    private func frame(_ number: Int) -> Frame {
        Frame(image: LumaImage(width: 640, height: 480), time: Timestamp(.milliseconds(200 * number)))
    }

    private func region(_ box: Box, score: Double = 1) -> Region {
        Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: score)
    }

    /// What a recogniser makes of so many frames in which the same regions are found.
    private func outcome(
        of regions: [Region], texts: [String] = ["AB12CD"], frames: Int = 4, settings: Recogniser.Settings = .everyFrame
    ) throws -> Recognition {
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in regions }, engine: ScriptedEngine(texts), settings: settings)
        return try recogniser.outcome(ofFrames: frames)
    }

    private func reasons(_ recognition: Recognition) -> Set<Rejection> {
        Set(
            recognition.reports.compactMap { report in
                if case .rejected(let reason) = report.outcome { reason } else { nil }
            })
    }

    @Test func `a plate is accepted once and its further readings say so`() throws {
        let recognition = try outcome(of: [region(Self.box)])
        #expect(recognition.accepted.map(\.text) == ["AB12CD"])
        #expect(recognition.reports.count == 4)
        #expect(recognition.reports.count { $0.outcome == .accepted } == 2)
        #expect(reasons(recognition) == [.reported])
    }

    @Test(arguments: [("ABC1234", ["ABC1234"]), ("XBC12345", [])])
    func `where formats ask for more characters a wider cut is read, and counts if it fits`(
        wide: String, accepted: [String]
    ) throws {
        let format = try PlateFormat(country: "xx", name: "one", pattern: "LLL DDDD")
        var settings = Recogniser.Settings().forStills
        settings.formats = FormatSet(countries: [Country(code: "xx", name: "X", formats: [format])])
        let engine = ScriptedEngine(["BC1234", "BC1234", "BC1234", wide])
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in [region(Self.box)] }, engine: engine, settings: settings)
        var recognition = try recogniser.recognise(frame(0))
        recognition.reports += recogniser.finish().reports
        #expect(recognition.accepted.map(\.text) == accepted)
        #expect(engine.calls == 4)
        let best = try #require(recognition.reports.first?.candidates.first)
        #expect(best.text == accepted.first ?? "BC1234")
        #expect(abs(best.confidence - 0.98) < 1e-9)
    }

    @Test(arguments: [["BC1234"], ["ABC1234"]])
    func `a text that no format has more characters than is not read again`(texts: [String]) throws {
        let pattern = texts == ["BC1234"] ? "L DDDD" : "LLL DDDD"
        let format = try PlateFormat(country: "xx", name: "one", pattern: pattern)
        var settings = Recogniser.Settings().forStills
        settings.formats = FormatSet(countries: [Country(code: "xx", name: "X", formats: [format])])
        let engine = ScriptedEngine(texts)
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in [region(Self.box)] }, engine: engine, settings: settings)
        _ = try recogniser.recognise(frame(0))
        #expect(engine.calls == 3)
    }

    @Test func `a car that creeps into a still picture is read within a second of being all there`() throws {
        // One pixel a frame to the right, behind a wall that ends at 150, in front of a camera that sees nothing else.
        let plate = RenderedPlate("KX 73 PRD", characterHeight: 20).image()
        let localiser = RowLocaliser()
        var recogniser = Recogniser(localiser: localiser, engine: ScriptedEngine(["KX73PRD"]))
        var acceptedAt: Int?
        let complete = 150
        for number in 0..<200 where acceptedAt == nil {
            var image = LumaImage(width: 480, height: 160, filledWith: 90)
            for y in 0..<plate.height {
                for x in 0..<plate.width where 150 + number - complete + x >= 150 && 150 + number - complete + x < 480 {
                    image[150 + number - complete + x, 60 + y] = plate[x, y]
                }
            }
            let frame = Frame(image: image, time: Timestamp(.milliseconds(200 * number)))
            if try !recogniser.recognise(frame).accepted.isEmpty { acceptedAt = number }
        }
        let when = try #require(acceptedAt)
        #expect(when < complete + 5)
    }

    @Test func `a still picture is looked at every two seconds only, and a parked car is reported once`() throws {
        let plate = RenderedPlate("KX 73 PRD", characterHeight: 20).image()
        var image = LumaImage(width: 480, height: 160, filledWith: 90)
        for y in 0..<plate.height { for x in 0..<plate.width { image[150 + x, 60 + y] = plate[x, y] } }
        var recogniser = Recogniser(localiser: RowLocaliser(), engine: ScriptedEngine(["KX73PRD"]))
        var accepted = 0
        var still = 0
        // A minute, with a cooldown of five.
        for number in 0..<300 {
            let recognition = try recogniser.recognise(
                Frame(image: image, time: Timestamp(.milliseconds(200 * number))))
            accepted += recognition.accepted.count
            still += recognition.isStill ? 1 : 0
        }
        #expect(accepted == 1)
        #expect(still > 260)
    }

    @Test(arguments: [(20, 0, 1), (100, 0, 1), (20, 60, 1), (100, 60, 2)])
    func `a car that vanishes is the same where it stood, and elsewhere for as long as the cooldown says`(
        away: Int, aside: Int, events: Int
    ) throws {
        let plate = RenderedPlate("KX 73 PRD", characterHeight: 20).image()
        let empty = LumaImage(width: 480, height: 160, filledWith: 90)
        func shown(at left: Int) -> LumaImage {
            var shown = empty
            for y in 0..<plate.height { for x in 0..<plate.width { shown[left + x, 60 + y] = plate[x, y] } }
            return shown
        }
        var settings = Recogniser.Settings()
        settings.cooldown = .seconds(5)
        var recogniser = Recogniser(localiser: RowLocaliser(), engine: ScriptedEngine(["KX73PRD"]), settings: settings)
        var accepted = 0
        // It stands there for two seconds, twice; out of sight for a moment it is the same car.
        for number in 0..<20 + away {
            let image =
                number < 10 ? shown(at: 150) : number >= 10 + away ? shown(at: 150 + aside) : empty
            accepted += try recogniser.recognise(Frame(image: image, time: Timestamp(.milliseconds(200 * number))))
                .accepted.count
        }
        #expect(accepted == events)
    }

    @Test func `a parked plate that the edge of the changed part cuts is not read in part`() throws {
        // What moves is at the left; a plate that stands still reaches over the right edge of what is looked at.
        let engine = ScriptedEngine(["12CD"])
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, image in
                guard image.width < 640 else { return [] }
                let part = Box(x: Double(image.width) - 60, y: 60, width: 60, height: 20)
                return [Region(rows: [TextRow(quad: Quad(part), characters: 4)], score: 1)]
            }, engine: engine)
        var picture = LumaImage(width: 640, height: 480, filledWith: 90)
        _ = try recogniser.recognise(Frame(image: picture, time: Timestamp(.zero)))
        for y in 32..<64 { for x in 32..<64 { picture[x, y] = 220 } }
        let recognition = try recogniser.recognise(Frame(image: picture, time: Timestamp(.milliseconds(200))))
        #expect(recognition.reports.map(\.outcome) == [.rejected(.cutOff)])
        #expect(engine.calls == 0)
    }

    @Test func `what lies outside the region of interest is not read`() throws {
        var settings = Recogniser.Settings.everyFrame
        settings.roi = RegionOfInterest(corners: [Point(x: 0.9, y: 0), Point(x: 1, y: 0), Point(x: 0.5, y: 1)])
        let recognition = try outcome(of: [region(Self.box)], settings: settings)
        #expect(recognition.accepted.isEmpty)
        #expect(!recognition.reports.isEmpty)
        // The localiser sees the bounding box only; what it finds there is in pixels of the whole picture again.
        #expect(recognition.reports.allSatisfy { $0.box.x > 320 })
    }

    @Test func `characters at the picture's edge are cut off, low ones too small`() throws {
        let edge = Box(x: 0, y: 100, width: 120, height: 24)
        #expect(reasons(try outcome(of: [region(edge)])) == [.cutOff])
        let low = Box(x: 100, y: 100, width: 50, height: 7)
        #expect(reasons(try outcome(of: [region(low)])) == [.tooSmall])
        var relative = Recogniser.Settings.everyFrame
        relative.minimumRelativeTextHeight = 0.1
        #expect(reasons(try outcome(of: [region(Self.box)], settings: relative)) == [.tooSmall])
    }

    @Test(arguments: [
        ("", Rejection.unread), ("AB", .length), ("ABCDEFGHIJKLM", .length), ("SPECIAL", .implausible),
        ("O2O6I5", .implausible),
    ])
    func `what cannot be a plate is rejected for it`(text: String, reason: Rejection) throws {
        let recognition = try outcome(of: [region(Self.box)], texts: [text], frames: 1)
        #expect(recognition.accepted.isEmpty)
        #expect(reasons(recognition) == [reason])
    }

    @Test func `a place that never reads like a plate is looked at less and less often`() throws {
        let engine = ScriptedEngine(["SPECIAL"])
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Self.box), engine: engine, settings: .everyFrame)
        var reports = 0
        for number in 0..<100 { reports += try recogniser.recognise(frame(number)).reports.count }
        #expect(reports == 100)
        // Twenty seconds: once at 0, 0.4, 1.0, 2.0, then every two seconds.
        #expect(engine.calls < 20)
        #expect(engine.calls > 8)
    }

    @Test func `only so many places are read in a frame, and the rest is told`() throws {
        let regions = (0..<6).map { region(Box(x: 20 + 100 * Double($0), y: 100, width: 80, height: 20)) }
        let recognition = try outcome(of: regions, texts: ["SPECIAL"], frames: 1)
        #expect(recognition.reports.count == 6)
        #expect(recognition.reports.count { $0.outcome == .rejected(.surplus) } == 3)
    }

    @Test func `of two plates only the larger is wanted at a gate`() throws {
        var settings = Recogniser.Settings.everyFrame
        settings.selection = .largest
        let large = Box(x: 300, y: 200, width: 200, height: 40)
        let recognition = try outcome(of: [region(Self.box), region(large)], settings: settings)
        #expect(recognition.accepted.map(\.box) == [region(large).box])
        #expect(reasons(recognition).contains(.notLargest))
    }

    @Test func `one place is counted once a frame`() throws {
        let nearly = Box(x: 104, y: 101, width: 116, height: 24)
        let recognition = try outcome(of: [region(Self.box), region(nearly)])
        #expect(recognition.accepted.count == 1)
        #expect(reasons(recognition).contains(.overlap))
    }

    @Test func `a plate that comes back within the cooldown is not reported again`() throws {
        let found = [region(Self.box)]
        // Seen for a second, away for ten, seen again.
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { call, _ in call < 5 || call >= 55 ? found : [] },
            engine: ScriptedEngine(["AB12CD"]), settings: .everyFrame)
        var accepted = 0
        var reports: [CandidateReport] = []
        for number in 0..<60 {
            let recognition = try recogniser.recognise(frame(number))
            accepted += recognition.accepted.count
            reports += recognition.reports
        }
        #expect(accepted == 1)
        #expect(reports.contains { $0.outcome == .rejected(.cooldown) })
    }

    @Test func `a single picture is enough for stills`() throws {
        let recognition = try outcome(of: [region(Self.box)], frames: 1, settings: Recogniser.Settings().forStills)
        #expect(recognition.accepted.map(\.text) == ["AB12CD"])
    }

    private func carPark(_ places: Int) -> [Region] {
        (0..<places).map { region(Box(x: 4 + 90 * Double($0 % 7), y: 4 + 40 * Double($0 / 7), width: 70, height: 16)) }
    }

    @Test(arguments: [5, 6, 7, 30]) func `all plates of a single picture are read, however many it shows`(plates: Int)
        throws
    {
        // Three views of each place.
        let engine = ScriptedEngine { call, _ in "AB\(1000 + call / 3)".map { Symbol($0, 0.98) } }
        let found = carPark(plates)
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in found }, engine: engine, settings: Recogniser.Settings().forStills)
        let recognition = try recogniser.outcome(ofFrames: 1)
        #expect(Set(recognition.accepted.map(\.text)) == Set((0..<plates).map { "AB\(1000 + $0)" }))
        #expect(!reasons(recognition).contains(.surplus))
    }

    @Test func `where most places of a single picture are no plates, the rest is not read`() throws {
        // One view of each of six places, and two more of the two that have a text.
        let engine = ScriptedEngine { call, _ in
            let place = call < 6 ? call : (call - 6) / 2
            return place < 2 ? "AB\(1000 + place)".map { Symbol($0, 0.98) } : []
        }
        let found = carPark(30)
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in found }, engine: engine, settings: Recogniser.Settings().forStills)
        let recognition = try recogniser.outcome(ofFrames: 1)
        #expect(recognition.accepted.count == 2 && engine.calls == 10)
        #expect(recognition.reports.count { $0.outcome == .rejected(.surplus) } == 24)
    }

    @Test func `an hour of a busy street is a matter of moments`() throws {
        // A car every four seconds, another plate each; the localiser is asked five times a second.
        let found = [region(Self.box)]
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { call, _ in call % 20 < 5 ? found : [] },
            engine: ScriptedEngine { call, _ in
                // Five frames a car: one view, three views, and one more when the track has rested.
                "AB\(1000 + call / 5)".map { Symbol($0, 0.98) }
            }, settings: .everyFrame)
        var accepted = 0
        for number in 0..<18_000 { accepted += try recogniser.recognise(frame(number)).accepted.count }
        #expect(accepted == 900)
    }
}
