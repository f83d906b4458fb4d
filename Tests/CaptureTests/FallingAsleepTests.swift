import ALPR
import Testing

@testable import Capture

/// When a source that is awake falls asleep, wherever in a group of pictures it is.
@Suite struct FallingAsleepTests {
    /// The first picture from which a stream may be dozed through.
    private func falling(_ stream: inout CodedStream, isStill: (Int) -> Bool = { _ in true }) -> Int? {
        while stream.number < 1000 {
            let picture = stream.picture
            if picture.start == .inter {
                if stream.judge.objection(to: picture) == nil { return stream.number }
            } else {
                _ = stream.objection
            }
            stream.judge.decodes(picture)
            if stream.number % 5 == 0 {
                stream.judge.judged(isStill: stream.number > 0 && isStill(stream.number), at: stream.time)
            }
            stream.number += 1
        }
        return nil
    }

    @Test func `it falls asleep between two key frames, as soon as it has been still for long enough`() {
        var stream = CodedStream()
        // What is learnt begins a second after the first picture that is still, and 50 pictures are enough.
        #expect(falling(&stream) == 81)
        var late = CodedStream()
        late.decode(250, isStill: { !(160...220).contains($0) })
        // The sixth picture of a group is the first that shows that they are long enough.
        #expect(falling(&late) == 255)
    }

    @Test func `where something is seen that may be read yet it has to be still for a second and a half`() {
        var stream = CodedStream()
        stream.decode(250, isStill: { !(160...220).contains($0) })
        _ = falling(&stream)
        #expect(stream.number == 255)
        #expect(stream.judge.isCalm(with: .keyFrames) && !stream.judge.isCalm(with: .betweenKeyFrames))
        for number in [255, 260, 265] { stream.judge.judged(isStill: true, at: Timestamp(.milliseconds(40 * number))) }
        #expect(stream.judge.isCalm(with: .betweenKeyFrames))
    }

    @Test(arguments: [(4, DozeJudge.Reason.shortGOP), (400, .longGOP)])
    func `between key frames that are too near or too far apart it does not fall asleep`(
        length: Int, reason: DozeJudge.Reason
    ) {
        var stream = CodedStream()
        stream.length = length
        stream.decode(800)
        #expect(stream.objection == reason)
        stream.judge.decodes(stream.picture)
        stream.number += 1
        for _ in 0..<3 {
            #expect(stream.judge.objection(to: stream.picture) == reason)
            #expect(!stream.judge.hasHope)
            stream.judge.decodes(stream.picture)
            stream.number += 1
        }
    }

    @Test func `a still picture on which the encoder spends more than usual is not dozed through`() {
        var stream = CodedStream()
        stream.decode(300)
        #expect(stream.objection == nil)
        stream.bytes = { (300..<345).contains($0) ? 180 : 100 + $0 % 7 * 4 }
        stream.decode(50)
        #expect(stream.objection == .moving)
        let fallen = falling(&stream) ?? 0
        #expect((351...365).contains(fallen), "\(fallen)")
    }

    /// Dozes from a key frame on, and tells after how many pictures it woke; it decodes what was kept then, and falls asleep again.
    private func wakes(_ stream: inout CodedStream, isStill: (Int) -> Bool = { _ in true }) -> Int? {
        let key = stream.number
        stream.number += 1
        while stream.number < key + 50 {
            if stream.judge.stir(at: stream.picture) != nil {
                let woken = stream.number - key
                stream.judge.wake()
                stream.number = key
                stream.decode(50, isStill: isStill)
                return woken
            }
            stream.number += 1
        }
        return nil
    }

    @Test func `pictures soon after a key frame are larger: it wakes for them a few times, and not for ever`() {
        for moves in [false, true] {
            var stream = CodedStream()
            stream.decode(300)
            stream.bytes = { $0 % 50 == 1 ? 220 : $0 % 50 == 2 ? 160 : 100 + $0 % 7 * 4 }
            var woken: [Int?] = []
            for _ in 0..<12 {
                #expect(stream.objection == nil)
                stream.judge.restsOn(stream.picture)
                // What is seen to move in the first half second is no false alarm, and nothing is learnt of it.
                woken.append(wakes(&stream) { number in !moves || number % 50 > 10 })
            }
            #expect(woken.first == 1)
            #expect(woken.suffix(4).allSatisfy { $0 == nil } == !moves, "\(woken)")
        }
    }

    @Test func `where nothing is seen to move after it woke it dozes again soon`() {
        for (moving, asleep) in [(0, 366), (340, 371)] {
            var stream = CodedStream()
            stream.decode(300)
            stream.rest()
            stream.number += 1
            for _ in 301..<350 {
                stream.number += 1
                if stream.picture.start == .inter { #expect(stream.judge.stir(at: stream.picture) == nil) }
            }
            stream.number = 349
            var odd = stream.picture
            odd.bytes = 9600
            let answer = stream.judge.stir(at: odd)
            #expect(answer == .moving)
            // The decoder goes on with what came after picture 320.
            var before = stream
            let decoded = (300...320).map { number in
                before.number = number
                return before.picture
            }
            stream.judge.wake(after: decoded)
            stream.number = 321
            #expect(falling(&stream, isStill: { $0 != moving }) == asleep)
        }
    }
}
