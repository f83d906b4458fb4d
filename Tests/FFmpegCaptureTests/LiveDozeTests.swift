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

    /// The clip with one picture, between two key frames, that no decoder here takes: its slices say that they are a part of their data. All
    /// else of it is as it was: its size, and what its slices' headers say.
    private func broken(_ clip: String, at index: Int, _ media: Media) throws -> String {
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: clip)))
        let units = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 5].elementsEqual([0, 0, 0, 1, 9]) }
        try #require(units.count == 450)
        let slices = (units[index]..<units[index + 1] - 3).filter { bytes[$0..<$0 + 4].elementsEqual([0, 0, 1, 0x41]) }
        try #require(!slices.isEmpty)
        for slice in slices { bytes[slice + 3] = 0x42 }
        return try media.write(Data(bytes), to: "broken.h264")
    }

    private func sum(of image: LumaImage) -> Int {
        image.withPixels { pixels in
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(pixels))
            return hasher.finalize()
        }
    }

    @Test func `what is built on a broken picture that was kept while a camera dozed is passed over`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let clip = try clip(media)
        // What comes through must be one of these, to the bit.
        let whole = try FFmpegSource(SourceAddress(clip))
        var clean: Set<Int> = []
        while let frame = try whole.nextFrame(where: { _ in true }) { clean.insert(sum(of: frame.image)) }
        // The square, a third of a second after it, wakes the source; the next key frame is picture 300.
        let number = 267
        let camera = try Camera(broken(clip, at: number, media), in: files)
        let source = try FFmpegSource(SourceAddress(camera.url), settings: settings())
        var gate = FrameGate(interval: .milliseconds(200))
        var last = Timestamp(.zero)
        var lags: [Duration] = []
        var smeared = 0
        while last.sinceStart < .seconds(16),
            let frame = try source.nextFrame(
                where: { time in
                    last = time
                    return gate.admits(time)
                }, leave: { .keyFrames },
                passedOver: { passed in
                    switch passed {
                    case .damaged: lags.append(source.lag)
                    case .leftOut(let times): for time in times { gate.passesOver(time) }
                    case .dozed, .spared, .fellSilent: break
                    }
                })
        {
            if !clean.contains(sum(of: frame.image)) { smeared += 1 }
        }
        let found = try #require(lags.first)
        #expect(found > .milliseconds(200), "it was found as it came, \(found) late: this tests nothing")
        #expect(smeared == 0)
        // Each up to the key frame, those that were kept as those that came later.
        #expect(source.health.brokenPackets == 1 && source.health.damagedPictures == 299 - number, "\(source.health)")
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
