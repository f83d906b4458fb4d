import ALPR
import Capture
import Dispatch
import Records
import Synchronization
import TestSupport
import Testing

@testable import Scanner

@Suite struct ScannerTests {
    private let scene = ScannerScene()

    @Test func `a recording is read to its end, every frame that is due`() {
        let recording = Recording()
        let frames = scene.frames(100)
        let scanner = scene.scanner(into: recording, quickens: false) { ScriptedSource(frames) }
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

    @Test func `while a plate is undecided more pictures are due, every time the same ones`() {
        let frames = scene.frames(100)
        func analysed(_ texts: [String]) -> Int {
            let scanner = scene.scanner(into: Recording(), texts: texts) { ScriptedSource(frames) }
            guard case .finished = scanner.run() else { return -1 }
            return scanner.counters.values.analysed
        }
        // At 0 and 120 ms, where it is decided; and then every 200 ms.
        #expect(analysed(["AB12CD"]) == 21)
        // What never is gets a second of every third picture, which is the first one that is not too soon.
        let noise = (0..<40).map { "AB12C\($0 % 7)" }
        #expect((21...26).contains(analysed(noise)), "\(analysed(noise))")
        #expect(analysed(noise) == analysed(noise))
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
            settings: settings, log: scene.log, now: { .now })
        DispatchQueue.global().async {
            reached.wait()
            scanner.stop()
        }
        guard case .stopped = scanner.run() else { return #expect(Bool(false), "it did not stop") }
        hung.signal()
    }

    @Test func `a source that cannot be opened ends the scan with its error`() {
        let scanner = scene.scanner(into: Recording()) { throw Lost() }
        guard case .failed(let error) = scanner.run() else { return #expect(Bool(false), "it did not fail") }
        #expect(error is Lost)
    }

    @Test func `a recording that breaks ends the scan, and what was accepted before is written`() {
        let recording = Recording()
        let frames = scene.frames(50)
        let scanner = scene.scanner(into: recording) { ScriptedSource(frames, failure: (at: 50, error: Lost())) }
        guard case .failed = scanner.run() else { return #expect(Bool(false), "it did not fail") }
        #expect(recording.state.withLock { $0.plates.count } == 1)
    }

    @Test func `a recogniser that cannot be made ends the scan`() {
        let frames = scene.frames(50)
        let scanner = Scanner(
            recipes: .init(
                source: { ScriptedSource(frames) }, recogniser: { throw Lost() },
                outlet: { RecordingOutlet(recording: Recording()) }),
            settings: .init(), log: scene.log, now: { .now })
        guard case .failed(let error) = scanner.run() else { return #expect(Bool(false), "it did not fail") }
        #expect(error is Lost)
    }
}
