import ALPR
import Addresses
import Basics
import Capture
import Foundation
import Testing

@testable import FFmpegCapture

@Suite struct FFmpegSourceTests {
    /// 25 pictures of a moving test pattern in one second.
    private static let pattern = "-f lavfi -i testsrc=size=160x120:rate=25:duration=1"

    private func frames(_ path: String) throws -> [Frame] {
        let source = try FFmpegSource(SourceAddress(path))
        var frames: [Frame] = []
        while let frame = try source.nextFrame(where: { _ in true }) { frames.append(frame) }
        return frames
    }

    private func error(opening path: String) -> CaptureError? {
        do {
            _ = try frames(path)
            return nil
        } catch {
            return error as? CaptureError
        }
    }

    @Test(arguments: [
        ("a.mp4", "-c:v libx264 -pix_fmt yuv420p"), ("a.avi", "-c:v mjpeg -pix_fmt yuvj420p"),
        ("a.y4m", "-pix_fmt yuv420p"),
        ("a.mkv", "-c:v ffv1 -pix_fmt gray"), ("a.h264", "-c:v libx264 -pix_fmt yuv420p"),
        ("a.nut", "-c:v rawvideo -pix_fmt yuyv422"), ("b.nut", "-c:v rawvideo -pix_fmt nv12"),
        ("c.nut", "-c:v rawvideo -pix_fmt rgb24"),
    ])
    func `every picture of a recording arrives with its time`(name: String, encoding: String) throws {
        let media = try Media()
        let frames = try frames(media.make(name, Self.pattern, encoding))
        #expect(frames.count == 25)
        for (index, frame) in frames.enumerated() {
            #expect(frame.image.width == 160 && frame.image.height == 120)
            #expect(abs(frame.time.sinceStart.milliseconds - Int64(40 * index)) <= 1)
        }
    }

    @Test(arguments: [0, 90, 5000]) func `where times start anew within a recording, they go on`(offset: Int) throws {
        let media = try Media()
        let long = "-f lavfi -i testsrc=size=160x120:rate=25:duration=4"
        // The second part begins anew, a minute and a half sooner than the first, or more than an hour.
        let first = try media.make("a.ts", long, "-c:v libx264 -g 25 -output_ts_offset \(offset)")
        let second = try media.make("b.ts", long, "-c:v libx264 -g 25")
        let parts = try [first, second].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        let frames = try frames(media.write(parts[0] + parts[1], to: "day.ts"))
        #expect(frames.count >= 195)
        for (before, after) in zip(frames, frames.dropFirst()) {
            let step = (after.time.sinceStart - before.time.sinceStart).milliseconds
            #expect(step > 0 && step <= 400, "\(before.time) \(after.time)")
        }
        #expect(frames.last.map { $0.time.sinceStart < .seconds(8.5) } == true)
    }

    @Test(arguments: ["gray", "yuv420p", "yuyv422", "nv12", "rgb24"])
    func `the grey picture is the same whatever format it came in`(format: String) throws {
        let media = try Media()
        // A horizontal ramp, without colour: 16 + x in luma.
        let ramp = "-f lavfi -i color=size=160x120:rate=25:duration=0.04,format=yuv444p,geq=lum=X+16:cb=128:cr=128"
        let image = try #require(frames(media.make("ramp.nut", ramp, "-c:v rawvideo -pix_fmt \(format)")).first).image
        for x in stride(from: 0, to: 160, by: 7) {
            // Full-range formats spread 16-235 over 0-255.
            let grey = Double(image[x, 60])
            let asLimited = format == "rgb24" || format == "gray" ? 16 + grey * 219 / 255 : grey
            #expect(abs(asLimited - Double(x + 16)) <= 3 || abs(grey - Double(x + 16)) <= 3, "at \(x): \(grey)")
        }
    }

    @Test(arguments: [
        ("a.mp4", "-c:v libx264 -pix_fmt yuv420p -bf 2", 256, true),
        ("a.h264", "-c:v libx264 -pix_fmt yuv420p -bf 0", 256, true),
        ("a.avi", "-c:v mjpeg -pix_fmt yuvj420p", 256, true), ("a.nut", "-c:v rawvideo -pix_fmt nv12", 256, true),
        // Between its rows there is room in the decoder's memory.
        ("b.mp4", "-c:v libx264 -pix_fmt yuv420p", 160, false),
    ])
    func `a picture stays as it came, whatever comes after it, and with its source gone`(
        name: String, encoding: String, width: Int, isHeld: Bool
    ) throws {
        let media = try Media()
        let pattern = "-f lavfi -i testsrc=size=\(width)x128:rate=25:duration=1"
        var settings = CaptureSettings()
        settings.wantsColour = true
        var source: FFmpegSource? = try FFmpegSource(
            SourceAddress(media.make(name, pattern, encoding)), settings: settings)
        var frames: [(frame: Frame, luma: [UInt8], rgb: RGBImage?)] = []
        while let frame = try source?.nextFrame(where: { _ in true }) {
            frames.append((frame, Array(frame.image.pixels), frame.colour?.rgb))
        }
        source = nil
        #expect(frames.count == 25)
        for (frame, luma, rgb) in frames {
            #expect(frame.image.isHeld == isHeld)
            #expect(frame.image.pixels == luma)
            #expect(frame.colour?.rgb == rgb)
        }
        #expect(frames.first?.luma != frames.last?.luma)
    }

    @Test func `only admitted pictures are handed on, and each is asked about once`() throws {
        let media = try Media()
        let source = try FFmpegSource(SourceAddress(media.make("a.mp4", Self.pattern, "-pix_fmt yuv420p")))
        var asked: [Timestamp] = []
        var taken: [Timestamp] = []
        while let frame = try source.nextFrame(where: {
            asked.append($0); return asked.count % 5 == 0
        }) {
            taken.append(frame.time)
        }
        #expect(asked.count == 25)
        #expect(asked == asked.sorted())
        #expect(taken == asked.enumerated().filter { $0.offset % 5 == 4 }.map(\.element))
        #expect(source.decoded == 25)
    }

    @Test func `stills and numbered pictures are sources too`() throws {
        let media = try Media()
        let still = try frames(media.make("still.png", Self.pattern, "-frames:v 1"))
        #expect(still.count == 1)
        _ = try media.make("%03d.jpg", Self.pattern, "-frames:v 4")
        #expect(try frames(media.path("%03d.jpg")).count == 4)
        // A file whose own name has a percent sign is that file.
        try FileManager.default.copyItem(atPath: media.path("001.jpg"), toPath: media.path("100%d.jpg"))
        #expect(try frames(media.path("100%d.jpg")).count == 1)
    }

    @Test func `numbered pictures may begin with any number`() throws {
        let media = try Media()
        _ = try media.make("f%03d.jpg", Self.pattern, "-frames:v 4 -start_number 998")
        // 998, 999, 1000, 1001: the last two have more digits than the pattern's least.
        #expect(try frames(media.path("f%03d.jpg")).count == 4)
        let missing = try #require(error(opening: media.path("g%03d.jpg")))
        #expect(missing.code == .notFound)
        #expect(missing.description == "opening \(media.path("g%03d.jpg")): there is no file that fits this pattern")
    }

    @Test(arguments: [
        ("f%03d.jpg", "f100.jpg", 100), ("f%03d.jpg", "f007.jpg", 7), ("f%03d.jpg", "f1000.jpg", 1000),
        ("f%03d.jpg", "f7.jpg", nil), ("f%03d.jpg", "f0100.jpg", nil), ("f%d.jpg", "f7.jpg", 7),
        ("f%d.jpg", "f07.jpg", nil),
        ("%d", "12", 12), ("100%%_%d.png", "100%_3.png", 3), ("f%03d.jpg", "f100.png", nil),
        ("f%03d.jpg", "f-01.jpg", nil),
        ("f%03d.jpg", "f99999999999.jpg", nil),
    ])
    func `a file is one of a sequence by its name`(pattern: String, name: String, number: Int?) throws {
        #expect(try #require(ImageSequence(pattern)).number(of: name) == number)
    }

    @Test(arguments: ["f%03d-%d.jpg", "f.jpg", "f%s.jpg", "f%", "f%03", "a%d/f%d.jpg", "f%999999999999999999999d.jpg"])
    func `what has not one number in its name is no sequence`(pattern: String) {
        #expect(ImageSequence(pattern) == nil)
    }

    @Test func `a picture file that ends too soon is counted`() throws {
        let media = try Media()
        let whole = try Data(contentsOf: URL(fileURLWithPath: media.make("a.jpg", Self.pattern, "-frames:v 1")))
        for (share, cut) in [(1.0, 0), (0.6, 1), (0.99, 1)] {
            let data = whole.prefix(Int(Double(whole.count) * share))
            let source = try FFmpegSource(SourceAddress(media.write(data, to: "cut.jpg")))
            #expect(try source.nextFrame(where: { _ in true }) != nil)
            #expect(source.health.cutPictures == cut, "\(share)")
        }
        // A preview before the picture has an end of its own.
        let preview = Data([0xFF, 0xD8, 0xFF, 0xD9])
        let application = Data([0xFF, 0xE1, 0, UInt8(2 + preview.count)]) + preview
        let withPreview = whole.prefix(2) + application + whole.dropFirst(2)
        #expect(!withPreview.isCutOff && withPreview.dropLast(9).isCutOff)
        // What some programs add behind the end is no matter.
        #expect(!(whole + Data(count: 100)).isCutOff)
        #expect(!Data("P5 1 1".utf8).isCutOff && !Data().isCutOff)
    }

    @Test func `the stream is described as it is`() throws {
        let media = try Media()
        let path = try media.make(
            "a.mp4", Self.pattern, "-pix_fmt yuv420p -g 10 -metadata creation_time=2026-11-21T10:00:00Z")
        let source = try FFmpegSource(SourceAddress(path))
        #expect(source.stream.codec == "h264")
        #expect(source.stream.width == 160 && source.stream.height == 120)
        #expect(source.stream.rate == 25)
        #expect(source.stream.duration == .seconds(1))
        #expect(source.stream.recordedAt == 1_795_255_200)
        #expect(!source.isLive)
        while try source.nextFrame(where: { _ in false }) != nil {}
        #expect(source.keyFrameDistance == 10)
    }

    @Test(arguments: [(90, Rotation.clockwise), (-90, .counterclockwise), (180, .half), (7, .none), (360, .none)])
    func `angles become quarters`(degrees: Int, rotation: Rotation) {
        #expect(Rotation(degrees: Double(degrees)) == rotation)
    }

    @Test func `a turned picture is turned back`() {
        let image = LumaImage(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])
        func turned(_ rotation: Rotation) -> LumaImage { image.upright(from: rotation.orientation) }
        #expect(turned(.clockwise) == LumaImage(width: 2, height: 3, pixels: [4, 1, 5, 2, 6, 3]))
        #expect(turned(.half).pixels == [6, 5, 4, 3, 2, 1])
        #expect(turned(.counterclockwise) == LumaImage(width: 2, height: 3, pixels: [3, 6, 2, 5, 1, 4]))
        #expect(turned(.none) == image)
    }

    // MARK: - What goes wrong

    @Test func `a missing file, a folder and a text are told apart`() throws {
        let media = try Media()
        #expect(error(opening: "/nonexistent.mp4")?.code == .notFound)
        #expect(
            error(opening: "/nonexistent.mp4")?.description == "opening /nonexistent.mp4: No such file or directory")
        #expect(error(opening: media.folder)?.code == .badData)
        let text = try media.write(Data("this is no video".utf8), to: "a.mp4")
        #expect(error(opening: text)?.code == .badData)
        let empty = try media.write(Data(), to: "empty.mp4")
        #expect(error(opening: empty) != nil)
        #expect(error(opening: media.path("none-%03d.jpg")) != nil)
    }

    @Test func `a truncated or damaged recording gives what can be read, and no crash`() throws {
        let media = try Media()
        let path = try media.make("a.h264", Self.pattern, "-pix_fmt yuv420p -g 5")
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let cut = try frames(media.write(data.prefix(data.count / 2), to: "cut.h264"))
        #expect((5..<25).contains(cut.count))
        var damaged = data
        for index in stride(from: 2000, to: damaged.count, by: 500) { damaged[index] ^= 0xFF }
        #expect(try frames(media.write(damaged, to: "damaged.h264")).count > 0)
    }

    @Test func `sound without pictures is no source`() throws {
        let media = try Media()
        let path = try media.make("a.wav", "-f lavfi -i sine=duration=0.2")
        #expect(error(opening: path)?.code == .badData)
    }

    @Test func `a missing video device says so`() {
        let error = error(opening: "/dev/video99")
        #expect(error?.code == .notFound)
        #expect(error?.description == "opening /dev/video99: No such file or directory")
    }

    @Test func `a refused connection and an unknown protocol are clear, and hide the password`() {
        let refused = error(opening: "rtsp://me:s3cret@127.0.0.1:1/x")
        #expect(refused?.code == .unavailable)
        #expect(
            refused?.description
                == "opening rtsp://me:***@127.0.0.1:1/x: the connection was refused: nothing listens on that port")
        #expect(error(opening: "magic://host/x") != nil)
    }

    @Test func `a server that never answers is left when told to stop`() throws {
        let socket = try SilentServer()
        let interrupt = Interrupt()
        let began = ContinuousClock.now
        let stopper = Thread {
            Thread.sleep(forTimeInterval: 0.2); interrupt.stop()
        }
        stopper.start()
        #expect {
            _ = try FFmpegSource(SourceAddress("rtsp://127.0.0.1:\(socket.port)/x"), interrupt: interrupt)
        } throws: { ($0 as? CaptureError)?.code == .stopped }
        #expect(began.duration(to: .now) < .seconds(20))
    }
}

extension Data {
    fileprivate var isCutOff: Bool { withUnsafeBytes { JPEGFile.isCutOff($0.bindMemory(to: UInt8.self)) } }
}
