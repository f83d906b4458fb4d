import ALPR
import Basics
import Capture
import Logging
import Records
import Synchronization
import TestSupport
import Testing

import class Foundation.DispatchSemaphore
import class Foundation.FileManager
import class Foundation.Thread

@testable import Scanner

@Suite struct ShadowTests {
    private let scene = ScannerScene()
    private let folder: TemporaryFolder
    private var path: String { folder.file("shadow") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Plates by who reported them, and all counts together.
    private func written() throws -> (running: [String], shadow: [String], count: ShadowCount) {
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: path).first { $0.hasSuffix(".ndjson") })
        let day = ShadowDay(Array(try folder.text("shadow/\(name)").utf8), day: String(name.prefix(10)))
        func texts(_ by: ShadowPlate.Reporter) -> [String] { day.plates.filter { $0.by == by }.map(\.plate) }
        return (texts(.running), texts(.shadow), try #require(day.count))
    }

    private func settings(days: Int? = nil) -> ShadowDiary.Settings {
        .init(
            folder: path, camera: "gate", days: days, running: ["plates.per_frame": "3"],
            shadow: ["plates.per_frame": "6"])
    }

    private func scanner(
        into recording: Recording, shadow engine: ScriptedEngine, interval: Duration = .zero, isRecording: Bool,
        known: [ReportedPlate] = [], diary: (@Sendable () throws -> ShadowDiary)? = nil,
        source: @escaping @Sendable () throws -> any VideoSource
    ) -> Scanner {
        var options = Scanner.Settings()
        options.canary = nil
        options.grace = .seconds(60)
        let (settings, log) = (settings(), scene.log)
        let localiser = ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24))
        return Scanner(
            recipes: .init(
                source: source,
                recogniser: {
                    Recogniser(localiser: localiser, engine: ScriptedEngine(["AB12CD"]), settings: .everyFrame)
                },
                outlet: { RecordingOutlet(recording: recording, known: known) },
                shadow: ShadowOffer(
                    recogniser: { Recogniser(localiser: localiser, engine: engine, settings: .everyFrame) },
                    diary: diary ?? {
                        try ShadowDiary(
                            settings, clock: .recording(start: { WallTime(milliseconds: 1_790_000_000_000) }),
                            trust: .synchronised, log: log)
                    }, gate: FrameGate(interval: interval), isRecording: isRecording)),
            settings: options, log: log)
    }

    @Test
    func `of a recording it sees every picture that is looked at, and each text is written down with who said it`()
        throws
    {
        let frames = stride(from: 0, to: 50, by: 5).map { scene.frames(50)[$0] }
        let recording = Recording()
        let scanner = scanner(into: recording, shadow: ScriptedEngine(["AB12CX"]), isRecording: true) {
            ScriptedSource(frames)
        }
        guard case .finished = scanner.run() else { return #expect(Bool(false), "it did not finish") }
        let found = try written()
        #expect(found.running == ["AB12CD"] && found.shadow == ["AB12CX"])
        #expect(found.count.frames == 10 && found.count.looked == 10 && found.count.leftOut == 0)
        #expect(recording.state.withLock { $0.plates.map(\.text) } == ["AB12CD"])
        let day = String(try #require(FileManager.default.contentsOfDirectory(atPath: path).first).prefix(10))
        #expect(try folder.text("shadow/\(day).txt").contains("running: AB12CD (confidence"))
    }

    @Test func `what the log has reported before a restart, neither of the two reports again`() throws {
        let frames = stride(from: 0, to: 50, by: 5).map { scene.frames(50)[$0] }
        let known = [ReportedPlate(text: "AB12CD", lane: nil, lastSeen: Timestamp(.seconds(-10)))]
        let scanner = scanner(
            into: Recording(), shadow: ScriptedEngine(["AB12CD"]), isRecording: true, known: known
        ) { ScriptedSource(frames) }
        guard case .finished = scanner.run() else { return #expect(Bool(false), "it did not finish") }
        let found = try written()
        #expect(found.running.isEmpty && found.shadow.isEmpty && found.count.looked == 10)
    }

    @Test func `an interval of its own holds for it alone`() throws {
        let frames = stride(from: 0, to: 50, by: 5).map { scene.frames(50)[$0] }
        let scanner = scanner(
            into: Recording(), shadow: ScriptedEngine(["AB12CD"]), interval: .milliseconds(400), isRecording: true
        ) { ScriptedSource(frames) }
        guard case .finished = scanner.run() else { return #expect(Bool(false), "it did not finish") }
        let count = try written().count
        #expect(count.frames == 10 && count.looked == 5 && count.leftOut == 0)
    }

    @Test func `a camera's events wait for nothing that it does, and what it left out is counted`() throws {
        let recording = Recording()
        let (busy, free) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // It hangs in its first frame until everything else is over.
        let engine = ScriptedEngine { number, _ in
            if number == 0 {
                busy.signal()
                free.wait()
            }
            return []
        }
        let frames = scene.frames(250)
        let scanner = scanner(into: recording, shadow: engine, isRecording: false) {
            ScriptedSource(isLive: true) { number in
                // A camera's own pace; the shadow hangs from its first frame on.
                if number == 2 { busy.wait() }
                Thread.sleep(forTimeInterval: 0.01)
                return frames.indices.contains(number) ? frames[number] : nil
            }
        }
        let ended = Mutex(false)
        let runner = Thread {
            _ = scanner.run()
            ended.withLock { $0 = true }
        }
        runner.start()
        #expect(eventually { recording.state.withLock { $0.plates.map(\.text) } == ["AB12CD"] })
        #expect(eventually { scanner.counters.values.analysed > 20 })
        free.signal()
        #expect(eventually { ended.withLock { $0 } })
        let found = try written()
        #expect(found.running == ["AB12CD"] && found.shadow.isEmpty)
        #expect(found.count.leftOut > 10 && found.count.frames > found.count.looked, "\(found.count)")
    }

    @Test func `where it cannot be made, and where it fails on every picture, plates are read without it`() throws {
        let frames = stride(from: 0, to: 50, by: 5).map { scene.frames(50)[$0] }
        let recording = Recording()
        let without = scanner(
            into: recording, shadow: ScriptedEngine(["AB12CD"]), isRecording: true, diary: { throw Lost() }
        ) { ScriptedSource(frames) }
        guard case .finished = without.run() else { return #expect(Bool(false), "it did not finish") }
        #expect(recording.state.withLock { $0.plates.map(\.text) } == ["AB12CD"])
        let failing = scanner(
            into: recording, shadow: ScriptedEngine { _, _ in throw Lost() }, isRecording: true
        ) { ScriptedSource(frames) }
        guard case .finished = failing.run() else { return #expect(Bool(false), "it did not finish") }
        let found = try written()
        #expect(found.running == ["AB12CD"] && found.count.failed == 10 && found.count.looked == 0)
    }

    @Test func `it rests while the running configuration comes late, each time for longer`() {
        var pace = ShadowPace()
        let start = ContinuousClock.now
        func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }
        let frames = [
            (5, 0), (6, 0.2), (6, 0.9), (6, 1.3), (7, 1.5), (7, 3.3), (7, 3.6), (7, 200), (8, 201), (8, 202.1),
        ]
        let looks = frames.map { pace.mayLook(displaced: $0, at: at($1)) }
        #expect(looks == [true, false, false, true, false, false, true, true, false, true])
    }

    @Test func `of a camera each day has its difference once it is over, and old days go`() throws {
        let clock = TestClock()
        let epoch = clock.now.instant
        for day in ["2026-08-01", "2026-09-20", "2026-08-32.other"] {
            try folder.write("", to: "shadow/\(day).ndjson")
        }
        var diary = try ShadowDiary(
            settings(days: 14), clock: .live(epoch: epoch), trust: .synchronised, log: scene.log, now: clock.now)
        diary.tend(now: clock.now)
        var names: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []) }
        // The day of the clock is 2026-09-21.
        #expect(
            names == [
                "2026-08-32.other.ndjson", "2026-09-20.ndjson", "2026-09-20.txt", "2026-09-21.ndjson",
            ])
        let plate = AcceptedPlate(
            text: "AB12CD", raw: "AB12CD", confidence: 0.9, candidates: [],
            box: Box(x: 1, y: 2, width: 3, height: 4), reads: 2, framesSeen: 3, firstSeen: Timestamp(.zero),
            lastSeen: Timestamp(.seconds(1)), track: 1)
        diary.add(plate, by: .shadow, now: clock.now)
        clock.advance(by: .seconds(86_400))
        diary.tend(now: clock.now)
        #expect(try folder.text("shadow/2026-09-21.txt").contains("Only the shadow: 1\n"))
        #expect(names.contains("2026-09-22.ndjson") && !names.contains("2026-09-22.txt"))
        diary.finish(now: clock.now)
        #expect(try folder.text("shadow/2026-09-22.txt").contains("plates.per_frame: 6  # running: 3"))
        let failure = #expect(throws: Failure.self) {
            try ShadowDiary(settings(), clock: .live(epoch: epoch), trust: .synchronised, log: scene.log)
        }
        #expect("\(failure.map { "\($0)" } ?? "")".contains("shadow.folder"))
    }

    @Test func `while the clock cannot be trusted no day goes for its age`() throws {
        let clock = TestClock()
        try folder.write("", to: "shadow/2026-08-01.ndjson")
        let trust = ClockTrust(from: clock.now, log: scene.log) { false }
        var diary = try ShadowDiary(
            settings(days: 14), clock: .live(epoch: clock.now.instant), trust: trust, log: scene.log, now: clock.now)
        var isThere: Bool { FileManager.default.fileExists(atPath: folder.file("shadow/2026-08-01.ndjson")) }
        diary.tend(now: clock.now)
        #expect(isThere)
        clock.advance(by: .seconds(3600))
        diary.tend(now: clock.now)
        #expect(!isThere)
    }
}
