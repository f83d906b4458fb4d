import Foundation
import TestSupport
import Testing

/// Pictures and clips that cannot be read, among others that can.
@Suite struct BrokenPictureTests {
    private let folder: TemporaryFolder
    /// Of a picture with a plate.
    private let whole: Data

    init() throws {
        folder = try TemporaryFolder()
        let png = try PlateClip.make("still.png", in: folder)
        try PlateClip.run("ffmpeg", ["-v", "error", "-nostdin", "-i", png, "-q:v", "2", folder.file("still.jpg")])
        whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("still.jpg")))
    }

    private func figures(_ output: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }

    @Test func `one that is broken does not lose the measurement of a folder`() throws {
        try folder.write(whole, to: "set/\(PlateClip.text).jpg")
        let broken = try folder.write("no picture", to: "set/AA11AA.jpg")
        let cut = try folder.write(whole.prefix(whole.count * 6 / 10), to: "set/BB22BB.jpg")
        let camera = try folder.write(whole, to: "set/IMG_0001.jpg")
        let result = try Program.run("eval", folder.file("set"), "--json")
        #expect(result.status == 65, "\(result)")
        let measured = try figures(result.output)
        #expect(measured["pictures"] as? Int == 1 && measured["exact_match"] as? Double == 1)
        #expect(measured["unmeasured_rows"] as? Int == 3)
        #expect(
            result.errors.contains("opening \(broken): Invalid data") || result.errors.contains("reading \(broken): "))
        #expect(result.errors.contains("reading \(cut): the file ends too soon; it is left out"))
        #expect(result.errors.contains("\(camera): is left out: its name begins with no plate"))
        #expect(!result.errors.contains("\nplated: "), "\(result)")

        let bare = try Program.run("eval", folder.file("set"), "--bare")
        #expect(bare.status == 65 && bare.output.split(separator: "\n").count == 1, "\(bare)")
        #expect(bare.errors.contains("reading \(cut): the file ends too soon; it is left out"))
    }

    @Test func `a clip without a picture is left out, and not one in which nothing was read`() throws {
        _ = try PlateClip.make("clip.mp4", in: folder)
        try folder.write(try withoutPictures("clip.mp4"), to: "zero.mp4")
        let manifest = try folder.write(
            "video,text\nclip.mp4,\(PlateClip.text)\nzero.mp4,AB12CD\n", to: "manifest.csv")
        let result = try Program.run("eval", manifest, "--json")
        #expect(result.status == 65, "\(result)")
        let measured = try figures(result.output)
        #expect(measured["clips"] as? Int == 1 && measured["missed"] as? Int == 0)
        #expect(measured["unmeasured_rows"] as? Int == 1)
        #expect(result.errors.contains("zero.mp4: there is no picture in it that can be decoded; "))
    }

    /// A recording of which all that is left is the list of its pictures.
    private func withoutPictures(_ name: String) throws -> Data {
        var data = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        let start = try #require(data.range(of: Data("mdat".utf8))).upperBound
        let length = data[(start - 8)..<(start - 4)].reduce(0) { $0 << 8 | Int($1) }
        data.replaceSubrange(
            start..<min(data.count, start - 8 + length), with: Data(count: min(data.count - start, length - 8)))
        return data
    }

    @Test func `read tells a picture that ends too soon, and exits with 65, whatever it could read of it`() throws {
        let cut = try folder.write(whole.prefix(whole.count - 8), to: "cut.jpg")
        let result = try Program.run("read", cut, folder.file("still.png"))
        #expect(result.status == 65, "\(result)")
        #expect(result.plates == [PlateClip.text, PlateClip.text])
        #expect(result.errors.contains("reading \(cut): the file ends too soon; what there is was read"), "\(result)")
    }

    @Test func `the help of the log's level names what can be given, once`() throws {
        let help = try Program.run("run", "--help").output.split { $0.isWhitespace }.joined(separator: " ")
        #expect(help.contains("(values: trace, debug, info, notice, warning, error, critical)"), "\(help)")
        #expect(help.components(separatedBy: "debug").count == 2, "\(help)")
    }

    @Test func `a set of which nothing is left to be measured is bad data`() throws {
        let folder = try TemporaryFolder()
        let manifest = try folder.write("image;plate\nx.jpg;AB12CD\n", to: "set.csv")
        let result = try Program.run("eval", manifest)
        #expect(result.status == 65)
        #expect(result.errors.contains("there is no picture or clip in it to be measured"), "\(result.errors)")
    }
}
