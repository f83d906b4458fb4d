import ALPR
import Addresses
import Capture
import Testing

@testable import FFmpegCapture

/// Recordings of which five pictures a second are wanted, read with pictures spared and without.
@Suite struct SparedPicturesTests {
    private struct Reading {
        var frames: [Frame] = []
        var asked = 0
        var spared = 0
    }

    /// 10 s at 25 pictures a second, in which no two pictures are alike.
    private func clip(_ name: String, _ encoding: String, in media: Media) throws -> String {
        try media.make(
            name,
            "-f lavfi -i testsrc2=size=320x180:rate=25:duration=10,noise=alls=6:allf=t,format=yuv420p \(encoding)")
    }

    private func read(_ path: String, interval: Duration?) throws -> Reading {
        var settings = CaptureSettings()
        settings.interval = interval
        let source = try FFmpegSource(SourceAddress(path), settings: settings)
        var gate = FrameGate(interval: .milliseconds(200))
        var reading = Reading()
        while let frame = try source.nextFrame(
            where: {
                reading.asked += 1
                return gate.admits($0)
            }, wish: { nil },
            passedOver: { if $0 == .spared { reading.spared += 1 } })
        {
            reading.frames.append(frame)
        }
        return reading
    }

    private static let h264 = "-c:v libx264 -preset veryfast -crf 28 -g 50"

    @Test(arguments: [
        ("b.mp4", "\(h264) -bf 3 -b_strategy 0"), ("b.mkv", "\(h264) -bf 2 -b_strategy 0"),
        ("b.ts", "\(h264) -bf 3 -b_strategy 0"),
        ("flat.mp4", "\(h264) -bf 3 -b_strategy 0 -x264-params b-pyramid=none"),
        (
            "hevc.mp4",
            "-c:v libx265 -preset ultrafast -crf 28 -x265-params keyint=50:bframes=3:b-adapt=0:open-gop=0:log-level=1"
        ),
        ("open.mp4", "-c:v libx265 -preset ultrafast -crf 28 -x265-params keyint=50:bframes=3:b-adapt=0:log-level=1"),
        (
            "layers.mp4",
            "-c:v libx265 -preset ultrafast -crf 28 -x265-params keyint=50:bframes=3:b-adapt=0:temporal-layers=1:log-level=1"
        ),
    ])
    func `the same frames come, to the pixel, though many pictures are not decoded`(
        name: String, encoding: String
    ) throws {
        let media = try Media()
        let path = try clip(name, encoding, in: media)
        let (whole, spared) = try (read(path, interval: nil), read(path, interval: .milliseconds(200)))
        #expect(whole.asked == 250 && whole.spared == 0)
        #expect(spared.frames.map(\.time) == whole.frames.map(\.time))
        #expect(spared.frames.map(\.image) == whole.frames.map(\.image))
        // After the first hundred: a third of the pictures or more is referred to by none; some of those are wanted, and of some it is not
        // known in time, since the decoder still holds the frame before.
        #expect(spared.spared >= 20, "\(spared.spared)")
        #expect(spared.asked + spared.spared == 250)
    }

    @Test(arguments: [
        ("raw.h264", "\(h264) -bf 3 -b_strategy 0"), ("raw-p.h264", "\(h264) -bf 0"),
        ("fields.mp4", "\(h264) -bf 3 -b_strategy 0 -flags +ilme+ildct"),
        ("a.avi", "-c:v mjpeg -q:v 5 -pix_fmt yuvj420p"),
    ])
    func `where no times are stated, or pictures have fields, every one is decoded`(
        name: String, encoding: String
    ) throws {
        let media = try Media()
        let path = try clip(name, encoding, in: media)
        let (whole, spared) = try (read(path, interval: nil), read(path, interval: .milliseconds(200)))
        #expect(spared.spared == 0 && spared.asked == whole.asked)
        #expect(spared.frames.map(\.time) == whole.frames.map(\.time))
    }

    @Test(arguments: [
        ("p.mp4", "\(h264) -bf 0", 12), ("p.mkv", "\(h264) -bf 0", 12), ("p.ts", "\(h264) -bf 0", 12),
        // A key frame every 23 pictures: four, two, none, three, one and four come after the last wanted one, and four at the end.
        ("odd.mp4", "\(h264) -bf 0 -g 23 -keyint_min 23", 18),
        (
            "hevc.mp4",
            "-c:v libx265 -preset ultrafast -crf 28 -x265-params keyint=50:bframes=0:open-gop=0:log-level=1",
            12
        ),
    ])
    func `what comes between the last wanted picture and a key frame is not decoded, and the frames are the same`(
        name: String, encoding: String, count: Int
    ) throws {
        let media = try Media()
        let path = try clip(name, encoding, in: media)
        let (whole, spared) = try (read(path, interval: nil), read(path, interval: .milliseconds(200)))
        #expect(spared.frames.map(\.time) == whole.frames.map(\.time))
        #expect(spared.frames.map(\.image) == whole.frames.map(\.image))
        // After the first hundred pictures, from which the order is learnt.
        #expect((count - 4...count + 4).contains(spared.spared), "\(spared.spared)")
        #expect(spared.asked + spared.spared == 250)
    }

    @Test func `where key frames lean on those before them all in between is decoded`() throws {
        let media = try Media()
        // Recovery points in place of key frames.
        let path = try clip("a.mp4", "\(Self.h264) -bf 0 -x264-params intra-refresh=1", in: media)
        let (whole, spared) = try (read(path, interval: nil), read(path, interval: .milliseconds(200)))
        // But for the end, after which nothing comes.
        #expect(spared.spared <= 4 && spared.frames.map(\.image) == whole.frames.map(\.image))
    }

    @Test func `where every picture is wanted none is spared`() throws {
        let media = try Media()
        let path = try clip("b.mp4", "\(Self.h264) -bf 3 -b_strategy 0", in: media)
        #expect(try read(path, interval: .zero).spared == 0)
    }
}
