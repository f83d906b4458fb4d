import ALPR
import Addresses
import Basics
import Capture
import Foundation
import Testing

@testable import FFmpegCapture

/// Recordings of a still, noisy scene into which something comes, read with dozing and without.
@Suite struct DozeTests {
    /// What a recording gave.
    private struct Reading {
        var frames: [Frame] = []
        var asked = 0
        var count = DozeCount()
        var wakefulness = Wakefulness.dozing
        var outlook = DozeOutlook.unknown
        var notes: [String] = []
    }

    /// 18 s at 25 pictures a second: noise, from second `appears` to second `goes` a grey square that drifts, and noise again.
    private func clip(
        _ name: String, _ encoding: String, in media: Media, appears: Double = 11, goes: Double = 13, noise: Int = 4
    ) throws -> String {
        let scene =
            "-f lavfi -i color=c=0x606060:size=320x180:rate=25:duration=18,noise=alls=\(noise):allf=t[scene];"
            + "color=c=0xC0C0C0:size=32x24:rate=25:duration=18[square];"
            + "[scene][square]overlay=x=100+6*t:y=75:enable='between(t,\(appears),\(goes))',format=yuv420p"
        return try media.make(name, scene, encoding)
    }

    private func read(
        _ path: String, doze: CaptureSettings.Doze = .auto, judges: Bool = false, interval: Duration? = nil,
        leave: () -> Leave = { .keyFrames }
    ) throws -> Reading {
        var settings = CaptureSettings()
        settings.doze = doze
        settings.judgesDozing = judges
        settings.interval = interval
        let notes = NoteBox()
        let source = try FFmpegSource(SourceAddress(path), settings: settings, note: { notes.all.append($0) })
        var gate = FrameGate(interval: .milliseconds(200))
        var reading = Reading()
        while let frame = try source.nextFrame(
            where: {
                reading.asked += 1
                return gate.admits($0)
            }, leave: leave,
            passedOver: { if case .leftOut(let times) = $0 { for time in times { gate.passesOver(time) } } })
        {
            reading.frames.append(frame)
        }
        (reading.count, reading.wakefulness, reading.notes) = (source.dozeCount, source.wakefulness, notes.all)
        reading.outlook = source.dozeOutlook
        return reading
    }

    private final class NoteBox {
        var all: [String] = []
    }

    /// Times, in milliseconds, of frames that show the square.
    private func sightings(_ reading: Reading) -> [Int64] {
        reading.frames.filter { frame in
            (0..<320).contains { frame.image[$0, 85] > 150 }
        }.map(\.time.sinceStart.milliseconds)
    }

    private static let variable = "-c:v libx264 -preset veryfast -crf 28 -g 50 -sc_threshold 0"

    @Test(arguments: [
        ("plain.mp4", "\(variable) -bf 0"), ("b.mp4", "\(variable) -bf 3"), ("b.mkv", "\(variable) -bf 2"),
        ("a.ts", "\(variable) -bf 0"),
        // As smart codecs have it: key frames come as far apart as the camera likes.
        ("smart.mp4", "\(variable) -bf 0 -g 400 -keyint_min 400 -force_key_frames 0,2,4,9,16"),
        ("short.mp4", "-c:v libx264 -preset veryfast -crf 28 -g 12 -bf 0 -sc_threshold 0"),
        ("hevc.mp4", "-c:v libx265 -preset ultrafast -crf 28 -x265-params keyint=50:open-gop=0:log-level=1"),
    ])
    func `with dozing the same pictures show what came, at the same times`(name: String, encoding: String) throws {
        let media = try Media()
        let path = try clip(name, encoding, in: media)
        let (whole, dozed) = try (read(path, doze: .never), read(path))
        #expect(whole.asked == 450 && whole.count.dozed == 0)
        // It falls asleep after three seconds, and decodes what came after the last key frame when the square comes.
        #expect(dozed.count.dozed >= 98, "\(dozed.count) \(dozed.wakefulness)")
        #expect(dozed.count.wakes >= 1)
        // A few key frames' pictures are judged and not asked about.
        #expect(abs(dozed.asked + dozed.count.dozed - 450) <= 12)
        let (expected, found) = (sightings(whole), sightings(dozed))
        try #require(expected.count >= 9)
        // A key frame that was looked at may come on top.
        #expect(Set(expected).subtracting(found).isEmpty)
        #expect(dozed.frames.map(\.time) == dozed.frames.map(\.time).sorted())
        #expect(Set(dozed.frames.map(\.time)).count == dozed.frames.count)
    }

    @Test(arguments: [
        ("a.mp4", "\(variable) -bf 0", 4, DozeOutlook.dozes),
        ("a.avi", "-c:v mjpeg -q:v 5 -pix_fmt yuvj420p", 4, .stays(.codec)),
        (
            "a.ts", "-c:v libx264 -preset veryfast -b:v 4M -minrate 4M -maxrate 4M -bufsize 4M -nal-hrd cbr -g 50", 30,
            .stays(.sizes)
        ),
    ])
    func `a source that does not doze can say whether it could, and reads as ever`(
        name: String, encoding: String, noise: Int, outlook: DozeOutlook
    ) throws {
        let media = try Media()
        let path = try clip(name, encoding, in: media, noise: noise)
        let (plain, judged) = try (
            read(path, doze: .never), read(path, doze: .never, judges: true, leave: { .nothing(.off) })
        )
        #expect(judged.outlook == outlook)
        #expect(plain.outlook == .stays(.off))
        #expect(judged.notes.isEmpty && judged.count == DozeCount())
        #expect(plain.frames.map(\.time) == judged.frames.map(\.time))
        #expect(plain.frames.map(\.image) == judged.frames.map(\.image))
    }

    @Test func `what was kept is decoded as it would have been`() throws {
        let media = try Media()
        let path = try clip("b.mp4", "\(Self.variable) -bf 3", in: media)
        let (whole, dozed) = try (read(path, doze: .never), read(path))
        // The gates' phases may differ; each picture of one time is the same picture.
        let pictures = Dictionary(uniqueKeysWithValues: whole.frames.map { ($0.time, $0.image) })
        let shared = dozed.frames.filter { pictures[$0.time] != nil }
        #expect(shared.count > 20)
        for frame in shared { #expect(pictures[frame.time] == frame.image, "\(frame.time)") }
    }

    @Test func `pictures that nobody needs are spared while awake, and the frames are the same`() throws {
        let media = try Media()
        let path = try clip("b.mp4", "\(Self.variable) -bf 3 -b_strategy 0", in: media)
        let (all, some) = try (read(path), read(path, interval: .milliseconds(200)))
        #expect(some.asked < all.asked && some.count == all.count)
        #expect(some.frames.map(\.time) == all.frames.map(\.time))
        #expect(some.frames.map(\.image) == all.frames.map(\.image))
    }

    @Test func `what comes and goes between two key frames is seen`() throws {
        let media = try Media()
        // Key frames are at 10 and 12 s.
        let path = try clip("a.mp4", "\(Self.variable) -bf 0", in: media, appears: 10.6, goes: 11.5)
        let reading = try read(path)
        let found = sightings(reading)
        let first = try #require(found.first)
        #expect(found.count >= 4 && (10_600...10_800).contains(first))
        // The key frame at 10 s was passed over. It shows that nothing had moved up to it, so what came before it is not decoded.
        let times = reading.frames.map(\.time.sinceStart.milliseconds)
        #expect(!times.contains { 8000 < $0 && $0 < 10_000 })
        #expect(times.contains { (10_000...10_200).contains($0) })
    }

    @Test func `where something is seen that may be read yet, every key frame is looked at`() throws {
        let media = try Media()
        // Key frames of noise in so small a picture differ by more than a tenth.
        let path = try clip("a.mp4", "\(Self.variable) -bf 0", in: media, appears: 30, goes: 31, noise: 0)
        func looks(_ leave: Leave) throws -> [Int64] {
            let frames = try read(path, leave: { leave }).frames.filter(\.isUnstirred)
            return frames.map(\.time.sinceStart.milliseconds)
        }
        #expect(try looks(.betweenKeyFrames) == [4000, 6000, 8000, 10_000, 12_000, 14_000, 16_000])
        let some = try looks(.keyFrames)
        #expect((1...4).contains(some.count), "\(some)")
    }

    @Test(arguments: [("0,2,4,6,8,10,12,14,16", 300, 10), ("0,4,8,12,16", 0, 0), ("0,2,4,6,8,14,16", 100, 8)])
    func `what was hardly looked at is dozed past where key frames come every two seconds`(
        keys: String, least: Int, last: Double
    ) throws {
        let media = try Media()
        let encoding = "\(Self.variable) -bf 0 -g 400 -keyint_min 400 -force_key_frames \(keys)"
        let path = try clip("a.mp4", encoding, in: media, appears: 30, goes: 31)
        let (open, seen) = try (read(path, leave: { .betweenCloseKeyFrames }), read(path, leave: { .betweenKeyFrames }))
        #expect(open.count.dozed >= least && (least > 0 || open.count.dozed == 0), "\(open.count)")
        #expect(seen.count.dozed >= max(250, open.count.dozed))
        // From two and a half seconds after the last key frame before the gap on, every picture is decoded.
        let times = open.frames.map(\.time.sinceStart.seconds)
        if last == 8 { #expect(times.count { (8.2...10.6).contains($0) } >= 11, "What was kept comes, too") }
        if least == 0 { #expect(times.count == 90) }
    }

    @Test(arguments: [("a.mp4", "\(variable) -bf 0"), ("b.mp4", "\(variable) -bf 3")])
    func `it falls asleep and wakes between two key frames, and no picture comes twice`(
        name: String, encoding: String
    ) throws {
        let media = try Media()
        let encoding = encoding + " -g 400 -keyint_min 400 -force_key_frames 0,2,4,10,17"
        let path = try clip(name, encoding, in: media, appears: 13, goes: 14)
        let (whole, dozed) = try (read(path, doze: .never), read(path))
        let times = dozed.frames.map(\.time.sinceStart.milliseconds)
        #expect(dozed.count.wakes >= 1)
        // What comes wakes it in the middle of a group, and it sleeps again before the next key frame.
        #expect(!times.contains { (7000...9900).contains($0) } && !times.contains { (15_600...16_900).contains($0) })
        #expect(times.contains { (13_000...13_200).contains($0) })
        #expect(Set(sightings(whole)).subtracting(sightings(dozed)).isEmpty)
        #expect(times == times.sorted() && Set(times).count == times.count)
        #expect(abs(dozed.asked + dozed.count.dozed - 450) <= 4)
        let pictures = Dictionary(uniqueKeysWithValues: whole.frames.map { ($0.time, $0.image) })
        for frame in dozed.frames { #expect(pictures[frame.time].map { $0 == frame.image } ?? true, "\(frame.time)") }
    }

    @Test(arguments: [
        (
            "constant.mp4",
            "-c:v libx264 -preset veryfast -b:v 500k -minrate 500k -maxrate 500k -bufsize 250k -nal-hrd cbr -g 50", 6,
            "sizes"
        ),
        (
            "open.mp4", "-c:v libx265 -preset ultrafast -crf 28 -x265-params keyint=50:open-gop=1:log-level=1", 4,
            "open_gop"
        ),
        ("long.mp4", "-c:v libx264 -preset veryfast -crf 28 -g 400 -keyint_min 400 -sc_threshold 0", 4, "long_gop"),
        ("intra.mp4", "-c:v libx264 -preset veryfast -crf 28 -g 1", 4, "short_gop"),
        ("raw.h264", "\(variable) -bf 0", 4, "times"),
        ("a.avi", "-c:v mjpeg -q:v 5 -pix_fmt yuvj420p", 4, "codec"),
        ("a.nut", "-c:v rawvideo -r 5", 4, "codec"),
    ])
    func `what cannot be dozed through is decoded in full, and it says why`(
        name: String, encoding: String, noise: Int, reason: String
    ) throws {
        let media = try Media()
        let path = try clip(name, encoding, in: media, appears: 4, goes: 5, noise: noise)
        let (whole, dozed) = try (read(path, doze: .never), read(path))
        #expect(dozed.count.dozed == 0)
        let wanted = try #require(Wakefulness.Reason(rawValue: reason))
        #expect(dozed.wakefulness == .awake(wanted))
        #expect(dozed.asked == whole.asked)
        #expect(dozed.frames.map(\.time) == whole.frames.map(\.time))
        // Of a recording without such pictures nothing is said: nobody can change it. One key frame is too few to complain of.
        let isTold = !["codec", "long_gop"].contains(reason)
        #expect(dozed.notes.count { $0.contains("without dozing") } == (isTold ? 1 : 0))
    }

    @Test func `while somebody objects nothing is left out, and what was kept comes`() throws {
        let media = try Media()
        let path = try clip("a.mp4", "\(Self.variable) -bf 0", in: media, appears: 30, goes: 31)
        #expect(try read(path, leave: { .nothing(.watched) }).count.dozed == 0)
        var asked = 0
        // The second objection comes a second after it fell asleep.
        let reading = try read(
            path,
            leave: {
                asked += 1
                return asked == 25 ? .nothing(.undecided) : .keyFrames
            })
        #expect(reading.count.wakes >= 2, "That one, and the end of the recording")
        #expect(abs(reading.asked + reading.count.dozed - 450) <= 12)
        let times = reading.frames.map(\.time.sinceStart.milliseconds)
        let woken = zip(times, times.dropFirst()).filter { $0 > 5000 && $1 - $0 == 200 }
        // Nothing is seen to move, so it sleeps again after half a second. The last two seconds are looked at, too.
        #expect(woken.count >= 6)
    }

    @Test func `the end of a recording is looked at, though nothing stirs`() throws {
        let media = try Media()
        let path = try clip("a.mp4", "\(Self.variable) -bf 2", in: media, appears: 30, goes: 31)
        let reading = try read(path)
        #expect(reading.count.dozed > 100)
        let last = try #require(reading.frames.last).time.sinceStart.milliseconds
        #expect((17_600...18_000).contains(last))
        #expect(reading.wakefulness == .awake(.end))
    }

    @Test func `frames that rest on others say so, and the first after waking does not`() throws {
        let media = try Media()
        let reading = try read(clip("a.mp4", "\(Self.variable) -bf 0", in: media))
        let distances = zip(reading.frames, reading.frames.dropFirst())
        for (before, frame) in distances where frame.isUnstirred {
            #expect((frame.time - before.time) >= .milliseconds(500))
        }
        #expect(reading.frames.contains { $0.isUnstirred })
        let sightings = Set(sightings(reading))
        for frame in reading.frames where sightings.contains(frame.time.sinceStart.milliseconds) {
            #expect(!frame.isUnstirred)
        }
    }
}
