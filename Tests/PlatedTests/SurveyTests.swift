import ALPR
import PlateDrawing
import Plates
import TestSupport
import Testing

@testable import plated

/// What `plated probe` says of what its recogniser saw.
@Suite struct SurveyTests {
    private static let size = (width: 320, height: 240)

    private func frame(_ number: Int, _ image: LumaImage? = nil) -> Frame {
        let picture = image ?? LumaImage(width: Self.size.width, height: Self.size.height, filledWith: 120)
        return Frame(image: picture, time: Timestamp(.milliseconds(200 * number)))
    }

    /// A row of characters in a picture of bars, which has steps to measure.
    private func region(_ box: Box) -> Region {
        Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1)
    }

    /// Another one for every number.
    private static func text(_ number: Int) -> String {
        let letters = Array("ABCDEFGHJKLMNPRSTUVWXYZ")
        return String([1, 5, 7, 11].map { letters[(number * $0 + $0) % 23] }) + "\(10 + number * 37 % 90)"
    }

    private func survey(
        _ regions: [Region], texts: [String] = [], settings: Recogniser.Settings = .everyFrame
    ) throws -> Survey {
        try survey(regions, engine: ScriptedEngine(texts), settings: settings)
    }

    private func survey(
        _ regions: [Region], engine: ScriptedEngine, settings: Recogniser.Settings = .everyFrame
    ) throws -> Survey {
        let recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in regions }, engine: engine, settings: settings)
        var survey = Survey(recogniser)
        let bars = LumaImage(width: Self.size.width, height: Self.size.height) { out in
            for i in out.indices { out[i] = i % 12 < 6 ? 30 : 220 }
        }
        for number in 0..<6 { _ = try survey.add(frame(number, bars)) }
        _ = survey.finish()
        return survey
    }

    @Test func `advice rests on the plate's own characters, whatever else is read surely`() throws {
        let plate = Box(x: 100, y: 150, width: 120, height: 20)
        let sign = Box(x: 20, y: 40, width: 70, height: 10)
        // The plate stands out, the sign is pale and reads as another text each time.
        let recogniser = Recogniser(
            localiser: ScriptedLocaliser { [region] _, _ in [region(plate), region(sign)] },
            engine: ScriptedEngine { number, row in
                let text = row.pixels.max() ?? 0 > 200 ? "AB12CD" : Self.text(number)
                return text.map { Symbol($0, 0.98) }
            }, settings: .everyFrame)
        var survey = Survey(recogniser)
        let bars = LumaImage(width: 320, height: 240) { out in
            for i in out.indices { out[i] = i % 12 < 6 ? 60 : i < 320 * 100 ? 120 : 220 }
        }
        for number in 0..<8 { _ = try survey.add(frame(number, bars)) }
        _ = survey.finish()
        let text = SurveyText(survey: survey).text
        #expect(survey.plates.map(\.text) == ["AB12CD"])
        #expect(text.contains("plates       1 read in 8 pictures\n"), "\(text)")
        #expect(text.contains("plate        AB12CD: read "))
        #expect(text.contains("characters 20.0 pixels high, confidence 0.98"))
        #expect(text.contains("advice       plates can be read as it is\n"))
    }

    @Test func `small characters are told`() throws {
        let survey = try survey([region(Box(x: 50, y: 50, width: 70, height: 12))], texts: ["AB12CD"])
        let text = SurveyText(survey: survey).text
        #expect(text.contains("characters 12.0 pixels high"))
        #expect(text.contains("advice       characters are small: 16 pixels or more read better"))
        #expect(!text.contains("as it is"))
    }

    @Test func `each reason that nothing was read has its advice`() throws {
        let box = Box(x: 100, y: 100, width: 80, height: 20)
        var elsewhere = Recogniser.Settings.everyFrame
        elsewhere.roi = RegionOfInterest(x: 0, y: 0, width: 0.2, height: 0.2)
        let cases: [(Survey, reason: String, advice: String)] = [
            (try survey([region(box)], texts: ["AB12CD"], settings: elsewhere), "6 outside_roi", "(roi)"),
            (
                try survey([region(Box(x: 100, y: 100, width: 40, height: 8.5))], texts: []), "6 too_small",
                "its characters are too small"
            ),
            (
                try survey(
                    [region(box)], engine: ScriptedEngine { number, _ in Self.text(number).map { Symbol($0, 0.98) } }),
                "6 no_agreement", "no two pictures show the same"
            ),
            (try survey([], texts: []), "", "characters are probably too small"),
        ]
        for (survey, reason, advice) in cases {
            let text = SurveyText(survey: survey).text
            #expect(text.contains("plates       none read in 6 pictures\n"), "\(text)")
            #expect(reason.isEmpty ? !text.contains("rejected") : text.contains("rejected     \(reason)\n"), "\(text)")
            #expect(
                text.contains("advice       hold a plate where it will be read") && text.contains(advice), "\(text)")
        }
    }

    @Test func `light is measured in the region of interest, and a dark picture whose plates are read is no fault`()
        throws
    {
        let image = LumaImage(width: 320, height: 240) { out in
            for i in out.indices { out[i] = i % 320 < 160 ? 20 : 200 }
        }
        func mean(_ roi: RegionOfInterest) throws -> Double {
            var meter = LightMeter(roi: roi)
            meter.add(image)
            return try #require(meter.mean)
        }
        #expect(try mean(.wholePicture) == 110)
        #expect(try mean(RegionOfInterest(x: 0, y: 0, width: 0.5, height: 1)) == 20)
        // The upper right half: its bounds are the whole picture.
        let triangle = RegionOfInterest(corners: [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1)])
        #expect(try mean(triangle) > 150)

        var dark = Recogniser.Settings.everyFrame
        dark.roi = RegionOfInterest(x: 0, y: 0, width: 0.5, height: 1)
        for (texts, isTold) in [([String](), true), (["AB12CD"], false)] {
            var survey = Survey(
                Recogniser(
                    localiser: ScriptedLocaliser(rowAt: Box(x: 20, y: 100, width: 100, height: 20)),
                    engine: ScriptedEngine(texts), settings: dark))
            for number in 0..<5 { _ = try survey.add(frame(number, image)) }
            let text = SurveyText(survey: survey).text
            #expect(text.contains("light        mean grey 20.0 of 255 in the region of interest\n"))
            #expect(text.contains("the picture is dark") == isTold, "\(text)")
        }
    }

    @Test func `the picture is the one with the plate in it, and shows its box, its text and the region of interest`()
        throws
    {
        var settings = Recogniser.Settings.everyFrame
        settings.roi = RegionOfInterest(x: 0.1, y: 0.1, width: 0.85, height: 0.85)
        let plate = Box(x: 100, y: 120, width: 120, height: 24)
        let recogniser = Recogniser(
            localiser: ScriptedLocaliser { [region] number, _ in number < 10 ? [] : [region(plate)] },
            engine: ScriptedEngine(["AB12CD"]), settings: settings)
        var survey = Survey(recogniser)
        for number in 0..<20 {
            _ = try survey.add(frame(number, LumaImage(width: 320, height: 240, filledWith: UInt8(100 + number))))
        }
        _ = survey.finish()
        let seen = try #require(SeenPicture(of: survey))
        #expect(seen.moment.frame.time >= Timestamp(.seconds(2)))
        let image = seen.image
        func count(_ box: Box, _ isWanted: (_ red: Int, _ green: Int, _ blue: Int) -> Bool) -> Int {
            let part = RGBImage(
                red: image.red.cropped(to: box), green: image.green.cropped(to: box), blue: image.blue.cropped(to: box))
            return part.red.pixels.indices.count {
                isWanted(Int(part.red.pixels[$0]), Int(part.green.pixels[$0]), Int(part.blue.pixels[$0]))
            }
        }
        let region = survey.plates[0].box
        let outline = region.expanded(x: 3, y: 3)
        #expect(count(outline) { red, green, blue in green > red + 80 && green > blue + 80 } > 200)
        #expect(count(region.expanded(x: -4, y: -4)) { red, green, _ in green > red + 20 } == 0)
        // The label above it: black letters on green.
        let label = Box(x: region.x, y: region.y - 16, width: 60, height: 14)
        #expect(count(label) { red, green, _ in green > red + 80 } > 100)
        #expect(count(label) { red, green, blue in red + green + blue < 120 } > 20)
        // The region of interest, along its upper side.
        #expect(count(Box(x: 40, y: 20, width: 240, height: 8)) { red, _, blue in blue > red + 80 } > 240)
    }

    @Test func `lanes are drawn with their names, and the rectangle around them is not`() throws {
        var settings = Recogniser.Settings.everyFrame
        settings.lanes = [
            Lane(name: "in", area: RegionOfInterest(x: 0.1, y: 0.4, width: 0.35, height: 0.5)),
            Lane(name: "out", area: RegionOfInterest(x: 0.55, y: 0.4, width: 0.35, height: 0.5)),
        ]
        let recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in [] }, engine: ScriptedEngine([]), settings: settings)
        var survey = Survey(recogniser)
        _ = try survey.add(frame(0, LumaImage(width: 320, height: 240, filledWith: 100)))
        _ = survey.finish()
        let image = try #require(SeenPicture(of: survey)).image
        func blue(_ x: Int, _ y: Int) -> Bool { image.blue[x, y] > image.red[x, y] + 80 }
        func count(_ box: Box) -> Int {
            let (x0, y0, x1, y1) = box.pixelRange(width: 320, height: 240)
            return (y0..<y1).reduce(0) { sum, y in sum + (x0..<x1).count { blue($0, y) } }
        }
        // The sides of the first lane, and nothing between both, where the rectangle's upper side would be.
        #expect(blue(32, 150) && blue(144, 150) && !blue(160, 96) && !blue(160, 150))
        // The name above its lane.
        #expect(count(Box(x: 32, y: 80, width: 20, height: 14)) > 100)
        #expect(count(Box(x: 176, y: 80, width: 20, height: 14)) > 100)
    }
}
