import ALPR
import Addresses
import CFFmpeg
import Capture
import Foundation
import Testing

@testable import FFmpegCapture

/// What is said of recordings that state something else than they have.
@Suite struct RecordingEndTests {
    /// 25 pictures of a moving test pattern in one second.
    private static let pattern = "-f lavfi -i testsrc=size=160x120:rate=25:duration=1"

    /// What is said of a recording that is read to its end, and its last picture's time.
    private func reading(_ path: String) throws -> (notes: [String], last: Duration?) {
        var notes: [String] = []
        let source = try FFmpegSource(SourceAddress(path), note: { notes.append($0) })
        var last: Duration?
        while let frame = try source.nextFrame(where: { _ in true }) { last = frame.time.sinceStart }
        return (notes, last)
    }

    @Test func `a recording that ends sooner than it states is told`() throws {
        let media = try Media()
        let long = "-f lavfi -i testsrc=size=160x120:rate=25:duration=8"
        let whole = try media.make("a.mkv", long, "-c:v libx264 -g 25")
        #expect(try reading(whole).notes.isEmpty)
        let data = try Data(contentsOf: URL(fileURLWithPath: whole))
        let cut = try reading(media.write(data.prefix(data.count / 2), to: "cut.mkv"))
        #expect(cut.notes.contains { $0.contains("cut.mkv ends at ") && $0.contains(" s of 8.0 s") }, "\(cut)")
        // Sound that goes on for longer is none of the pictures.
        for name in ["b.mkv", "b.mp4", "b.ts"] {
            let loud = try media.make(name, Self.pattern, "-f lavfi -i sine=duration=6 -c:v libx264 -c:a aac")
            #expect(try reading(loud).notes.isEmpty, "\(name)")
        }
        // A raw stream states no length.
        #expect(try reading(media.make("c.h264", Self.pattern, "-c:v libx264")).notes.isEmpty)
    }

    @Test func `a hole and an empty picture in a sequence are told`() throws {
        let media = try Media()
        _ = try media.make("f%03d.jpg", Self.pattern, "-frames:v 9")
        let path = media.path("f%03d.jpg")
        #expect(try !reading(path).notes.contains { $0.contains("not looked at") })
        _ = try media.write(Data(), to: "f005.jpg")
        let empty = try reading(path).notes
        #expect(
            empty.contains {
                $0.contains("has 9 pictures, and the last 5 were not looked at, since number 5 is missing")
            },
            "\(empty)")
        try FileManager.default.removeItem(atPath: media.path("f005.jpg"))
        let hole = try reading(path).notes
        #expect(
            hole.contains {
                $0.contains("has 8 pictures, and the last 4 were not looked at, since number 5 is missing")
            },
            "\(hole)")
    }

    @Test func `pictures whose time stamps run far too slowly are counted`() throws {
        let media = try Media()
        let long = "-f lavfi -i testsrc=size=160x120:rate=25:duration=6"
        let stamped = try media.make("a.mp4", long, "-c:v libx264 -bf 0 -bsf:v setts=pts=N:dts=N")
        let slow = try reading(stamped)
        #expect(slow.last.map { $0 > .seconds(3) && $0 < .seconds(6) } == true, "\(slow)")
        #expect(slow.notes.contains { $0.contains("counted from here on, 25 a second") }, "\(slow)")
        // A fast camera's are what they are.
        let fast = try reading(
            media.make("b.mp4", "-f lavfi -i testsrc=size=160x120:rate=240:duration=1", "-c:v libx264 -bf 0"))
        #expect(fast.notes.isEmpty && fast.last.map { $0 < .seconds(1) } == true, "\(fast)")
    }

    @Test func `a source that goes back to what it had kept is none whose time stamps stand still`() throws {
        var clock = RecordingClock(timeBase: AVRational(num: 1, den: 25))
        var picture = av_frame_alloc()
        defer { av_frame_free(&picture) }
        let frame = try #require(picture)
        // A key frame is looked at, and all from the one before it on is decoded.
        for (decoded, number) in ([100] + Array(50...160)).enumerated() {
            frame.pointee.best_effort_timestamp = Int64(number)
            let time = clock.time(of: frame, decoded: Int64(decoded), rate: 25)
            #expect(time.sinceStart == .milliseconds(40 * (number - 100)))
        }
        #expect(!clock.isCounting)
    }
}
