import ALPR
import Addresses
import Basics
import Capture
import Foundation
import TestSupport
import Testing

@testable import FFmpegCapture

/// Streams as no camera should send them, and some do.
@Suite struct BrokenStreamTests {
    private func frames(_ path: String) throws -> [Frame] {
        let source = try FFmpegSource(SourceAddress(path))
        var frames: [Frame] = []
        while let frame = try source.nextFrame(where: { _ in true }) { frames.append(frame) }
        return frames
    }

    @Test(arguments: [
        ("h264", "-c:v libx264 -profile:v baseline -pix_fmt yuv420p"), ("ts", "-c:v libx264 -pix_fmt yuv420p"),
        ("mjpeg", "-c:v mjpeg -pix_fmt yuvj420p"),
    ])
    func `a stream that changes its size on the way is read on in the new size, and searched`(
        ending: String, encoding: String
    ) throws {
        let media = try Media()
        var stream = Data()
        let sizes = [(240, 176), (96, 64), (322, 242), (240, 176)]
        for (index, (width, height)) in sizes.enumerated() {
            let part = try media.make(
                "part\(index).\(ending)", "-f lavfi -i testsrc2=size=\(width)x\(height):rate=25 -frames:v 5", encoding)
            stream.append(try Data(contentsOf: URL(fileURLWithPath: part)))
        }
        let frames = try frames(media.write(stream, to: "all.\(ending)"))
        var seen: [[Int]] = []
        for frame in frames where seen.last != [frame.image.width, frame.image.height] {
            seen.append([frame.image.width, frame.image.height])
        }
        #expect(seen == sizes.map { [$0.0, $0.1] })
        #expect(frames.count >= 16)
        var recogniser = Recogniser(localiser: RowLocaliser(), engine: ScriptedEngine(["AB12CD"]))
        for frame in frames {
            let bounds = frame.image.bounds
            for report in try recogniser.recognise(frame).reports where report.time == frame.time {
                #expect(report.box.centre.x <= bounds.maxX && report.box.centre.y <= bounds.maxY)
            }
        }
    }

    @Test(arguments: [("yuv420p10le", 4.0), ("rgb24", 1), ("gray16le", 1), ("bgr24", 1)])
    func `pictures narrower than a vector are taken whole`(format: String, tolerance: Double) throws {
        let media = try Media()
        for width in 1...18 {
            // Ten grey levels a pixel to the right, in whatever depth.
            let ramp =
                "-f lavfi -i color=size=\(width)x5:rate=25:duration=0.04,format=gray,geq=lum=40+10*X,format=\(format)"
            let image = try #require(
                frames(media.make("\(format)\(width).nut", ramp, "-c:v rawvideo -pix_fmt \(format)")).first
            ).image
            #expect(image.width == width && image.height == 5)
            for y in 0..<5 {
                for x in 1..<width {
                    let step = Double(image[x, y]) - Double(image[x - 1, y])
                    #expect(abs(step - 9.5) <= 2.5, "\(format) \(width): \(step) at \(x), \(y)")
                }
            }
        }
    }

    @Test func `time stamps that no clock ever had overflow nothing`() throws {
        let media = try Media()
        var file = try Data(
            contentsOf: URL(
                fileURLWithPath: media.make(
                    "fragments.mp4", "-f lavfi -i testsrc2=size=96x64:rate=25 -frames:v 8 -c:v libx264 -bf 0 -g 4",
                    "-movflags frag_keyframe+empty_moov")))
        // One tick a second, and the second fragment begins at the 2^61st.
        let header = try #require(file.range(of: Data("mdhd".utf8)))
        file.replaceSubrange(header.lowerBound + 16..<header.lowerBound + 20, with: [0, 0, 0, 1])
        let fragment = try #require(file.range(of: Data("tfdt".utf8), options: .backwards))
        file.replaceSubrange(fragment.lowerBound + 8..<fragment.lowerBound + 16, with: [0x20, 0, 0, 0, 0, 0, 0, 0])
        let path = try media.write(file, to: "jump.mp4")
        let frames = try frames(path)
        #expect(frames.count == 8)
        let last = try #require(frames.last).time
        #expect(last.sinceStart > .seconds(86_400 * 365))
        #expect(last.sinceStart.milliseconds <= 3_155_760_000_000)
    }

    @Test func `a picture of absurd size is refused, and not made room for`() throws {
        let media = try Media()
        let path = try media.make("huge.png", "-f lavfi -i color=size=16000x9000 -frames:v 1 -pix_fmt gray")
        #expect {
            _ = try frames(path)
        } throws: {
            ($0 as? CaptureError)?.code == .badData && "\($0)".contains("16000x9000")
        }
    }
}
