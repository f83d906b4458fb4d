import ALPR
import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct GapKeeperTests {
    private let clock = TestClock()

    private func keeper(_ journal: GapJournal?, lastPlate: WallTime? = nil) -> GapKeeper {
        GapKeeper(settings: nil, roi: .wholePicture, journal: journal, camera: "gate", lastPlate: lastPlate)
    }

    private func source(_ phase: SourceState.Phase) -> SourceState {
        var state = SourceState(phase: phase, isLive: true, beat: clock.now.instant)
        state.lastWhole = clock.now.instant
        return state
    }

    /// Pictures have come since now.
    private var working: SourceState.Phase { .working(since: clock.now.instant) }

    /// One that has come just now.
    private var frame: FrameSlot.Arrival {
        let time = Timestamp(.milliseconds(clock.now.wall.milliseconds))
        return FrameSlot.Arrival(frame: Frame(image: .scene, time: time), at: clock.now.instant)
    }

    private func update(
        _ gaps: inout GapKeeper, at frame: FrameSlot.Arrival? = nil, _ state: SourceState,
        pauses: [Range<WallTime>] = []
    ) -> [GapRecord] {
        gaps.update(with: frame, source: state, pauses: pauses, now: clock.now)
    }

    @Test func `the time in which the scanner did not run is a gap, over with the first picture`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        let stopped = clock.now.wall
        journal.write(.init(alive: stopped))
        clock.advance(by: .seconds(60))
        var gaps = keeper(journal)
        let began = update(&gaps, source(.opening))
        #expect(began.map(\.gap.cause) == [.notRunning] && began[0].gap.start == stopped)
        clock.advance(by: .seconds(1))
        #expect(update(&gaps, source(.opening)).isEmpty)
        // Looked at when it has gone through recognition.
        let (phase, first, seen) = (working, frame, clock.now.wall)
        clock.advance(by: .milliseconds(300))
        #expect(update(&gaps, at: first, source(phase)).map(\.end) == [seen])
        #expect(update(&gaps, at: frame, source(phase)).isEmpty)
    }

    @Test func `a camera that answers at once does not hide that the scanner was away`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        journal.write(.init(alive: clock.now.wall))
        clock.advance(by: .seconds(60))
        var gaps = keeper(journal)
        let records = update(&gaps, at: frame, source(working))
        #expect(records.map(\.gap.cause) == [.notRunning, .notRunning])
        #expect(records.map { $0.end != nil } == [false, true])
    }

    @Test(arguments: [(5, 5), (-5, 0), (3600, 0)])
    func `a plate in the log shows that the scanner still ran, if the clock was right`(later: Int64, start: Int64)
        throws
    {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        let alive = clock.now.wall.milliseconds
        journal.write(.init(alive: WallTime(milliseconds: alive)))
        clock.advance(by: .seconds(60))
        var gaps = keeper(journal, lastPlate: WallTime(milliseconds: alive + later * 1000))
        #expect(update(&gaps, source(.opening)).map(\.gap.start.milliseconds) == [alive + start * 1000])
    }

    @Test func `the journal keeps the time of the last picture, to the second`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        var gaps = keeper(journal)
        let state = source(working)
        for _ in 0..<50 {
            clock.advance(by: .milliseconds(200))
            var state = state
            state.lastWhole = clock.now.instant
            _ = update(&gaps, at: frame, state)
            let alive = try #require(journal.read()).alive
            #expect(clock.now.wall.milliseconds - alive.milliseconds <= 1000)
        }
        // None comes any more, and it is not known to be lost yet.
        let last = source(state.phase)
        clock.advance(by: .seconds(10))
        #expect(gaps.finish(last, now: clock.now).isEmpty)
        #expect(journal.read()?.alive.milliseconds == clock.now.wall.milliseconds - 10_000)
    }

    @Test func `a gap that lasts over a restart has one beginning and one end`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        var before = keeper(journal)
        let lost = source(.lost(.lost, since: clock.now.instant))
        clock.advance(by: .seconds(100))
        let began = update(&before, lost)
        #expect(began.count == 1)
        #expect(before.finish(lost, now: clock.now).isEmpty)

        var after = keeper(journal)
        #expect(update(&after, source(.opening)).isEmpty)
        #expect(update(&after, source(.lost(.lost, since: clock.now.instant))).isEmpty)
        let ended = update(&after, at: frame, source(working))
        #expect(ended.map(\.gap) == began.map(\.gap))
    }

    @Test func `a quick restart is no gap`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        journal.write(.init(alive: clock.now.wall))
        clock.advance(by: .milliseconds(1900))
        var gaps = keeper(journal)
        #expect(update(&gaps, source(.opening)).isEmpty)
        #expect(update(&gaps, at: frame, source(working)).isEmpty && gaps.gap == nil)
        clock.advance(by: .seconds(60))
        #expect(update(&gaps, at: frame, source(working)).isEmpty)
    }

    @Test func `after a quick restart a camera that takes its time is a gap from the last picture to the first`() throws
    {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        let last = clock.now.wall
        journal.write(.init(alive: last))
        clock.advance(by: .milliseconds(900))
        // The first attempt finds nobody, and knows still when the last picture came.
        var first = keeper(journal)
        #expect(update(&first, source(.opening)).isEmpty)
        clock.advance(by: .milliseconds(900))
        #expect(first.finish(source(.opening), now: clock.now).isEmpty)
        #expect(journal.read()?.alive == last)
        var second = keeper(journal)
        clock.advance(by: .seconds(8))
        let began = update(&second, source(.opening))
        #expect(began.map(\.gap.cause) == [.notRunning] && began.first?.gap.start == last)
        let seen = clock.now.wall
        #expect(update(&second, at: frame, source(working)).map(\.end) == [seen])
    }

    @Test func `a lost camera is a gap from its last picture to its first, whenever that is looked at`() {
        var gaps = keeper(nil)
        let last = clock.now
        clock.advance(by: .seconds(20))
        let began = update(&gaps, source(.lost(.stalled, since: last.instant)))
        #expect(began.map(\.gap.start) == [last.wall])
        clock.advance(by: .seconds(40))
        let (first, phase) = (clock.now.wall, working)
        clock.advance(by: .seconds(3))
        #expect(update(&gaps, source(phase)).map(\.end) == [first])
    }

    @Test func `a pause of the scanner is a gap that is over, unless it lies in one`() {
        var gaps = keeper(nil)
        let start = clock.now.wall
        clock.advance(by: .seconds(25))
        let pause = start..<clock.now.wall
        let records = update(&gaps, source(working), pauses: [pause])
        #expect(records.map(\.gap.cause) == [.notRunning, .notRunning])
        #expect(records.map(\.end) == [nil, pause.upperBound] && records[0].gap.start == start)
        #expect(gaps.gap == nil)
        _ = update(&gaps, source(.lost(.lost, since: clock.now.instant)))
        #expect(update(&gaps, source(.lost(.lost, since: clock.now.instant)), pauses: [pause]).isEmpty)
    }

    @Test func `pictures of which hardly one is whole are a gap, also where the source is opened anew over it`() {
        var gaps = keeper(nil)
        var state = source(working)
        #expect(update(&gaps, at: frame, state).isEmpty)
        state.damagedSince = clock.now.instant
        clock.advance(by: .seconds(3))
        let began = update(&gaps, at: frame, state)
        #expect(began.map(\.gap.cause) == [.damaged] && began[0].end == nil)
        // One whole picture is no end of it.
        #expect(update(&gaps, at: frame, state).isEmpty)
        state.phase = .lost(.damaged, since: clock.now.instant)
        #expect(update(&gaps, state).isEmpty)
        state.phase = working
        #expect(update(&gaps, at: frame, state).isEmpty)
        state.damagedSince = nil
        #expect(update(&gaps, at: frame, state).map { $0.end != nil } == [true])
    }

    @Test func `a recording has no gaps`() {
        var gaps = keeper(nil)
        let state = SourceState(phase: .lost(.lost, since: clock.now.instant), beat: clock.now.instant)
        #expect(update(&gaps, at: frame, state).isEmpty)
    }
}

extension LumaImage {
    /// Not empty, and otherwise of no interest.
    fileprivate static var scene: LumaImage { LumaImage(width: 320, height: 240, filledWith: 90) }
}
