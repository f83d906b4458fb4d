import ALPR
import Basics
import Capture
import Dispatch
import Glibc
import Logging
import Plates
import Synchronization
import TestSupport
import Testing

import class Foundation.Thread

@testable import Records
@testable import Scanner

/// An outlet that keeps what it gets, for the test to look at afterwards.
private final class Recording: Sendable {
    struct State: Sendable {
        var plates: [AcceptedPlate] = []
        var reports = 0
        var reopened = 0
        var gaps: [GapRecord] = []
        /// What was asked of it, in order.
        var calls: [String] = []
    }

    let state = Mutex(State())
    /// What a write throws.
    let failure: LogFailure?

    init(failure: LogFailure? = nil) {
        self.failure = failure
    }
}

private struct RecordingOutlet: Outlet {
    let recording: Recording
    let backlog = 0
    /// Called before a plate is taken.
    var onPlate: () -> Void = {}

    mutating func write(_ recognition: Recognition, arrival: ContinuousClock.Instant?) throws {
        if !recognition.accepted.isEmpty {
            onPlate()
            if let failure = recording.failure { throw failure }
        }
        recording.state.withLock {
            $0.plates += recognition.accepted
            $0.reports += recognition.reports.count
            $0.calls.append("write")
        }
    }

    mutating func write(_ gap: GapRecord) { recording.state.withLock { $0.gaps.append(gap) } }
    mutating func reopen() { recording.state.withLock { $0.reopened += 1 } }
    mutating func flush() { recording.state.withLock { $0.calls.append("flush") } }
}

private struct Lost: Error {}

/// A source that got over some broken packets and then failed, with one picture before that or without any.
private struct Ailing: VideoSource {
    var isLive = false
    var frame: Frame?
    var health = SourceHealth()

    mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        if let frame {
            self.frame = nil
            return frame
        }
        health.brokenPackets = 3
        throw Lost()
    }
}

/// A camera that shows one picture, and then passes over damaged ones until it gives up; once it is opened anew, all are whole.
private struct Smearing: VideoSource {
    struct Stall: SourceLoss { let isStall = true }

    let isLive = true
    let isBetter: Bool
    var health = SourceHealth()
    private var number = 0

    init(isBetter: Bool) { self.isBetter = isBetter }

    mutating func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        try nextFrame(where: admits, passedOver: { _ in })
    }

    mutating func nextFrame(
        where admits: (Timestamp) -> Bool, passedOver: (SourceHealth) -> Void
    ) throws -> Frame? {
        while true {
            // A camera's own pace.
            Thread.sleep(forTimeInterval: 0.02)
            number += 1
            if isBetter || number == 1 {
                let time = Timestamp(.milliseconds(20 * number))
                guard admits(time) else { continue }
                return Frame(image: LumaImage(width: 320, height: 240), time: time)
            }
            health.damagedPictures += 1
            passedOver(health)
            if number > 200 { throw Stall() }
        }
    }
}

@Suite struct FrameSlotTests {
    private func frame(_ number: Int) -> Frame {
        Frame(image: LumaImage(width: 1, height: 1), time: Timestamp(.milliseconds(number)))
    }

    @Test func `live, the newest frame wins and the displaced ones are counted`() {
        let slot = FrameSlot()
        for number in 0..<5 { slot.replace(with: frame(number), at: .now) }
        #expect(slot.take()?.frame.time == Timestamp(.milliseconds(4)))
        #expect(slot.displaced == 4)
    }

    @Test func `of a recording no frame is lost, however slow the taker`() {
        let slot = FrameSlot()
        let feeder = DispatchQueue(label: "feeder")
        feeder.async {
            for number in 0..<200 {
                slot.put(
                    Frame(image: LumaImage(width: 1, height: 1), time: Timestamp(.milliseconds(number))), at: .now)
            }
            slot.close()
        }
        var taken: [Int64] = []
        while let arrival = slot.take() { taken.append(arrival.frame.time.sinceStart.milliseconds) }
        #expect(taken == Array(0..<200))
        #expect(slot.displaced == 0 && slot.isFinished)
    }

    @Test func `closing wakes both sides, and what waits can still be taken`() {
        let slot = FrameSlot()
        slot.put(frame(1), at: .now)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "feeder").async {
            slot.put(Frame(image: LumaImage(width: 1, height: 1), time: Timestamp(.zero)), at: .now)
            done.signal()
        }
        slot.close()
        #expect(done.wait(timeout: .now() + 5) == .success)
        #expect(slot.take() != nil)
        #expect(slot.take() == nil)
        #expect(slot.take() == nil)
    }

    @Test func `a wait for a frame ends with its time`() {
        #expect(FrameSlot().take(timeout: .now() + 0.01) == nil)
    }
}

@Suite struct BackoffTests {
    @Test func `the steps are taken in turn, the last for ever, each with a tenth of jitter`() {
        var generator = SplitMix64(seed: 7)
        var backoff = Backoff(schedule: [.seconds(1), .seconds(5), .seconds(10), .seconds(60)])
        let waits = (0..<6).map { _ in backoff.next(using: &generator).seconds }
        for (wait, step) in zip(waits, [1, 5, 10, 60, 60, 60.0]) { #expect(abs(wait - step) <= step / 10) }
        #expect(Set(waits.suffix(3)).count == 3)
        backoff.reset()
        #expect(backoff.next(using: &generator).seconds < 1.2)
    }
}

@Suite struct ScannerTests {
    private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// 25 pictures a second.
    private func frames(_ count: Int, from start: Int = 0) -> [Frame] {
        (start..<start + count).map {
            Frame(image: LumaImage(width: 320, height: 240), time: Timestamp(.milliseconds(40 * $0)))
        }
    }

    private func scanner(
        into recording: Recording, texts: [String] = ["AB12CD"],
        reconnect: [Duration] = [.milliseconds(5)], log: Logger? = nil,
        source: @escaping @Sendable () throws -> any VideoSource
    ) -> Scanner {
        var settings = Scanner.Settings()
        settings.reconnect = reconnect
        // The scripted engine reads one text, and not the canary's.
        settings.canary = nil
        return Scanner(
            recipes: .init(
                source: source,
                recogniser: {
                    Recogniser(
                        localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24)),
                        engine: ScriptedEngine(texts), settings: .everyFrame)
                },
                outlet: { RecordingOutlet(recording: recording) }),
            settings: settings, log: log ?? self.log)
    }

    @Test func `a recording is read to its end, every frame that is due`() {
        let recording = Recording()
        let frames = frames(100)
        let scanner = scanner(into: recording) { ScriptedSource(frames) }
        guard case .finished = scanner.run() else { return #expect(Bool(false), "it did not finish") }
        let counted = scanner.counters.values
        #expect(counted.decoded == 100)
        #expect(counted.analysed == 20)
        #expect(counted.tooSoon == 80)
        #expect(counted.displaced == 0)
        #expect(recording.state.withLock { $0.plates.map(\.text) } == ["AB12CD"])
        // Every candidate ended with one outcome.
        #expect(counted.acceptedCandidates + counted.rejected.values.reduce(0, +) == 20)
        #expect(recording.state.withLock { $0.reports } == 20)
    }

    @Test func `a source that hangs in the kernel holds up no end`() {
        let hung = DispatchSemaphore(value: 0)
        let reached = DispatchSemaphore(value: 0)
        let recording = Recording()
        var settings = Scanner.Settings()
        settings.grace = .milliseconds(50)
        let scanner = Scanner(
            recipes: .init(
                source: {
                    reached.signal()
                    hung.wait()
                    throw Lost()
                },
                recogniser: {
                    Recogniser(
                        localiser: ScriptedLocaliser(rowAt: Box(x: 1, y: 1, width: 9, height: 9)),
                        engine: ScriptedEngine([]), settings: .everyFrame)
                },
                outlet: { RecordingOutlet(recording: recording) }),
            settings: settings, log: log)
        DispatchQueue.global().async {
            reached.wait()
            scanner.stop()
        }
        guard case .stopped = scanner.run() else { return #expect(Bool(false), "it did not stop") }
        hung.signal()
    }

    @Test func `a source that cannot be opened ends the scan with its error`() {
        let scanner = scanner(into: Recording()) { throw Lost() }
        guard case .failed(let error) = scanner.run() else { return #expect(Bool(false), "it did not fail") }
        #expect(error is Lost)
    }

    @Test func `what a source got over is counted, also where it fails before its next picture`() {
        let scanner = scanner(into: Recording()) { Ailing() }
        _ = scanner.run()
        #expect(scanner.counters.values.brokenPackets == 3)
    }

    @Test func `a recording that breaks ends the scan, and what was accepted before is written`() {
        let recording = Recording()
        let frames = frames(50)
        let scanner = scanner(into: recording) { ScriptedSource(frames, failure: (at: 50, error: Lost())) }
        guard case .failed = scanner.run() else { return #expect(Bool(false), "it did not fail") }
        #expect(recording.state.withLock { $0.plates.count } == 1)
    }

    @Test func `a camera that is lost is opened again, as often as it takes`() {
        let recording = Recording()
        let attempts = Mutex(0)
        let frames = frames(10)
        let holder = Mutex<Scanner?>(nil)
        let scanner = scanner(into: recording) {
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt == 4 { holder.withLock { $0 }?.stop() }
            // The second and third attempts find nobody.
            if attempt == 2 || attempt == 3 { throw Lost() }
            return ScriptedSource(frames, isLive: true, failure: (at: 10, error: Lost()))
        }
        holder.withLock { $0 = scanner }
        guard case .stopped = scanner.run() else { return #expect(Bool(false), "it was not stopped") }
        #expect(attempts.withLock { $0 } == 4)
        #expect(scanner.counters.values.reconnects == 1)
        holder.withLock { $0 = nil }
    }

    @Test func `what a source got over is told once, however often it is opened anew over it`() {
        let talk = Talk()
        let opened = Mutex(0)
        let frame = frames(1)[0]
        let holder = Mutex<Scanner?>(nil)
        let scanner = scanner(into: Recording(), log: talk.logger) {
            if opened.withLock({
                $0 += 1; return $0
            }) == 5 {
                holder.withLock { $0 }?.stop()
            }
            var source = Ailing(isLive: true, frame: frame)
            source.health.losses = 1
            return source
        }
        holder.withLock { $0 = scanner }
        _ = scanner.run()
        holder.withLock { $0 = nil }
        #expect(scanner.counters.values.brokenPackets >= 4 * 3)
        #expect(talk.all.filter { $0.contains("packets that cannot be decoded") }.count == 1)
        #expect(talk.all.filter { $0.contains("packets are missing") }.count == 1)
    }

    @Test func `damage is counted while it lasts, and is one gap from its beginning to its end`() {
        let recording = Recording()
        let opened = Mutex(0)
        let scanner = scanner(into: recording) {
            Smearing(
                isBetter: opened.withLock { count in
                    count += 1
                    return count > 1
                })
        }
        let counted = Mutex(false)
        let stopper = Thread {
            eventually(within: 60) { recording.state.withLock { !$0.gaps.isEmpty } }
            counted.withLock { $0 = scanner.counters.values.damagedPictures > 0 && opened.withLock { $0 } == 1 }
            eventually(within: 60) { recording.state.withLock { $0.gaps.count >= 2 } }
            scanner.stop()
        }
        stopper.start()
        _ = scanner.run()
        #expect(counted.withLock { $0 })
        let gaps = recording.state.withLock { $0.gaps }
        #expect(gaps.map(\.gap.cause) == [.damaged, .damaged] && gaps.map { $0.end == nil } == [true, false])
        #expect(scanner.counters.values.reconnects == 1 && scanner.counters.values.gaps == [.damaged: 1])
    }

    @Test func `a stop wakes a scan that waits to reconnect`() {
        let frames = frames(1)
        let opened = Mutex(0)
        let scanner = scanner(into: Recording(), reconnect: [.seconds(60)]) {
            let first = opened.withLock { count in
                count += 1
                return count == 1
            }
            if !first { throw Lost() }
            return ScriptedSource(frames, isLive: true, failure: (at: 1, error: Lost()))
        }
        let stopper = Thread {
            eventually(within: 60) { scanner.counters.values.reconnects > 0 }
            scanner.stop()
        }
        stopper.start()
        let began = ContinuousClock.now
        _ = scanner.run()
        #expect(began.duration(to: .now) < .seconds(10))
    }

    @Test func `the frame in hand comes before a log that has to be looked after`() throws {
        let recording = Recording()
        let control = ScanControl(at: .now)
        let recipes = Scanner.Recipes(
            source: { ScriptedSource([]) },
            recogniser: { Recogniser(localiser: ScriptedLocaliser { _, _ in [] }, engine: ScriptedEngine([])) },
            outlet: { RecordingOutlet(recording: recording) })
        var loop = try RecognitionLoop(
            recipes: recipes, settings: .init(), control: control, log: log, now: { .now }, onPulse: { _ in })
        control.slot.put(frames(1)[0], at: .now)
        control.slot.close()
        loop.run()
        #expect(recording.state.withLock { $0.calls.prefix(2) } == ["write", "flush"])
    }

    @Test(arguments: [nil, EPIPE, ENOSPC])
    func `a plate is counted once it is written, or kept to be, and not where nobody takes it`(code: Int32?) {
        let recording = Recording(failure: code.map { LogFailure("writing", code: $0) })
        let frames = frames(50)
        let holder = Mutex<Scanner?>(nil)
        let before = Mutex<[Int]>([])
        let scanner = Scanner(
            recipes: .init(
                source: { ScriptedSource(frames) },
                recogniser: {
                    Recogniser(
                        localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24)),
                        engine: ScriptedEngine(["AB12CD"]), settings: .everyFrame)
                },
                outlet: {
                    RecordingOutlet(recording: recording) {
                        let counted = holder.withLock { $0?.counters.values.accepted ?? -1 }
                        before.withLock { $0.append(counted) }
                    }
                }),
            settings: .init(), log: log)
        holder.withLock { $0 = scanner }
        _ = scanner.run()
        holder.withLock { $0 = nil }
        #expect(before.withLock { $0 } == [0])
        #expect(scanner.counters.values.accepted == (code == EPIPE ? 0 : 1))
    }

    @Test func `an engine that fails on a frame costs that frame only`() {
        let recording = Recording()
        let frames = frames(50)
        let scanner = Scanner(
            recipes: .init(
                source: { ScriptedSource(frames) },
                recogniser: {
                    Recogniser(
                        localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24)),
                        engine: ScriptedEngine { number, _ in
                            if number == 1 { throw Lost() }
                            return "AB12CD".map { Symbol($0, 0.98) }
                        }, settings: .everyFrame)
                },
                outlet: { RecordingOutlet(recording: recording) }),
            settings: .init(), log: log)
        _ = scanner.run()
        #expect(scanner.counters.values.failed == 1)
        #expect(recording.state.withLock { $0.plates.count } == 1)
    }

    @Test func `a recogniser that cannot be made ends the scan`() {
        let frames = frames(50)
        let scanner = Scanner(
            recipes: .init(
                source: { ScriptedSource(frames) }, recogniser: { throw Lost() },
                outlet: { RecordingOutlet(recording: Recording()) }),
            settings: .init(), log: log)
        guard case .failed(let error) = scanner.run() else { return #expect(Bool(false), "it did not fail") }
        #expect(error is Lost)
    }
}
