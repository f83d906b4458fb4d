import ALPR
import Capture
import Glibc
import Plates
import Synchronization
import TestSupport
import Testing

@testable import Records
@testable import Scanner

@Suite struct RecognitionLoopTests {
    private let scene = ScannerScene()

    @Test func `the frame in hand comes before a log that has to be looked after`() throws {
        let recording = Recording()
        let control = ScanControl(at: .now)
        let recipes = Scanner.Recipes(
            source: { ScriptedSource([]) },
            recogniser: { Recogniser(localiser: ScriptedLocaliser { _, _ in [] }, engine: ScriptedEngine([])) },
            outlet: { RecordingOutlet(recording: recording) })
        var loop = try RecognitionLoop(
            recipes: recipes, settings: .init(), control: control, log: scene.log, now: { .now }, onPulse: { _ in })
        control.slot.put(scene.frames(1)[0], at: .now)
        control.slot.close()
        loop.run()
        #expect(recording.state.withLock { $0.calls.prefix(2) } == ["write", "flush"])
    }

    @Test(arguments: [nil, EPIPE, ENOSPC])
    func `a plate is counted once it is written, or kept to be, and not where nobody takes it`(code: Int32?) {
        let recording = Recording(failure: code.map { LogFailure("writing", code: $0) })
        let frames = scene.frames(50)
        let holder = Mutex<Scanner?>(nil)
        let before = Mutex<[Int]>([])
        let scanner = Scanner(
            recipes: .init(
                source: { ScriptedSource(frames) },
                recogniser: { ScannerScene.recogniser() },
                outlet: {
                    RecordingOutlet(recording: recording) {
                        let counted = holder.withLock { $0?.counters.values.accepted ?? -1 }
                        before.withLock { $0.append(counted) }
                    }
                }),
            settings: .init(), log: scene.log, now: { .now })
        holder.withLock { $0 = scanner }
        _ = scanner.run()
        holder.withLock { $0 = nil }
        #expect(before.withLock { $0 } == [0])
        #expect(scanner.counters.values.accepted == (code == EPIPE ? 0 : 1))
    }

    @Test func `an engine that fails on a frame costs that frame only`() {
        let recording = Recording()
        let frames = scene.frames(50)
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
            settings: .init(), log: scene.log, now: { .now })
        _ = scanner.run()
        #expect(scanner.counters.values.failed == 1)
        #expect(recording.state.withLock { $0.plates.count } == 1)
    }
}
