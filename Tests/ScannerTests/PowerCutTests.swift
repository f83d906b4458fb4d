import ALPR
import Capture
import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import Scanner

/// A power cut takes the last half minute of the journal, and no line of the log.
@Suite struct PowerCutTests {
    private let clock = TestClock()
    private let folder: TemporaryFolder
    private let journal: GapJournal

    init() throws {
        folder = try TemporaryFolder()
        journal = GapJournal(path: folder.file("gap"))
    }

    private func keeper(_ lastGap: GapRecord? = nil, lastPlate: WallTime? = nil) -> GapKeeper {
        GapKeeper(
            settings: nil, roi: .wholePicture, journal: journal, camera: "gate", lastPlate: lastPlate, lastGap: lastGap)
    }

    private func update(_ gaps: inout GapKeeper, _ phase: SourceState.Phase) -> [GapRecord] {
        var state = SourceState(phase: phase, isLive: true, beat: clock.now.instant)
        state.lastWhole = clock.now.instant
        return gaps.update(with: nil, source: state, now: clock.now)
    }

    private func lose(_ gaps: inout GapKeeper) -> [GapRecord] {
        clock.advance(by: .seconds(5))
        return update(&gaps, .lost(.lost, since: clock.now.instant))
    }

    private func see(_ gaps: inout GapKeeper) -> [GapRecord] {
        clock.advance(by: .seconds(5))
        return update(&gaps, .working(since: clock.now.instant))
    }

    /// Takes away what the journal is told meanwhile, and a minute in which there is no power.
    private func cut(_ body: () -> Void) throws {
        let file = URL(fileURLWithPath: folder.file("gap"))
        let kept = try Data(contentsOf: file)
        body()
        #expect(try Data(contentsOf: file) != kept)
        try kept.write(to: file)
        clock.advance(by: .seconds(60))
    }

    @Test func `a gap that had just begun goes on, and has one end`() throws {
        var first = keeper()
        #expect(see(&first).isEmpty)
        var began: [GapRecord] = []
        try cut { began = lose(&first) }
        var second = keeper(began.last)
        let opening = update(&second, .opening)
        let lasting = lose(&second)
        let ended = see(&second)
        #expect(began.count == 1 && opening.isEmpty && lasting.isEmpty && journal.read()?.gap == nil)
        #expect(ended.map(\.gap) == began.map(\.gap) && ended.map(\.end) == [clock.now.wall])
    }

    @Test func `a gap that had just ended has no other end, and the scanner is away from then on`() throws {
        var first = keeper()
        let began = lose(&first)
        var ended: [GapRecord] = []
        try cut { ended = see(&first) }
        var second = keeper(ended.last)
        let away = update(&second, .opening)
        let back = see(&second)
        #expect(ended.map(\.gap) == began.map(\.gap))
        #expect(away.map(\.gap.cause) == [.notRunning] && away.first?.gap.start == ended.last?.end)
        #expect(back.map(\.gap) == away.map(\.gap) && back.map(\.end) == [clock.now.wall])
    }

    @Test(arguments: [true, false])
    func `a gap after the one that the journal knows counts, whether it lasts or is over`(isOver: Bool) throws {
        var first = keeper()
        _ = lose(&first)
        var last: GapRecord?
        try cut {
            _ = see(&first)
            last = lose(&first).last
            if isOver { last = see(&first).last }
        }
        let second = keeper(last)
        #expect(second.gap == (isOver ? nil : last?.gap))
    }

    @Test func `a gap whose end is in no file of the log any more does not last`() throws {
        var first = keeper()
        let began = lose(&first)
        _ = see(&first)
        #expect(began.count == 1 && keeper(began.last).gap == nil)
        // The journal knows of one that is not in the log.
        _ = lose(&first)
        #expect(keeper(began.last).gap == journal.read()?.gap && journal.read()?.gap != began[0].gap)
    }

    @Test func `without a journal the log tells what lasts, unless there was a plate since`() throws {
        let now = clock.now.wall.milliseconds
        let gap = Gap(id: "01A", cause: .lost, start: WallTime(milliseconds: now - 1000))
        let record = GapRecord(id: "01A", time: clock.now.wall, camera: "gate", gap: gap, end: nil)
        #expect(keeper(record).gap == gap)
        #expect(keeper(record, lastPlate: WallTime(milliseconds: now - 2000)).gap == gap)
        #expect(keeper(record, lastPlate: WallTime(milliseconds: now + 2000)).gap == nil)
        // Nor where none is kept.
        let anew = GapKeeper(settings: nil, roi: .wholePicture, journal: nil, camera: "gate", lastGap: record)
        #expect(anew.gap == nil)
    }

    @Test func `a record is in the log before the journal knows of it`() throws {
        let gap = Gap(id: "01A", cause: .lost, start: WallTime(milliseconds: 1))
        #expect(journal.write(.init(alive: WallTime(milliseconds: 2), gap: gap)))
        let scene = ScannerScene()
        let (kept, recording, frames) = (journal, Recording(), scene.frames(3))
        let known = Mutex<[Gap?]>([])
        var settings = ScanSettings()
        settings.sight = nil
        let scanner = Scanner(
            recipes: .init(
                source: { ScriptedSource(frames) }, recogniser: { ScannerScene.recogniser() },
                outlet: {
                    RecordingOutlet(
                        recording: recording,
                        onGap: {
                            let gap = kept.read()?.gap
                            known.withLock { $0.append(gap) }
                        })
                }, journal: kept),
            settings: settings, log: scene.log, now: { .now })
        _ = scanner.run()
        #expect(recording.state.withLock { $0.gaps.map(\.gap) } == [gap])
        #expect(known.withLock { $0 } == [gap] && journal.read()?.gap == nil)
    }
}
