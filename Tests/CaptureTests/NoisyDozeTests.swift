import ALPR
import Testing

@testable import Capture

/// Streams whose sizes vary by the sensor's noise while nothing moves.
@Suite struct NoisyDozeTests {
    /// Sizes with a spread of 95 bytes round a mean that falls from 620 to 297 after each key frame.
    private static func noisy(_ number: Int) -> Int {
        let after = number % 50
        return 290 + 330 / max(1, after) + [-150, 90, 0, 150, -90, -30, 30][number * 5 % 7]
    }

    @Test(arguments: [(20, true), (29, true), (33, false), (nil, false)])
    func `a stream with noise in its sizes is dozed through where it is coded so finely that vehicles show`(
        quantiser: Int?, dozes: Bool
    ) {
        var stream = CodedStream()
        (stream.bytes, stream.quantiser) = (Self.noisy, quantiser)
        stream.decode(500)
        #expect(stream.objection == (dozes ? nil : .sizes))
        #expect(stream.judge.outlook == (quantiser == 20 ? .dozes : dozes ? .dozesLightly : .stays(.sizes)))
        guard dozes else { return }
        // No noise stirs it, and where it shows much every key frame is looked at.
        stream.judge.restsOn(stream.picture)
        for _ in 0..<1000 {
            stream.number += 1
            if stream.picture.start == .inter {
                let answer = stream.judge.stir(at: stream.picture)
                #expect(answer == nil)
            } else {
                let passes = stream.judge.passes(stream.picture, with: .keyFrames)
                #expect(!passes || quantiser == 20)
                if !passes { stream.judge.restsOn(stream.picture) }
            }
        }
        // The least that a vehicle adds.
        stream.number += 5
        var pictures = 0
        while pictures < 40 {
            pictures += 1
            var picture = stream.picture
            picture.bytes += quantiser == 20 ? 280 : 99
            if stream.judge.stir(at: picture) == .moving { break }
            stream.number += 1
        }
        #expect(pictures <= (quantiser == 20 ? 8 : 24))
    }

    @Test func `a stream whose noise grows while it is dozed through wakes where the sizes tell nothing any more`() {
        var stream = CodedStream()
        // From a spread of 9 bytes to one of 95, never so fast that it would be a sign.
        stream.bytes = { 400 + [-150, 90, 0, 150, -90, -30, 30][$0 * 5 % 7] * min(100, max(10, $0 / 50)) / 100 }
        stream.decode(500)
        stream.rest()
        var reason: DozeJudge.Reason?
        while reason == nil, stream.number < 8000 {
            stream.number += 1
            if stream.picture.start == .inter {
                reason = stream.judge.stir(at: stream.picture)
            } else {
                stream.judge.restsOn(stream.picture)
            }
        }
        #expect(reason == .sizes)
        #expect((3000..<6000).contains(stream.number))
    }

    /// What a vehicle of little contrast adds is less than such a spread; key frames show it.
    @Test(
        arguments: [
            (33, 29, 50, nil), (33, 29, 75, .sizes), (33, nil, 50, nil), (33, nil, 75, .sizes), (90, nil, 50, .sizes),
            (9, 29, 75, nil), (9, nil, 75, nil),
        ] as [(Int, Int?, Int, DozeJudge.Reason?)])
    func `where sizes vary, key frames have to be close to each other`(
        spread: Int, quantiser: Int?, length: Int, reason: DozeJudge.Reason?
    ) {
        var stream = CodedStream()
        (stream.length, stream.quantiser) = (length, quantiser)
        stream.bytes = { 300 + [-150, 90, 0, 150, -90, -30, 30][$0 * 5 % 7] * spread / 95 }
        stream.decode(600)
        stream.judge.comes(stream.picture)
        stream.decode(length)
        stream.judge.comes(stream.picture)
        #expect(stream.objection == reason)
        // One that comes soon after the last that was looked at is passed over where the sizes tell plainly, or it is much the same.
        guard reason == nil, length == 50 else { return }
        stream.rest()
        stream.number += 50
        var key = stream.picture
        let passes = stream.judge.passes(key, with: .keyFrames)
        #expect(passes == (quantiser != nil))
        key.bytes += key.bytes / 30
        let passesOther = stream.judge.passes(key, with: .keyFrames)
        #expect(!passesOther)
    }
}
