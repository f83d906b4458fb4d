import ALPR
import Addresses
import Capture
import Foundation
import Testing

@testable import FFmpegCapture

/// What the encoders write is what another reader sees: libjpeg, or FFmpeg's own decoders.
@Suite struct PictureFileTests {
    /// A red, a green, a blue and a white field on a slope of greys, with an odd width and height.
    private static let picture: RGBImage = {
        func plane(_ channel: Int) -> LumaImage {
            LumaImage(width: 97, height: 65) { out in
                for y in 0..<65 {
                    for x in 0..<97 {
                        let field = y < 32 && x < 96 ? x / 24 : -1
                        out[y * 97 + x] =
                            field == 3 || field == channel ? 250 : field >= 0 ? 5 : UInt8(40 + x + y / 2)
                    }
                }
            }
        }
        return RGBImage(red: plane(0), green: plane(1), blue: plane(2))
    }()

    private func mean(_ a: LumaImage, _ b: LumaImage) -> Double {
        let sum = zip(a.pixels, b.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(1, a.pixels.count))
    }

    /// Mean difference of a colour's grey level.
    private func difference(_ a: RGBImage, _ b: RGBImage) -> Double {
        max(mean(a.red, b.red), mean(a.green, b.green), mean(a.blue, b.blue))
    }

    private func decoded(_ bytes: [UInt8], _ name: String) throws -> Frame {
        let media = try Media()
        var settings = CaptureSettings()
        settings.wantsColour = true
        let source = try FFmpegSource(
            SourceAddress(media.write(.init(bytes), to: name)), settings: settings)
        return try #require(try source.nextFrame(where: { _ in true }))
    }

    @Test func `a JPEG shows the picture's colours to libjpeg`() throws {
        let bytes = try JPEGEncoder(quality: 90).bytes(of: Self.picture)
        let read = try #require(JPEGColours.decode(bytes, width: 97, height: 65))
        #expect(difference(read, Self.picture) < 4)
        for (x, expected) in [(12, [250, 5, 5]), (36, [5, 250, 5]), (60, [5, 5, 250]), (84, [250, 250, 250])] {
            let found = [read.red[x, 16], read.green[x, 16], read.blue[x, 16]].map(Int.init)
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 8 }, "\(found)")
        }
    }

    @Test func `a grey JPEG is as light as the picture, from 0 to 255`() throws {
        let slope = LumaImage(width: 256, height: 16) { out in
            for i in 0..<out.count { out[i] = UInt8(i % 256) }
        }
        let read = try decoded(JPEGEncoder(quality: 95).bytes(of: slope), "grey.jpg")
        #expect(mean(read.image, slope) < 1.5)
        #expect(try #require(read.colour).rgb.red == #require(read.colour).rgb.blue)
    }

    @Test func `better JPEGs are larger and nearer to the picture`() throws {
        var before: (size: Int, difference: Double)?
        for quality in [10, 50, 75, 95] {
            let bytes = try JPEGEncoder(quality: quality).bytes(of: Self.picture)
            let read = try #require(JPEGColours.decode(bytes, width: 97, height: 65))
            let now = (size: bytes.count, difference: difference(read, Self.picture))
            if let before {
                #expect(now.size > before.size)
                #expect(now.difference < before.difference)
            }
            before = now
        }
    }

    @Test(arguments: [1, 2, 3, 5, 7, 8, 9, 15, 17])
    func `pictures of any size can be written`(side: Int) throws {
        let image = LumaImage(width: side, height: 18 - side, filledWith: 100)
        let read = try decoded(JPEGEncoder().bytes(of: image), "small.jpg").image
        #expect(read.width == side && read.height == 18 - side)
        #expect(mean(read, image) < 2)
    }

    @Test func `the same picture makes the same bytes, without a word of who made them`() throws {
        let bytes = try JPEGEncoder().bytes(of: Self.picture)
        #expect(try bytes == JPEGEncoder().bytes(of: Self.picture))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("Lavc"))
    }

    @Test func `a PNG is the picture, to the bit`() throws {
        let read = try decoded(PictureEncoder.png(Self.picture), "colour.png")
        #expect(try #require(read.colour).rgb == Self.picture)
        let grey = try decoded(PictureEncoder.png(Self.picture.red), "grey.png")
        #expect(grey.image == Self.picture.red)
    }

    @Test func `an empty picture makes no JPEG`() {
        #expect(throws: CaptureError.self) { try JPEGEncoder().bytes(of: LumaImage(width: 0, height: 0)) }
    }

    @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
    func `video is written as a JPEG with the colours it has, without the way through red, green and blue`(
        isFullRange: Bool, isHighDefinition: Bool
    ) throws {
        // Odd in both directions, with all that colours can do to each other.
        let (low, high) = isFullRange ? (0, 255) : (16, 235)
        func plane(_ width: Int, _ height: Int, _ value: (Int, Int) -> Int) -> LumaImage {
            LumaImage(width: width, height: height) { out in
                for y in 0..<height { for x in 0..<width { out[y * width + x] = UInt8(value(x, y)) } }
            }
        }
        let luma = plane(97, 65) { x, y in min(high, max(low, 60 + x + y / 3)) }
        let blue = plane(49, 33) { x, _ in 100 + x }
        let red = plane(49, 33) { x, y in 150 - x + y / 2 }
        let video = ColourImage(
            luma: luma, chroma: .init(blue: blue, red: red, isHalfWide: true, isHalfHigh: true),
            encoding: .init(isFullRange: isFullRange, isHighDefinition: isHighDefinition))
        let (direct, by) = (JPEGPlanes(of: video), JPEGPlanes(of: video.rgb))
        #expect(mean(direct.luma, by.luma) < 1 && mean(direct.blue, by.blue) < 1 && mean(direct.red, by.red) < 1)
        if isFullRange && !isHighDefinition { #expect(direct.luma == luma && direct.blue == blue) }
        let bytes = try JPEGEncoder(quality: 95).bytes(of: video)
        let read = try #require(JPEGColours.decode(bytes, width: 97, height: 65))
        #expect(difference(read, video.rgb) < 4)
    }

    @Test func `a part of a video and a grey picture are written, too`() throws {
        let grey = ColourImage(grey: LumaImage(width: 33, height: 9, filledWith: 77))
        let bytes = try JPEGEncoder(quality: 90).bytes(of: grey)
        #expect(try decoded(bytes, "grey.jpg").image.pixels.allSatisfy { abs(Int($0) - 77) <= 1 })
        let wide = ColourImage(Self.picture).part(Box(x: 0, y: 0, width: 24, height: 32))
        let frame = try decoded(try JPEGEncoder(quality: 90).bytes(of: wide), "part.jpg")
        #expect(frame.image.width == 24 && frame.image.height == 32)
        #expect(throws: CaptureError.self) {
            try JPEGEncoder().bytes(of: ColourImage(grey: LumaImage(width: 0, height: 0)))
        }
    }
}
