import ALPR
import Addresses
import Capture
import Foundation
import Testing

@testable import FFmpegCapture

/// Pictures with their colours, in the formats that cameras and files have.
@Suite struct ColourTests {
    /// Red at the left, green in the middle, blue at the right; 96 x 64.
    private static let stripes =
        "-f lavfi -i color=red:size=32x64:rate=25:duration=0.04 -f lavfi -i color=lime:size=32x64:rate=25:duration=0.04"
        + " -f lavfi -i color=blue:size=32x64:rate=25:duration=0.04 -filter_complex hstack=inputs=3"

    private func frame(_ path: String, colour: Bool = true) throws -> Frame {
        var settings = CaptureSettings()
        settings.wantsColour = colour
        return try #require(try FFmpegSource(SourceAddress(path), settings: settings).nextFrame(where: { _ in true }))
    }

    /// Red, green and blue at the middle of each stripe.
    private func colours(_ image: RGBImage, across: Bool = true) -> [[Int]] {
        [16, 48, 80].map { at in
            let (x, y) = across ? (at, 32) : (32, at)
            return [image.red[x, y], image.green[x, y], image.blue[x, y]].map(Int.init)
        }
    }

    private func isNear(_ found: [[Int]], _ expected: [[Int]], by limit: Int) -> Bool {
        zip(found.joined(), expected.joined()).allSatisfy { abs($0 - $1) <= limit }
    }

    private static let pure = [[255, 0, 0], [0, 255, 0], [0, 0, 255]]

    @Test(arguments: [
        ("a.nut", "-c:v rawvideo -pix_fmt yuv420p"), ("b.nut", "-c:v rawvideo -pix_fmt yuyv422"),
        ("c.nut", "-c:v rawvideo -pix_fmt nv12"), ("d.nut", "-c:v rawvideo -pix_fmt yuv444p"),
        ("e.nut", "-c:v rawvideo -pix_fmt rgb24"), ("f.nut", "-c:v rawvideo -pix_fmt yuv420p10le"),
        ("g.nut", "-c:v rawvideo -pix_fmt yuv410p"), ("h.mp4", "-c:v libx264 -pix_fmt yuv420p"),
        ("i.avi", "-c:v mjpeg -pix_fmt yuvj422p -q:v 1"), ("j.png", "-frames:v 1"),
        ("l.jpg", "-frames:v 1 -q:v 1"), ("m.ppm", "-frames:v 1"),
    ])
    func `colours are the same whatever format they came in`(name: String, encoding: String) throws {
        let media = try Media()
        let frame = try frame(media.make(name, Self.stripes, encoding))
        let image = try #require(frame.colour).rgb
        #expect(image.width == 96 && image.height == 64)
        #expect(isNear(colours(image), Self.pure, by: 6), "\(colours(image))")
        #expect(frame.image.width == 96)
    }

    @Test func `high definition that says so has its own weights`() throws {
        let media = try Media()
        let tagged = "-vf scale=out_color_matrix=bt709 -colorspace bt709 -c:v libx264 -pix_fmt yuv420p"
        let stripes = Self.stripes.replacing(
            "-filter_complex hstack=inputs=3", with: "-filter_complex hstack=inputs=3,scale=out_color_matrix=bt709")
        let path = try media.make("hd.mp4", stripes, tagged.replacing("-vf scale=out_color_matrix=bt709 ", with: ""))
        let image = try #require(frame(path).colour).rgb
        #expect(isNear(colours(image), Self.pure, by: 6), "\(colours(image))")
    }

    @Test func `a picture without colours is grey in all three`() throws {
        let media = try Media()
        let frame = try frame(media.make("grey.png", Self.stripes, "-pix_fmt gray -frames:v 1"))
        let image = try #require(frame.colour).rgb
        #expect(image.red == frame.image && image.green == frame.image && image.blue == frame.image)
    }

    @Test func `where nobody asks for colours there are none`() throws {
        let media = try Media()
        #expect(try frame(media.make("a.png", Self.stripes, "-frames:v 1"), colour: false).colour == nil)
    }

    @Test func `a broken JPEG still gives what FFmpeg makes of it`() throws {
        let media = try Media()
        let path = try media.make("cut.jpg", Self.stripes, "-frames:v 1 -q:v 1")
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.prefix(whole.count * 9 / 10).write(to: URL(filePath: path))
        #expect(JPEGColours.decode(Array(whole), width: 96, height: 64) != nil)
        #expect(JPEGColours.decode(Array(whole.prefix(100)), width: 96, height: 64) == nil)
        #expect(JPEGColours.decode(Array(whole), width: 95, height: 64) == nil)
        let image = try #require(frame(path).colour).rgb
        #expect(image.width == 96 && image.red[16, 8] > 240 && image.blue[16, 8] < 15)
    }

    @Test func `a turned recording's colours are turned with it`() throws {
        let media = try Media()
        let plain = try media.make("plain.mp4", Self.stripes, "-c:v libx264 -pix_fmt yuv420p")
        let turned = try media.make("turned.mp4", "-i \(plain)", "-c copy -metadata:s:v:0 rotate=90")
        let frame = try frame(turned)
        let image = try #require(frame.colour).rgb
        #expect(image.width == 64 && image.height == 96 && frame.image.width == 64)
        let found = colours(image, across: false)
        #expect(isNear(found, Self.pure, by: 6) || isNear(found, Self.pure.reversed(), by: 6), "\(found)")
    }
}
