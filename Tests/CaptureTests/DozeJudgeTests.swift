import ALPR
import Testing

@testable import Capture

@Suite struct DozeJudgeTests {
    @Test func `a still scene whose sizes are known lets the source doze from a key frame on`() {
        var stream = CodedStream()
        stream.decode(50)
        #expect(stream.objection == .learning, "Too few still pictures are known")
        stream.decode(100)
        #expect(stream.objection == nil)
    }

    @Test func `what moves keeps it awake until it has been still for a second`() {
        var stream = CodedStream()
        stream.decode(200)
        stream.decode(50, isStill: { $0 != 240 })
        #expect(stream.objection == .moving)
        stream.decode(50, isStill: { $0 != 275 })
        #expect(stream.objection == .moving)
        stream.decode(50)
        #expect(stream.objection == nil)
    }

    @Test func `sizes of moving pictures are not learnt`() {
        var stream = CodedStream()
        stream.bytes = { (50...150).contains($0) ? 9000 : 100 + $0 % 7 * 4 }
        stream.decode(150, isStill: { !(50...150).contains($0) })
        stream.decode(200)
        #expect(stream.objection == nil)
    }

    @Test(arguments: [(4, DozeJudge.Reason.shortGOP), (1, .shortGOP), (400, .longGOP)])
    func `key frames that are too near or too far apart keep it awake`(length: Int, reason: DozeJudge.Reason) {
        var stream = CodedStream()
        stream.length = length
        stream.decode(400)
        #expect(stream.objection == reason)
        #expect(reason.complaint != nil)
    }

    @Test func `an open group, a stream without times and a constant rate keep it awake`() {
        var open = CodedStream()
        open.keyStart = .key
        open.decode(300)
        #expect(open.objection == .openGOP)

        var timeless = CodedStream()
        timeless.decode(300)
        var key = timeless.picture
        key.time = nil
        #expect(timeless.judge.objection(to: key, blocks: 8160) == .times)

        var constant = CodedStream()
        constant.bytes = { 9000 + $0 % 5 * 10 }
        constant.decode(300)
        #expect(constant.objection == .sizes)
    }

    @Test func `whether it could doze is known once it was still for a while, whatever moves then`() {
        var stream = CodedStream()
        #expect(stream.judge.outlook == .unknown)
        stream.decode(200, isStill: { _ in false })
        _ = stream.objection
        #expect(stream.judge.outlook == .unknown)
        stream.decode(150)
        _ = stream.objection
        #expect(stream.judge.outlook == .dozes)
        stream.decode(50, isStill: { _ in false })
        #expect(stream.objection == .moving)
        #expect(stream.judge.outlook == .dozes)

        var constant = CodedStream()
        constant.bytes = { 9000 + $0 % 5 * 10 }
        constant.decode(300)
        _ = constant.objection
        #expect(constant.judge.outlook == .stays(.sizes))

        var rare = CodedStream()
        rare.length = 400
        for _ in 0..<300 {
            rare.judge.decodes(rare.picture)
            rare.number += 1
        }
        #expect(rare.judge.outlook == .unknown, "Of one key frame alone nobody knows how far apart they are")
        for _ in 0..<2 {
            rare.judge.decodes(rare.picture)
            rare.number += 1
        }
        #expect(rare.judge.outlook == .stays(.longGOP))
        rare.decode(97)
        _ = rare.objection
        #expect(rare.judge.outlook == .stays(.longGOP))
    }

    @Test func `pictures that are judged too seldom say nothing`() {
        var stream = CodedStream()
        stream.decode(300)
        stream.judge.judged(isStill: true, at: Timestamp(.seconds(14)))
        #expect(stream.objection == .moving)
    }

    // MARK: - Dozing

    private var dozing: CodedStream {
        var stream = CodedStream()
        stream.decode(300)
        stream.rest()
        stream.number += 1
        return stream
    }

    @Test func `nothing stirs in a still scene, for as long as it lasts`() {
        var stream = dozing
        for _ in 0..<10_000 {
            if stream.picture.start == .inter {
                let answer1 = stream.judge.stir(at: stream.picture)
                #expect(answer1 == nil)
            } else {
                stream.judge.restsOn(stream.picture)
            }
            stream.number += 1
        }
    }

    @Test func `what stirs wakes it, and it has to learn again that nothing does`() {
        var stream = dozing
        let answer2 = stream.judge.stir(at: stream.picture)
        #expect(answer2 == nil)
        var car = stream.picture
        car.bytes = 9600
        let answer3 = stream.judge.stir(at: car)
        #expect(answer3 == .moving)
        stream.judge.wake()
        // What was kept comes first, from its key frame on.
        stream.number = 300
        stream.decode(50, isStill: { $0 > 320 })
        #expect(stream.objection == .moving)
        stream.decode(100)
        #expect(stream.objection == nil)
    }

    @Test func `it wakes where no key frame comes, or times jump`() {
        var stream = dozing
        stream.length = 100_000
        let start = stream.number
        while stream.judge.stir(at: stream.picture) == nil, stream.number < 1000 { stream.number += 1 }
        // Twelve seconds after the key frame.
        #expect(stream.number - start == 300)

        var back = dozing
        var early = back.picture
        early.time = Timestamp(.seconds(1))
        let answer4 = back.judge.stir(at: early)
        #expect(answer4 == .times)
        early.time = nil
        let answer5 = back.judge.stir(at: early)
        #expect(answer5 == .times)
    }

    @Test(arguments: [(50, 100), (25, 100), (100, 100), (75, 150), (250, 250)])
    func `a key frame soon after one that was looked at is kept, and the next one after 3·5 s is looked at`(
        length: Int, looked: Int
    ) {
        var stream = CodedStream()
        stream.length = length
        stream.decode(500)
        let start = stream.number
        stream.rest()
        var looks: [Int] = []
        while stream.number < start + 1000 {
            stream.number += 1
            if stream.picture.start == .inter {
                let answer6 = stream.judge.stir(at: stream.picture)
                #expect(answer6 == nil)
            } else if !stream.judge.passes(stream.picture, with: .keyFrames) {
                looks.append(stream.number - start)
                stream.judge.restsOn(stream.picture)
            }
        }
        #expect(looks == Array(stride(from: looked, through: 1000, by: looked)))
    }

    @Test(arguments: [(50, 50), (25, 50), (75, 75), (100, 100)])
    func `where something is seen that may be read yet, a key frame is looked at every two seconds`(
        length: Int, looked: Int
    ) {
        var stream = CodedStream()
        stream.length = length
        stream.decode(500)
        let start = stream.number
        stream.rest()
        var looks: [Int] = []
        while stream.number < start + 600 {
            stream.number += 1
            if stream.picture.start == .inter {
                let answer = stream.judge.stir(at: stream.picture)
                #expect(answer == nil)
            } else if !stream.judge.passes(stream.picture, with: .betweenKeyFrames) {
                looks.append(stream.number - start)
                stream.judge.restsOn(stream.picture)
            }
        }
        #expect(looks == Array(stride(from: looked, through: 600, by: looked)))
    }

    @Test(arguments: [(50, nil), (62, nil), (63, .undecided), (100, .undecided)] as [(Int, DozeJudge.Reason?)])
    func `what was hardly looked at keeps it awake where key frames are far apart`(
        length: Int, reason: DozeJudge.Reason?
    ) {
        var stream = CodedStream()
        stream.length = length
        #expect(stream.judge.objection(to: .betweenCloseKeyFrames, at: stream.time) == .undecided)
        stream.judge.comes(stream.picture)
        #expect(stream.judge.objection(to: .betweenCloseKeyFrames, at: stream.time) == .undecided, "Of one alone")
        stream.number = length
        stream.judge.comes(stream.picture)
        #expect(stream.judge.objection(to: .betweenCloseKeyFrames, at: stream.time) == reason)
        #expect(stream.judge.objection(to: .betweenKeyFrames, at: stream.time) == nil)
        #expect(stream.judge.objection(to: .nothing(.watched), at: stream.time) == .watched)
        // The next one is late.
        stream.number = length + 63
        #expect(stream.judge.objection(to: .betweenCloseKeyFrames, at: stream.time) == .undecided)
        #expect(stream.judge.objection(to: .betweenCloseKeyFrames, at: nil) == .undecided)
        // A clock that was set back.
        stream.number = 0
        stream.judge.comes(stream.picture)
        #expect(stream.judge.objection(to: .betweenCloseKeyFrames, at: stream.time) == .undecided)
    }

    @Test func `a key frame of another size is looked at, however soon it comes`() {
        for (bytes, isPassed) in [(40_000, true), (40_700, true), (39_300, true), (41_000, false), (39_000, false)] {
            var stream = dozing
            stream.number = 350
            var key = stream.picture
            #expect(key.start == .afresh)
            key.bytes = bytes
            let answer7 = stream.judge.passes(key, with: .keyFrames)
            #expect(answer7 == isPassed, "\(bytes)")
        }
        var timeless = dozing
        timeless.number = 350
        var key = timeless.picture
        key.time = nil
        let answer8 = timeless.judge.passes(key, with: .keyFrames)
        #expect(!answer8)
    }

    @Test func `what is kept over several key frames is bounded in time`() {
        var stream = dozing
        stream.length = 100_000
        var key = stream.picture
        (key.start, key.bytes) = (.afresh, 40_000)
        let answer9 = stream.judge.passes(key, with: .keyFrames)
        #expect(answer9)
        let start = stream.number
        while stream.judge.stir(at: stream.picture) == nil, stream.number < 1000 { stream.number += 1 }
        #expect(
            stream.number - start == 300,
            "Twelve seconds after the key frame that was looked at, not after the one that was kept")
    }

    @Test func `it wakes before too much is kept`() {
        var stream = dozing
        var reason: DozeJudge.Reason?
        var kept = 0
        // Pictures as large as those of a constant rate, learnt as usual, would be.
        while reason == nil, kept < 100 << 20 {
            var large = stream.picture
            large.bytes = 3 << 20
            kept += large.bytes
            reason = stream.judge.stir(at: large)
        }
        #expect(reason != nil && kept <= 12 << 20)
    }
}
