import ALPR
import Foundation
import Plates
import TestSupport
import Testing

@testable import plated

/// A camera that hangs, looks into a mirror, or lies on its side.
@Suite struct OrientationCommandTests {
    private static let filters: [(Orientation, String)] = [
        (.upsideDown, "hflip,vflip"), (.mirrored, "hflip"), (.mirroredUpsideDown, "vflip"),
        (.turnedLeft, "transpose=2"), (.turnedRight, "transpose=1"),
    ]

    /// None of its characters is another one when it is turned or mirrored: K, X, 3, B and D look the same with top and bottom swapped.
    private static let (plate, text) = ("FG 47 PRL", "FG47PRL")

    private func turned(_ clip: String, _ filter: String, in folder: TemporaryFolder, to name: String) throws -> String
    {
        try PlateClip.run("ffmpeg", ["-v", "error", "-i", clip, "-vf", filter, folder.file(name)])
        return folder.file(name)
    }

    /// Of the first event.
    private func box(_ result: Program.Result) throws -> [Int] {
        let line = try #require(result.output.split(separator: "\n").first)
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        return try #require(object["box"] as? [Int])
    }

    @Test(arguments: filters)
    func `probe says how the picture lies, and so set, run, read and probe read it`(
        orientation: Orientation, filter: String
    ) throws {
        let folder = try TemporaryFolder()
        let upright = try PlateClip.make("upright.mp4", in: folder, plate: Self.plate)
        let clip = try turned(upright, filter, in: folder, to: "turned.mp4")
        let advice = "set source.orientation: \(orientation.rawValue)\n"
        let before = try Program.run("probe", clip)
        #expect(before.status == 0)
        #expect(before.output.contains(advice), "\(before.output)")
        #expect(!before.output.contains("as it is"))

        let config = try folder.write("source: {orientation: \(orientation.rawValue)}\n", to: "gate.yaml")
        let after = try Program.run("probe", "-c", config, clip)
        #expect(after.output.contains("plate        \(Self.text): read "), "\(after.output)")
        #expect(!after.output.contains("source.orientation"))
        let run = try Program.run("run", "-c", config, clip)
        #expect(run.plates == [Self.text])
        #expect(try Program.run("read", "-c", config, clip).plates == [Self.text])
        // In the upright picture, give or take what compression does.
        let expected = try box(Program.run("run", upright))
        #expect(zip(try box(run), expected).allSatisfy { abs($0 - $1) <= 6 }, "\(run.output)")
    }

    @Test func `an upright picture is left as it is, and one set wrongly is told`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, plate: Self.plate)
        #expect(try !Program.run("probe", clip).output.contains("source.orientation"))
        let config = try folder.write("source: {orientation: upside_down}\nroi: [0, 0, 1, 0.6]\n", to: "gate.yaml")
        let probe = try Program.run("probe", "-c", config, clip)
        #expect(probe.output.contains("set source.orientation: upright\n"), "\(probe.output)")
    }

    /// A plate that is read in turn at these places: how far down, and how high its characters are.
    private func readings(_ places: (down: Double, height: Double)...) -> OrientationReadings {
        OrientationReadings(
            places.map { place in
                let box = Box(x: 50, y: place.down, width: 6 * place.height, height: place.height)
                let region = Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1)
                let view = ViewReading("383SIS7".map { Symbol($0, 0.97) })
                return PlateReading(region: region, time: Timestamp(.zero), views: [view], formats: FormatSet())
            })
    }

    @Test func `a plate that grows as it moves up tells that the picture may be upside down, and no other does`() {
        #expect(readings((300, 14), (250, 18), (200, 25)).growUpwards)
        #expect(!readings((200, 14), (250, 18), (300, 25)).growUpwards)
        // It hardly grew, or hardly moved.
        #expect(!readings((300, 20), (200, 22)).growUpwards)
        #expect(!readings((300, 14), (290, 25)).growUpwards)
        #expect(!readings().growUpwards)
    }

    @Test func `what stands at the very same place in several pictures tells nothing`() {
        #expect(readings((300, 20), (300.5, 20), (300, 20)).weight == 0)
        #expect(readings((300, 20)).weight > 0.5)
        #expect(readings((300, 20), (304, 20)).weight > 1)
    }

    @Test func `what may lie another way is said with what would be read then`() throws {
        var survey = Survey(
            Recogniser(
                localiser: ScriptedLocaliser { _, _ in [] }, engine: ScriptedEngine([]), settings: .everyFrame))
        _ = try survey.add(Frame(image: LumaImage(width: 32, height: 32), time: Timestamp(.zero)))
        let text = SurveyText(survey: survey, orientation: .perhaps(.upsideDown, text: "LS15EBC")).text
        #expect(text.contains("LS15EBC is read as surely; if that is right, set source.orientation: upside_down"))
        #expect(!text.contains("as it is"))
    }
}
