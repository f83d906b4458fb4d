import ALPR
import Addresses
import Basics
import Capture
import Foundation
import TestSupport
import Testing

@testable import FFmpegCapture

/// A camera that dozes, in real time.
@Suite(.serialized) struct LiveDozeTests {
    /// 18 s at 25 pictures a second without B pictures: noise, and from second 11 to 13 a grey square that drifts.
    private func clip(_ media: Media) throws -> String {
        let scene =
            "-f lavfi -i color=c=0x606060:size=320x180:rate=25:duration=18,noise=alls=4:allf=t[scene];"
            + "color=c=0xC0C0C0:size=32x24:rate=25:duration=18[square];"
            + "[scene][square]overlay=x=100+6*t:y=75:enable='between(t,11,13)',format=yuv420p"
        return try media.make(
            "still.h264", scene, "-c:v libx264 -preset veryfast -tune zerolatency -crf 28 -g 50 -sc_threshold 0 -bf 0",
            "-bsf:v h264_metadata=aud=insert")
    }

    private func settings(stall: Duration = .seconds(30)) -> CaptureSettings {
        var settings = CaptureSettings(stall: stall)
        settings.doze = .auto
        // Others wait between two that are wanted.
        settings.interval = .milliseconds(200)
        return settings
    }

    @Test func `what was kept while a camera dozed is handed on with the times at which it came`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let camera = try Camera(clip(media), in: files)
        let source = try FFmpegSource(SourceAddress(camera.url), settings: settings())
        var gate = FrameGate(interval: .milliseconds(200))
        var asked: [Timestamp] = []
        var sightings: [Timestamp] = []
        while asked.last.map({ $0.sinceStart < .seconds(16) }) ?? true,
            let frame = try source.nextFrame(
                where: { time in
                    asked.append(time)
                    return gate.admits(time)
                }, leave: { .keyFrames },
                passedOver: { if case .leftOut(let times) = $0 { for time in times { gate.passesOver(time) } } })
        {
            if (0..<320).contains(where: { frame.image[$0, 85] > 150 }) { sightings.append(frame.time) }
        }
        let count = source.dozeCount
        #expect(count.dozed > 0 && count.wakes > 0, "it did not doze: this tests nothing (\(count))")
        #expect(asked.count > 50 && zip(asked, asked.dropFirst()).allSatisfy { $0 <= $1 }, "times go back")
        let early = zip(asked, asked.dropFirst()).count { $1 - $0 < .milliseconds(1) }
        #expect(early < 10, "\(early) pictures have the time of the one before")
        #expect(sightings.count >= 8, "\(sightings.map(\.sinceStart))")
    }

    @Test func `a camera that falls silent while it dozes says so before it hands out what it had kept`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let camera = try Camera(clip(media), in: files, "--stall-after", "9")
        let source = try FFmpegSource(SourceAddress(camera.url), settings: settings(stall: .seconds(3)))
        var gate = FrameGate(interval: .milliseconds(200))
        var isSilent = false
        var later = 0
        var lost: CaptureError?
        do {
            while try source.nextFrame(
                where: { time in
                    if isSilent { later += 1 }
                    return gate.admits(time)
                }, leave: { .keyFrames }, passedOver: { if $0 == .fellSilent { isSilent = true } }) != nil
            {}
        } catch {
            lost = error as? CaptureError
        }
        #expect(source.dozeCount.dozed > 0, "it did not doze: this tests nothing")
        #expect(lost?.code == .timedOut && isSilent && later > 0, "\(String(describing: lost)), \(later) later")
    }
}
