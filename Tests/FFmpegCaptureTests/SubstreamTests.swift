import ALPR
import Addresses
import Basics
import Capture
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FFmpegCapture

/// A camera with two streams over RTSP, in real time.
@Suite(.serialized) struct SubstreamTests {
    private static let seconds = 20

    /// 20 s of a still scene with noise; from second 14 to 16 a grey square drifts through it.
    private func clip(_ media: Media, _ name: String, size: String, rate: Int, background: String = "0x606060") throws
        -> String
    {
        let scene =
            "-f lavfi -i color=c=\(background):size=640x360:rate=\(rate):duration=\(Self.seconds)[base];"
            + "color=c=0x303030:size=200x360:rate=\(rate):duration=\(Self.seconds)[side];"
            + "[base][side]overlay=x=0:y=0,noise=alls=4:allf=t[scene];"
            + "color=c=0xC0C0C0:size=64x48:rate=\(rate):duration=\(Self.seconds)[square];"
            + "[scene][square]overlay=x=220+12*t:y=150:enable='between(t,14,16)',scale=\(size),format=yuv420p"
        return try media.make(
            name, scene,
            "-c:v libx264 -preset veryfast -tune zerolatency -crf 23 -g \(2 * rate) -sc_threshold 0 -bf 0",
            "-bsf:v h264_metadata=aud=insert")
    }

    private struct Pair {
        let main: BreakableCamera
        let small: BreakableCamera
        let watch: SubstreamWatch
        let told: Told
    }

    private final class Told: Sendable {
        private let state = Mutex<[String]>([])
        var all: [String] { state.withLock { $0 } }
        func add(_ line: String) { state.withLock { $0.append(line) } }
    }

    private func pair(_ media: Media, small clip: String, in files: TemporaryFolder) throws -> Pair {
        let epoch = Date().timeIntervalSince1970
        let main = try BreakableCamera(
            [self.clip(media, "main.h264", size: "640:360", rate: 25)], rate: 25, epoch: epoch, in: files)
        let small = try BreakableCamera([clip], rate: 10, epoch: epoch, in: files)
        let told = Told()
        let watch = SubstreamWatch(
            SourceAddress(small.url), settings: CaptureSettings(), roi: .wholePicture, tell: { told.add($0) })
        return Pair(main: main, small: small, watch: watch, told: told)
    }

    private struct Reading {
        var frames: [Frame] = []
        var asked: [Timestamp] = []
        var count = RestCount()
        var reasons: [Wakefulness] = []

        /// Frames with the square in them.
        var sightings: [Frame] {
            frames.filter { frame in (220..<600).count { frame.image[$0, 170] > 150 } > 40 }
        }
    }

    /// Reads the main stream for so long.
    private func read(
        _ pair: Pair, for seconds: Int, meanwhile: (Duration) -> Void = { _ in }
    ) throws -> Reading {
        var settings = CaptureSettings()
        settings.interval = .milliseconds(200)
        let source = try FFmpegSource(
            SourceAddress(pair.main.url), settings: settings, substream: pair.watch)
        var (gate, reading) = (FrameGate(interval: .milliseconds(200)), Reading())
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            let frame = try source.nextFrame(
                where: {
                    reading.asked.append($0)
                    return gate.admits($0)
                }, wish: { nil },
                passedOver: { _ in meanwhile(ContinuousClock.now.duration(to: end)) })
            if let frame { reading.frames.append(frame) }
            meanwhile(ContinuousClock.now.duration(to: end))
            if reading.reasons.last != source.wakefulness { reading.reasons.append(source.wakefulness) }
        }
        reading.count = source.restCount
        return reading
    }

    @Test func `the main stream rests while nothing moves, and what was kept is decoded with its own times`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let pair = try pair(media, small: clip(media, "small.h264", size: "320:180", rate: 10), in: files)
        pair.watch.start()
        defer { pair.watch.stop() }
        let reading = try read(pair, for: Self.seconds + 2)
        #expect(reading.count.rested > 100 && reading.count.wakes >= 1, "\(reading.count) \(pair.told.all)")
        let times = reading.asked
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times go back")
        // The square is there for two seconds, of which pictures are wanted five times a second.
        #expect(reading.sightings.count >= 9, "\(reading.sightings.map(\.time.sinceStart))")
        let seen = reading.sightings.map(\.time.sinceStart.seconds)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $1 - $0 > 0.1 && $1 - $0 < 0.4 }, "\(seen)")
        #expect(pair.told.all.contains { $0.contains("shows what the main stream shows") }, "\(pair.told.all)")
    }

    @Test func `a sub-stream of another view is told, and everything is decoded`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let other = try media.make(
            "other.h264",
            "-f lavfi -i testsrc2=size=320x180:rate=10:duration=\(Self.seconds),format=yuv420p",
            "-c:v libx264 -preset veryfast -tune zerolatency -crf 23 -g 20 -bf 0 -bsf:v h264_metadata=aud=insert")
        let pair = try pair(media, small: other, in: files)
        pair.watch.start()
        defer { pair.watch.stop() }
        let reading = try read(pair, for: 8)
        #expect(reading.count.rested == 0 && reading.reasons.last == .awake(.substream(.differs)), "\(reading.reasons)")
        #expect(pair.told.all.contains { $0.contains("another picture") }, "\(pair.told.all)")
    }

    @Test func `a sub-stream that ends at rest wakes the main stream, and is told`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let pair = try pair(media, small: clip(media, "small.h264", size: "320:180", rate: 10), in: files)
        pair.watch.start()
        defer { pair.watch.stop() }
        var isKilled = false
        let reading = try read(pair, for: 14) { left in
            guard left < .seconds(4), !isKilled else { return }
            pair.small.kill()
            isKilled = true
        }
        #expect(reading.count.rested > 20, "it did not rest: this tests nothing (\(reading.reasons))")
        guard case .awake(.substream) = reading.reasons.last else {
            return #expect(Bool(false), "\(reading.reasons)")
        }
        #expect(reading.asked.last.map { $0.sinceStart > .seconds(12) } == true)
    }

    @Test func `what was kept is decoded where the main stream falls silent at rest`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let pair = try pair(media, small: clip(media, "small.h264", size: "320:180", rate: 10), in: files)
        pair.watch.start()
        defer { pair.watch.stop() }
        var (isKilled, last) = (false, Timestamp(.zero))
        #expect(throws: (any Error).self) {
            let source = try FFmpegSource(SourceAddress(pair.main.url), substream: pair.watch)
            while try source.nextFrame(
                where: {
                    last = $0
                    return true
                }, wish: { nil },
                passedOver: { passed in
                    if passed == .rested, source.restCount.rested == 60, !isKilled {
                        isKilled = true
                        pair.main.kill()
                    }
                }) != nil
            {}
        }
        #expect(isKilled, "it did not rest: this tests nothing")
        #expect(last.sinceStart > .seconds(4), "\(last)")
    }
}
