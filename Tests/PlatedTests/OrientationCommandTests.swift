import ALPR
import Foundation
import TestSupport
import Testing

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
}
