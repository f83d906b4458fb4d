import ALPR
import Addresses
import Basics
import Capture
import Foundation
import TestSupport
import Testing

@testable import FFmpegCapture

/// Against a real RTSP server on loopback, in real time.
@Suite(.serialized) struct CameraTests {
    /// A clip that the server can show: H.264 with access unit delimiters.
    private static func clip(
        _ media: Media, _ name: String = "a.h264", size: String = "320x240", keyFrames: Int = 5, seconds: Double = 2
    ) throws -> String {
        try media.make(
            name, "-f lavfi -i testsrc=size=\(size):rate=25:duration=\(seconds)",
            "-c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -bf 0 -g \(keyFrames)",
            "-bsf:v h264_metadata=aud=insert")
    }

    private func error(_ action: () throws -> Void) -> CaptureError? {
        do {
            try action()
            return nil
        } catch {
            return error as? CaptureError
        }
    }

    private func read(_ count: Int, of source: FFmpegSource) throws {
        for _ in 0..<count { #expect(try source.nextFrame(where: { _ in true }) != nil) }
    }

    @Test(arguments: [CaptureSettings.Transport.tcp, .udp], ["none", "basic", "digest"])
    func `a camera is read over TCP and UDP, with and without a password`(
        transport: CaptureSettings.Transport, method: String
    ) throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let camera = try Camera(
            Self.clip(media), in: files, "--auth", method, "--user", "me", "--password", "p@ss:w/rd%1")
        var address = SourceAddress(camera.url)
        if method != "none" { address.credentials = .init(user: "me", password: "p@ss:w/rd%1") }
        let source = try FFmpegSource(address, settings: CaptureSettings(transport: transport))
        try read(10, of: source)
        #expect(source.isLive)
        #expect(source.stream.codec == "h264" && source.stream.width == 320 && source.stream.height == 240)
        #expect(source.stream.pixelFormat == "yuv420p")
        #expect(source.keyFrameDistance == 5)
        #expect(source.health.brokenPackets == 0)
        if method != "none" {
            address.credentials?.password = "wr0ng"
            let refused = error { _ = try FFmpegSource(address, settings: CaptureSettings(transport: transport)) }
            #expect(refused?.code == .unauthorised)
            #expect(!(refused?.description.contains("wr0ng") ?? true))
        }
    }

    @Test func `the first picture comes with the first key frame, without reading ahead`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        // Every picture is a key frame, so that the camera is not what is waited for.
        let camera = try Camera(Self.clip(media, keyFrames: 1), in: files)
        // The server makes its pipeline for the first who comes; a camera's is always there.
        let first = try FFmpegSource(SourceAddress(camera.url))
        try read(1, of: first)
        var times: [Duration] = []
        for _ in 0..<5 {
            let began = ContinuousClock.now
            try read(1, of: FFmpegSource(SourceAddress(camera.url)))
            times.append(began.duration(to: .now))
        }
        times.sort()
        print("FIGURE first picture after \(times.map { "\($0.milliseconds) ms" }.joined(separator: ", "))")
        #expect(times[0] < .milliseconds(500))
    }

    @Test(arguments: [CaptureSettings.Transport.tcp, .udp])
    func `a camera that connects and sends nothing is a stall, counted from the connection`(
        transport: CaptureSettings.Transport
    ) throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        // A server has to have one picture to describe; the first is never followed by another, nor does it cross the network.
        let camera = try Camera(Self.clip(media), in: files, "--stall-after", transport == .tcp ? "0.02" : "0")
        let relay = try BadNetwork(to: camera, "--silent-after", "0.0001")
        let url = transport == .tcp ? camera.url : relay.url
        let began = ContinuousClock.now
        let lost = error {
            let source = try FFmpegSource(
                SourceAddress(url), settings: CaptureSettings(transport: transport, stall: .seconds(1)))
            // The one picture may come when FFmpeg gives up waiting for the next.
            for _ in 0..<2 { _ = try source.nextFrame(where: { _ in true }) }
        }
        #expect(lost?.code == .timedOut && lost?.isStall == true, "\(String(describing: lost))")
        #expect(began.duration(to: .now) >= .seconds(1))
        #expect(began.duration(to: .now) < .seconds(15))
    }

    @Test(arguments: [CaptureSettings.Transport.tcp, .udp])
    func `a camera that falls silent in mid-stream is a stall`(transport: CaptureSettings.Transport) throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let camera = try Camera(Self.clip(media), in: files, "--stall-after", "1")
        let source = try FFmpegSource(
            SourceAddress(camera.url), settings: CaptureSettings(transport: transport, stall: .seconds(6)))
        var (last, before) = (ContinuousClock.now, ContinuousClock.now)
        let lost = error {
            while try source.nextFrame(where: { _ in true }) != nil { (before, last) = (last, .now) }
        }
        #expect(lost?.code == .timedOut, "\(String(describing: lost))")
        #expect(source.decoded > 0)
        // FFmpeg hands out what its parser held when the wait is over: that must not begin another wait.
        #expect(before.duration(to: .now) < .seconds(11) && last.duration(to: .now) < .seconds(11))
    }

    @Test func `a camera of which a picture is wanted seldom is no stall`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let camera = try Camera(Self.clip(media, seconds: 20), in: files)
        var settings = CaptureSettings(stall: .seconds(2))
        settings.interval = .seconds(10)
        let source = try FFmpegSource(SourceAddress(camera.url), settings: settings)
        // The very first packet states no time.
        try read(1, of: source)
        let first = try #require(try source.nextFrame(where: { _ in true }))
        // Four seconds on, pictures need not be decoded any more.
        let next = try source.nextFrame(where: { $0 - first.time >= .seconds(10) })
        #expect(next != nil)
        #expect(source.decoded < 200, "every picture was decoded: this tests nothing")
    }

    @Test func `a network that swallows everything over UDP is a stall, too`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let camera = try Camera(Self.clip(media), in: files)
        let relay = try BadNetwork(to: camera, "--silent-after", "0.5")
        let source = try FFmpegSource(
            SourceAddress(relay.url), settings: CaptureSettings(transport: .udp, stall: .seconds(1)))
        let lost = error { while try source.nextFrame(where: { _ in true }) != nil {} }
        #expect(lost?.code == .timedOut, "\(String(describing: lost))")
    }

    @Test func `a camera that goes is told from one that falls silent`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let camera = try Camera(Self.clip(media), in: files)
        let source = try FFmpegSource(SourceAddress(camera.url))
        try read(3, of: source)
        camera.kill()
        let lost = error { while try source.nextFrame(where: { _ in true }) != nil {} }
        #expect(lost?.isStall == false, "\(String(describing: lost))")
    }

    @Test func `pictures that change their size in mid-stream go on, and are counted`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let small = try Data(contentsOf: URL(fileURLWithPath: Self.clip(media, "s.h264", seconds: 1)))
        let large = try Data(
            contentsOf: URL(fileURLWithPath: Self.clip(media, "l.h264", size: "640x480", seconds: 1)))
        let camera = try Camera(media.write(small + large, to: "both.h264"), in: files)
        let source = try FFmpegSource(SourceAddress(camera.url))
        var widths: Set<Int> = []
        for _ in 0..<150 where source.health.formatChanges < 2 {
            let frame = try #require(try source.nextFrame(where: { _ in true }))
            #expect(frame.image.pixels.count == frame.image.width * frame.image.height)
            #expect(source.stream.width == frame.image.width)
            widths.insert(frame.image.width)
        }
        #expect(widths == [320, 640])
        #expect(source.health.formatChanges >= 2)
    }

    @Test(arguments: [
        (
            "hevc", "b.h265",
            "-c:v libx265 -preset ultrafast -x265-params aud=1:repeat-headers=1:keyint=5:bframes=0:log-level=1"
        ),
        ("mjpeg", "b.mjpeg", "-c:v mjpeg -pix_fmt yuvj420p -huffman default"),
    ])
    func
        `a codec that changes in mid-session without a word smears nothing, ends in a stall, and is read when opened anew`(
            codec: String, name: String, encoder: String
        ) throws
    {
        let (media, files) = (try Media(), try TemporaryFolder())
        let clip = try Self.clip(media)
        let camera = try Camera(clip, in: files)
        let other = try Camera(
            media.make(name, "-f lavfi -i testsrc=size=320x240:rate=25:duration=2 " + encoder), in: files)
        let relay = try BadNetwork(to: camera, "--other", "\(other.port)", "--other-after", "2")
        let whole = try FFmpegSource(SourceAddress(clip))
        var clean: Set<[UInt8]> = []
        while let frame = try whole.nextFrame(where: { _ in true }) { clean.insert(frame.image.pixels) }
        let source = try FFmpegSource(SourceAddress(relay.url), settings: CaptureSettings(stall: .seconds(3)))
        var smeared = 0
        let lost = error {
            while let frame = try source.nextFrame(where: { _ in true }) {
                if !clean.contains(frame.image.pixels) { smeared += 1 }
            }
        }
        #expect(lost?.isStall == true, "\(String(describing: lost))")
        #expect(source.decoded > 0 && smeared == 0)
        print("FIGURE \(codec) for h264 in mid-session: \(source.health)")
        let again = try FFmpegSource(SourceAddress(other.url))
        try read(10, of: again)
        #expect(again.stream.codec == codec)
    }

    @Test func `a camera's clock that jumps changes nothing`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let camera = try Camera(Self.clip(media), in: files)
        let relay = try BadNetwork(to: camera, "--jump-after", "1")
        let source = try FFmpegSource(SourceAddress(relay.url), settings: CaptureSettings(transport: .udp))
        var last = Timestamp(.zero)
        for _ in 0..<75 {
            let frame = try #require(try source.nextFrame(where: { _ in true }))
            #expect(frame.time > last && frame.time - last < .seconds(5))
            last = frame.time
        }
    }

    @Test(arguments: [CaptureSettings.Hardware.vaapi, .v4l2m2m, .auto])
    func `hardware that is not there is told of once, and the processor decodes`(
        hardware: CaptureSettings.Hardware
    ) throws {
        let media = try Media()
        var notes: [String] = []
        let source = try FFmpegSource(
            SourceAddress(Self.clip(media)),
            settings: CaptureSettings(hardware: hardware, hardwareDevice: "/dev/dri/none"), note: { notes.append($0) })
        try read(50, of: source)
        #expect(source.decoderName == "h264")
        #expect(notes.count == 1, "\(notes)")
        #expect(notes.first?.contains("decoding in software") ?? false)
    }
}
