import ALPR
import Capture
import Plates
import Records
import Synchronization
import TestSupport
import Testing

@testable import Scanner

/// A source that asks before every frame whether it may doze, and says that it left nine pictures out before each.
private struct Dozing: VideoSource {
    let isLive = false
    let asked: @Sendable (Leave) -> Void
    var frames: [Frame]
    var dozeCount = DozeCount()
    var wakefulness = Wakefulness.dozing
    /// Before each frame: pictures that nobody needed.
    var spared = 0

    mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        try nextFrame(where: admits, leave: { .keyFrames }, passedOver: { _ in })
    }

    mutating func nextFrame(
        where admits: (Timestamp) -> Bool, leave: () -> Leave, passedOver: (PassedOver) -> Void
    ) throws -> Frame? {
        asked(leave())
        guard !frames.isEmpty else { return nil }
        for _ in 0..<spared { passedOver(.spared) }
        for _ in 0..<9 { passedOver(.dozed) }
        dozeCount.dozed += 9
        let frame = frames.removeFirst()
        _ = admits(frame.time)
        return frame
    }
}

/// A camera whose pictures were kept, and come at once.
private struct Late: VideoSource {
    let isLive = true
    var lag: Duration
    var frames: [Frame]

    mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        while let frame = frames.first {
            frames.removeFirst()
            if admits(frame.time) { return frame }
        }
        return nil
    }
}

@Suite struct DozingTests {
    private let scene = ScannerScene()

    @Test func `a source may not doze while a plate is followed that may become an event`() {
        let box = Answers()
        let frames = stride(from: 0, to: 25, by: 5).map { scene.frames(25)[$0] }
        let recording = Recording()
        let scanner = scene.scanner(into: recording) {
            Dozing(asked: { box.add($0) }, frames: frames)
        }
        guard case .finished = scanner.run() else { return #expect(Bool(false), "it did not finish") }
        // Nothing yet; one reading; from the second on it is settled, and seen.
        #expect(
            box.all == [
                .keyFrames, .nothing(.undecided), .betweenKeyFrames, .betweenKeyFrames, .betweenKeyFrames,
                .betweenKeyFrames,
            ])
        #expect(scanner.counters.values.dozed == 45)
        #expect(scanner.counters.values.summary[0].hasPrefix("50 pictures: 5 analysed"))
        #expect(scanner.counters.values.summary[0].contains("45 dozed through"))
    }

    @Test func `a picture that was not decoded since nobody needed it counts as one that came too soon`() {
        let frames = stride(from: 0, to: 25, by: 5).map { scene.frames(25)[$0] }
        let scanner = scene.scanner(into: Recording()) { Dozing(asked: { _ in }, frames: frames, spared: 4) }
        guard case .finished = scanner.run() else { return #expect(Bool(false), "it did not finish") }
        let counted = scanner.counters.values
        #expect((counted.decoded, counted.tooSoon, counted.analysed) == (25, 20, 5))
    }

    @Test func `of what was kept as much is looked at as of a recording`() {
        // A reading takes longer than all the pictures take to come.
        let slow = ScriptedEngine { _, _ in
            let end = ContinuousClock.now + .milliseconds(10)
            while ContinuousClock.now < end {}
            return "AB12CD".map { Symbol($0, 0.98) }
        }
        // By this clock nothing takes time: a machine that tests keep busy looks idle, and one that is busy is in no hurry.
        let moment = Moment.now
        func looks() -> Int {
            let scanner = scene.scanner(into: Recording(), engine: slow, now: { moment }) {
                Late(lag: .seconds(2), frames: scene.frames(25))
            }
            guard case .finished = scanner.run() else { return 0 }
            return scanner.counters.values.analysed
        }
        // The second look comes after 120 ms and settles the plate; from there on every 200. A reading that waits for a processor for
        // 200 ms is not waited for, so one of some is enough.
        #expect((0..<8).contains { _ in looks() == 6 })
    }

    /// What the source was told, in order.
    private final class Answers: Sendable {
        private let state = Mutex<[Leave]>([])
        var all: [Leave] { state.withLock { $0 } }
        func add(_ answer: Leave) { state.withLock { $0.append(answer) } }
    }
}
