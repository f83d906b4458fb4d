import Capture
import Records
import Synchronization
import TestSupport
import Testing

import class Foundation.Thread

@testable import Scanner

/// What becomes of a scan whose source has trouble.
@Suite struct SourceLossTests {
    private let scene = ScannerScene()

    @Test func `what a source got over is counted, also where it fails before its next picture`() {
        let scanner = scene.scanner(into: Recording()) { Ailing() }
        _ = scanner.run()
        #expect(scanner.counters.values.brokenPackets == 3)
    }

    @Test func `a camera that is lost is opened again, as often as it takes`() {
        let recording = Recording()
        let attempts = Mutex(0)
        let frames = scene.frames(10)
        let holder = Mutex<Scanner?>(nil)
        let scanner = scene.scanner(into: recording) {
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
        let frame = scene.frames(1)[0]
        let holder = Mutex<Scanner?>(nil)
        let scanner = scene.scanner(into: Recording(), log: talk.logger) {
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
        let scanner = scene.scanner(into: recording) {
            Smearing(
                isBetter: opened.withLock { count in
                    count += 1
                    return count > 1
                })
        }
        let counted = Mutex(false)
        let stopper = Thread {
            eventually { recording.state.withLock { !$0.gaps.isEmpty } }
            counted.withLock { $0 = scanner.counters.values.damagedPictures > 0 && opened.withLock { $0 } == 1 }
            eventually { recording.state.withLock { $0.gaps.count >= 2 } }
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
        let frames = scene.frames(1)
        let opened = Mutex(0)
        let scanner = scene.scanner(into: Recording(), reconnect: [.seconds(60)]) {
            let first = opened.withLock { count in
                count += 1
                return count == 1
            }
            if !first { throw Lost() }
            return ScriptedSource(frames, isLive: true, failure: (at: 1, error: Lost()))
        }
        let stopper = Thread {
            eventually { scanner.counters.values.reconnects > 0 }
            scanner.stop()
        }
        stopper.start()
        let began = ContinuousClock.now
        _ = scanner.run()
        #expect(began.duration(to: .now) < .seconds(10))
    }
}
