import ALPR
import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct GapTests {
    private func time(_ seconds: Int64) -> WallTime { WallTime(milliseconds: 1_790_000_000_000 + seconds * 1000) }

    @Test func `a gap is written when it begins and when it ends`() {
        var watch = GapWatch(camera: "gate")
        #expect(watch.update(nil, at: time(0)).isEmpty)
        let began = watch.update(Blindness(cause: .lost, since: time(5)), at: time(6))
        #expect(began.map(\.end) == [nil] && began[0].gap.start == time(5))
        #expect(watch.update(Blindness(cause: .lost, since: time(5)), at: time(7)).isEmpty)
        let ended = watch.update(nil, at: time(65))
        #expect(ended.map(\.end) == [time(65)])
        #expect(ended[0].gap == began[0].gap && ended[0].id != began[0].id)
        #expect(watch.update(nil, at: time(66)).isEmpty && watch.open == nil)
    }

    @Test func `a gap ends where it could be seen again, and not where that was noticed`() {
        var watch = GapWatch(camera: "gate")
        _ = watch.update(Blindness(cause: .lost, since: time(5)), at: time(6))
        #expect(watch.update(nil, at: time(65), seeingSince: time(64)).map(\.end) == [time(64)])
        _ = watch.update(Blindness(cause: .lost, since: time(70)), at: time(75))
        #expect(watch.update(nil, at: time(80), seeingSince: time(64)).map(\.end) == [time(70)])
    }

    @Test func `another cause ends one gap and begins the next, with no time between and none twice`() {
        var watch = GapWatch(camera: "gate")
        _ = watch.update(Blindness(cause: .dark, since: time(0)), at: time(10))
        let records = watch.update(Blindness(cause: .lost, since: time(20)), at: time(21))
        #expect(records.map(\.gap.cause) == [.dark, .lost])
        #expect(records.map(\.end) == [time(20), nil])
        #expect(records[1].gap.start == time(20))
        // Whatever is said to have begun before: one gap at a time.
        let third = watch.update(Blindness(cause: .frozen, since: time(5)), at: time(30))
        #expect(third[0].end == time(20) && third[1].gap.start == time(20))
    }

    @Test func `the records of gaps take their identifiers where all records of the process take them`() {
        var watch = GapWatch(camera: "gate")
        let before = EventIDs.ofThisProcess.next(at: .now)
        let began = watch.update(Blindness(cause: .dark, since: time(0)), at: .now)
        let after = EventIDs.ofThisProcess.next(at: .now)
        #expect(began.allSatisfy { before < $0.id && $0.id < after } && began.count == 1)
    }

    @Test func `a clock that is set back makes no gap end before its beginning`() {
        var watch = GapWatch(camera: "gate")
        _ = watch.update(Blindness(cause: .lost, since: time(100)), at: time(101))
        #expect(watch.update(nil, at: time(50))[0].end == time(100))
    }

    @Test func `the record is one line of JSON with its public fields`() {
        let gap = Gap(id: "01A", cause: .outOfFocus, start: time(0))
        let record = GapRecord(id: "01B", time: time(61), camera: "gate", gap: gap, end: time(60))
        #expect(
            String(decoding: record.line, as: UTF8.self) == """
                {"schema":"plated.gap/1","id":"01B","ts":"2026-09-21T14:14:21.000Z","camera":"gate","gap":"01A",\
                "state":"ended","cause":"out_of_focus","start":"2026-09-21T14:13:20.000Z",\
                "end":"2026-09-21T14:14:20.000Z","duration_s":60.0}

                """)
    }

    @Test func `a journal gives back what was written, and nothing for what is no journal`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gate.gap"))
        #expect(journal.read() == nil)
        let gap = Gap(id: "01A", cause: .stalled, start: time(3))
        for entry in [GapJournal.Entry(alive: time(1)), GapJournal.Entry(alive: time(9), gap: gap)] {
            #expect(journal.write(entry))
            #expect(journal.read() == entry)
        }
        for text in ["", "alive", "alive x\n", "\u{0}\u{0}\u{0}"] {
            #expect(GapJournal(path: try folder.write(text, to: "broken")).read() == nil)
        }
        // A gap that cannot be read costs the gap only.
        let half = try folder.write("alive 5\ngap 01A unheard_of 3\n", to: "half")
        #expect(GapJournal(path: half).read() == .init(alive: WallTime(milliseconds: 5)))
        #expect(!GapJournal(path: folder.file("no/folder")).write(.init(alive: time(0))))
    }
}

@Suite struct SightTests {
    private let clock = TestClock()

    private func sight(_ journal: GapJournal?, lastRecord: WallTime? = nil) -> Sight {
        Sight(settings: nil, roi: .wholePicture, journal: journal, camera: "gate", lastRecord: lastRecord)
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

    private func look(
        _ sight: inout Sight, at frame: FrameSlot.Arrival? = nil, _ state: SourceState, pauses: [Range<WallTime>] = []
    ) -> [GapRecord] {
        sight.look(at: frame, source: state, pauses: pauses, now: clock.now)
    }

    @Test func `the time in which the scanner did not run is a gap, over with the first picture`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        let stopped = clock.now.wall
        journal.write(.init(alive: stopped))
        clock.advance(by: .seconds(60))
        var sight = sight(journal)
        let began = look(&sight, source(.opening))
        #expect(began.map(\.gap.cause) == [.notRunning] && began[0].gap.start == stopped)
        clock.advance(by: .seconds(1))
        #expect(look(&sight, source(.opening)).isEmpty)
        // Looked at when it has gone through recognition.
        let (phase, first, seen) = (working, frame, clock.now.wall)
        clock.advance(by: .milliseconds(300))
        #expect(look(&sight, at: first, source(phase)).map(\.end) == [seen])
        #expect(look(&sight, at: frame, source(phase)).isEmpty)
    }

    @Test func `a camera that answers at once does not hide that the scanner was away`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        journal.write(.init(alive: clock.now.wall))
        clock.advance(by: .seconds(60))
        var sight = sight(journal)
        let records = look(&sight, at: frame, source(working))
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
        var sight = sight(journal, lastRecord: WallTime(milliseconds: alive + later * 1000))
        #expect(look(&sight, source(.opening)).map(\.gap.start.milliseconds) == [alive + start * 1000])
    }

    @Test func `the journal keeps the time of the last picture, to the second`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        var sight = sight(journal)
        let state = source(working)
        for _ in 0..<50 {
            clock.advance(by: .milliseconds(200))
            var state = state
            state.lastWhole = clock.now.instant
            _ = look(&sight, at: frame, state)
            let alive = try #require(journal.read()).alive
            #expect(clock.now.wall.milliseconds - alive.milliseconds <= 1000)
        }
        // None comes any more, and it is not known to be lost yet.
        let last = source(state.phase)
        clock.advance(by: .seconds(10))
        #expect(sight.finish(last, now: clock.now).isEmpty)
        #expect(journal.read()?.alive.milliseconds == clock.now.wall.milliseconds - 10_000)
    }

    @Test func `a gap that lasts over a restart has one beginning and one end`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        var before = sight(journal)
        let lost = source(.lost(.lost, since: clock.now.instant))
        clock.advance(by: .seconds(100))
        let began = look(&before, lost)
        #expect(began.count == 1)
        #expect(before.finish(lost, now: clock.now).isEmpty)

        var after = sight(journal)
        #expect(look(&after, source(.opening)).isEmpty)
        #expect(look(&after, source(.lost(.lost, since: clock.now.instant))).isEmpty)
        let ended = look(&after, at: frame, source(working))
        #expect(ended.map(\.gap) == began.map(\.gap))
    }

    @Test func `a quick restart is no gap`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        journal.write(.init(alive: clock.now.wall))
        clock.advance(by: .milliseconds(1900))
        var sight = sight(journal)
        #expect(look(&sight, source(.opening)).isEmpty)
    }

    @Test func `a lost camera is a gap from its last picture to its first, whenever that is looked at`() {
        var sight = sight(nil)
        let last = clock.now
        clock.advance(by: .seconds(20))
        let began = look(&sight, source(.lost(.stalled, since: last.instant)))
        #expect(began.map(\.gap.start) == [last.wall])
        clock.advance(by: .seconds(40))
        let (first, phase) = (clock.now.wall, working)
        clock.advance(by: .seconds(3))
        #expect(look(&sight, source(phase)).map(\.end) == [first])
    }

    @Test func `a pause of the scanner is a gap that is over, unless it lies in one`() {
        var sight = sight(nil)
        let start = clock.now.wall
        clock.advance(by: .seconds(25))
        let pause = start..<clock.now.wall
        let records = look(&sight, source(working), pauses: [pause])
        #expect(records.map(\.gap.cause) == [.notRunning, .notRunning])
        #expect(records.map(\.end) == [nil, pause.upperBound] && records[0].gap.start == start)
        #expect(sight.gap == nil)
        _ = look(&sight, source(.lost(.lost, since: clock.now.instant)))
        #expect(look(&sight, source(.lost(.lost, since: clock.now.instant)), pauses: [pause]).isEmpty)
    }

    @Test func `pictures of which hardly one is whole are a gap, also where the source is opened anew over it`() {
        var sight = sight(nil)
        var state = source(working)
        #expect(look(&sight, at: frame, state).isEmpty)
        state.damagedSince = clock.now.instant
        clock.advance(by: .seconds(3))
        let began = look(&sight, at: frame, state)
        #expect(began.map(\.gap.cause) == [.damaged] && began[0].end == nil)
        // One whole picture is no end of it.
        #expect(look(&sight, at: frame, state).isEmpty)
        state.phase = .lost(.damaged, since: clock.now.instant)
        #expect(look(&sight, state).isEmpty)
        state.phase = working
        #expect(look(&sight, at: frame, state).isEmpty)
        state.damagedSince = nil
        #expect(look(&sight, at: frame, state).map { $0.end != nil } == [true])
    }

    @Test func `a recording has no gaps`() {
        var sight = sight(nil)
        let state = SourceState(phase: .lost(.lost, since: clock.now.instant), beat: clock.now.instant)
        #expect(look(&sight, at: frame, state).isEmpty)
    }
}

@Suite struct PauseWatchTests {
    private let clock = TestClock()

    /// Goes on for so many seconds, with a tick twice a second and pictures or none.
    private func run(_ watch: inout PauseWatch, seconds: Int, hasPictures: Bool = true) {
        for step in 0..<10 * seconds {
            clock.advance(by: .milliseconds(100))
            if hasPictures { watch.sawPicture(at: clock.now) }
            if step % 5 == 4 { watch.tick(at: clock.now) }
        }
    }

    private func watch() -> PauseWatch {
        var watch = PauseWatch(at: clock.now)
        run(&watch, seconds: 10)
        return watch
    }

    @Test(arguments: [true, false])
    func `a stop is a pause from the last picture to the first, whoever notices it first`(tickFirst: Bool) {
        var watch = watch()
        let last = clock.now.wall
        clock.advance(by: .seconds(25))
        if tickFirst {
            watch.tick(at: clock.now)
            clock.advance(by: .milliseconds(40))
        }
        watch.sawPicture(at: clock.now)
        let first = clock.now.wall
        if !tickFirst { watch.tick(at: clock.now) }
        run(&watch, seconds: 10)
        #expect(watch.takePauses() == [last..<first])
        #expect(watch.takePauses().isEmpty)
    }

    @Test func `a camera that is silent while the scanner runs is no pause, nor is one that sends rarely`() {
        var watch = watch()
        run(&watch, seconds: 15, hasPictures: false)
        run(&watch, seconds: 1)
        // A pause long ago does not make one of what comes after it.
        clock.advance(by: .seconds(9))
        watch.sawPicture(at: clock.now)
        #expect(watch.takePauses().count == 1)
        run(&watch, seconds: 15, hasPictures: false)
        run(&watch, seconds: 1)
        #expect(watch.takePauses().isEmpty)
    }

    @Test func `a second's hiccup is no pause`() {
        var watch = watch()
        clock.advance(by: .milliseconds(1900))
        run(&watch, seconds: 1)
        #expect(watch.takePauses().isEmpty)
    }

    @Test func `a virtual machine's pause shows when its wall clock is set`() {
        var watch = watch()
        let last = clock.now.wall
        clock.advance(by: .milliseconds(40), wall: .seconds(300))
        run(&watch, seconds: 10)
        #expect(watch.takePauses().map(\.lowerBound) == [last])
        // Set back, there is no time that nobody saw.
        clock.advance(by: .milliseconds(40), wall: .seconds(-300))
        run(&watch, seconds: 10)
        #expect(watch.takePauses().isEmpty)
    }

    @Test func `a camera that is gone after a pause was not gone before it`() {
        var watch = watch()
        let last = clock.now.wall
        clock.advance(by: .seconds(25))
        let goneOn = clock.now
        watch.tick(at: goneOn)
        run(&watch, seconds: 3, hasPictures: false)
        #expect(watch.lost(at: clock.now) == goneOn.instant)
        #expect(watch.takePauses() == [last..<goneOn.wall])
        // Stopped again while there is no camera: that is in the gap already.
        clock.advance(by: .seconds(25))
        watch.tick(at: clock.now)
        #expect(watch.lost(at: clock.now) == nil && watch.takePauses().isEmpty)
        run(&watch, seconds: 5)
        #expect(watch.takePauses().isEmpty)
    }
}

extension LumaImage {
    /// Not empty, and otherwise of no interest.
    fileprivate static var scene: LumaImage { LumaImage(width: 320, height: 240, filledWith: 90) }
}
