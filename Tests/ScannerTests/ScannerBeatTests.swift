import Basics
import Capture
import Dispatch
import Live
import Records
import Synchronization
import TestSupport
import Testing

@testable import Scanner

@Suite struct ScannerBeatTests {
    private let settings = ScanSettings()
    private let begin = Moment.now

    private func control(turned: Duration? = .zero, _ change: (inout SourceState) -> Void = { _ in }) -> ScanControl {
        let control = ScanControl(at: begin)
        control.source.update(at: begin.instant, change)
        control.turn.withLock { $0 = turned.map { ScannerTurn(at: begin.instant + $0) } }
        return control
    }

    private func turns(_ control: ScanControl, after time: Duration) -> Bool {
        control.beat(settings, showsPictures: true, at: begin.instant + time).turns
    }

    @Test func `a beat is read as it was written, whatever stands in its reason`() throws {
        let beats = [
            ScannerBeat(phase: .opening, turns: false),
            ScannerBeat(
                phase: .lost, turns: true, capture: .milliseconds(12), recognition: .seconds(3), showsPictures: false,
                gap: .init(cause: "out_of_focus", start: 1_764_348_000_123), trouble: "No space = left on\ndevice"),
        ]
        for beat in beats {
            #expect(beat.line.last == "\n" && beat.line.count { $0.isNewline } == 1)
            var expected = beat
            expected.trouble = beat.trouble?.replacing("\n", with: " ")
            #expect(ScannerBeat(line: String(beat.line.dropLast())) == expected)
        }
        #expect(ScannerBeat(line: "plated.beat/1 phase=working turns=1 later=7 capture_ms=1 recognition_ms=2") != nil)
        for none in ["", "plated.live/1", "plated.beat/1", "plated.beat/1 phase=dead turns=1 capture_ms=1"] {
            #expect(ScannerBeat(line: none) == nil)
        }
    }

    @Test func `a recognition that does not come back is told within ten seconds, however long ago capture turned`() {
        let control = control { $0.phase = .working(since: begin.instant) }
        control.source.beat(at: begin.instant + .seconds(9))
        #expect(turns(control, after: .seconds(7)) && !turns(control, after: .seconds(9)))
    }

    @Test func `a camera that is slow to send or to open is no hang, and one that never comes back is`() {
        let working = control(turned: .seconds(100)) { $0.phase = .working(since: begin.instant) }
        #expect(turns(working, after: .seconds(20)) && !turns(working, after: .seconds(26)))
        let opening = control(turned: .seconds(100))
        #expect(turns(opening, after: .seconds(24)) && !turns(opening, after: .seconds(26)))
    }

    @Test func `what loads before its first turn does not hang`() {
        #expect(turns(control(turned: nil), after: .seconds(20)))
    }

    @Test func `whoever asks hears it at once, also where pictures are refused and where as many watch as may`() throws
    {
        for showsPictures in [true, false] {
            let scene = try LiveScene(showsPictures: showsPictures, connections: 1)
            defer { scene.stop() }
            let watcher = try scene.watch()
            let first = try watcher.next().head
            #expect(first.contains(showsPictures ? #""kind":"idle""# : "live.offered is false"), "\(first)")
            for _ in 0..<20 {
                let asked = try scene.watch(ScannerBeat.question + "\n")
                let line = try asked.line()
                #expect(ScannerBeat(line: line)?.showsPictures == showsPictures, "\(line)")
            }
            if showsPictures { #expect(try scene.watch().next().head.contains("1 watch already")) }
        }
    }

    @Test func `a scan tells that its camera is gone, and what keeps its log from being written`() throws {
        let folder = try TemporaryFolder()
        let frames = ScannerScene().frames(5)
        let address = try UnixAddress(folder.file("gate.sock"))
        let heard = Mutex<ScannerBeat?>(nil)
        let source = ScriptedSource(isLive: true) { number in
            if number < 5 { return frames[number] }
            throw Lost()
        }
        var recipes = Scanner.Recipes(
            source: { source }, recogniser: { ScannerScene.recogniser() },
            outlet: { RecordingOutlet(recording: Recording(), unwritable: "No space left on device") })
        recipes.live = LiveOffer(address: address, hidesPlates: false, encode: { _ in [] })
        var settings = Scanner.Settings()
        settings.canary = nil
        settings.reconnect = [.seconds(60)]
        let scanner = Scanner(recipes: recipes, settings: settings, log: Talk().logger, now: { .now })
        DispatchQueue.global().async {
            eventually {
                guard let reader = LiveReader(address), (try? reader.ask(ScannerBeat.question + "\n")) != nil,
                    let line = try? reader.line(), let beat = ScannerBeat(line: line), beat.phase == .lost,
                    beat.gap != nil
                else { return false }
                heard.withLock { $0 = beat }
                return true
            }
            scanner.stop()
        }
        _ = scanner.run()
        let told = try #require(heard.withLock { $0 })
        #expect(told.turns && told.gap?.cause == "lost" && told.trouble == "No space left on device", "\(told)")
        #expect(abs((told.gap?.start ?? 0) - begin.wall.milliseconds) < 60_000)
    }
}
