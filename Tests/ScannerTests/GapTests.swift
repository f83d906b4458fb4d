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
    private let frame = Frame(
        image: LumaImage.scene, time: Timestamp(ContinuousClock.now.duration(to: .now)))

    private func sight(_ journal: GapJournal?) -> Sight {
        Sight(settings: nil, roi: .wholePicture, journal: journal, camera: "gate")
    }

    private func source(_ phase: SourceState.Phase) -> SourceState {
        var state = SourceState()
        state.isLive = true
        state.phase = phase
        return state
    }

    @Test func `the time in which the scanner did not run is a gap, over with the first picture`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        let stopped = WallTime(milliseconds: WallTime.now.milliseconds - 60_000)
        journal.write(.init(alive: stopped))
        var sight = sight(journal)
        let began = sight.look(at: nil, source: source(.opening))
        #expect(began.map(\.gap.cause) == [.notRunning] && began[0].gap.start == stopped)
        #expect(sight.look(at: nil, source: source(.opening)).isEmpty)
        #expect(sight.look(at: frame, source: source(.working)).map { $0.end != nil } == [true])
        #expect(sight.look(at: frame, source: source(.working)).isEmpty)
    }

    @Test func `a camera that answers at once does not hide that the scanner was away`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        journal.write(.init(alive: WallTime(milliseconds: WallTime.now.milliseconds - 60_000)))
        var sight = sight(journal)
        let records = sight.look(at: frame, source: source(.working))
        #expect(records.map(\.gap.cause) == [.notRunning, .notRunning])
        #expect(records.map { $0.end != nil } == [false, true])
    }

    @Test func `a gap that lasts over a restart has one beginning and one end`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        var before = sight(journal)
        let began = before.look(at: nil, source: source(.lost(.lost, since: .now - .seconds(100))))
        #expect(began.count == 1)
        #expect(before.finish(source(.lost(.lost, since: .now - .seconds(100)))).isEmpty)

        var after = sight(journal)
        #expect(after.look(at: nil, source: source(.opening)).isEmpty)
        #expect(after.look(at: nil, source: source(.lost(.lost, since: .now))).isEmpty)
        let ended = after.look(at: frame, source: source(.working))
        #expect(ended.map(\.gap) == began.map(\.gap))
    }

    @Test func `a quick restart is no gap`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gap"))
        journal.write(.init(alive: .now))
        var sight = sight(journal)
        #expect(sight.look(at: nil, source: source(.opening)).isEmpty)
    }

    @Test func `pictures of which hardly one is whole are a gap, also where the source is opened anew over it`() {
        var sight = sight(nil)
        var state = source(.working)
        #expect(sight.look(at: frame, source: state).isEmpty)
        state.damagedSince = .now - .seconds(3)
        let began = sight.look(at: frame, source: state)
        #expect(began.map(\.gap.cause) == [.damaged] && began[0].end == nil)
        // One whole picture is no end of it.
        #expect(sight.look(at: frame, source: state).isEmpty)
        state.phase = .lost(.damaged, since: .now)
        #expect(sight.look(at: nil, source: state).isEmpty)
        state.phase = .working
        #expect(sight.look(at: frame, source: state).isEmpty)
        state.damagedSince = nil
        #expect(sight.look(at: frame, source: state).map { $0.end != nil } == [true])
    }

    @Test func `a recording has no gaps`() {
        var sight = sight(nil)
        var state = SourceState()
        state.phase = .lost(.lost, since: .now)
        #expect(sight.look(at: frame, source: state).isEmpty)
    }
}

extension LumaImage {
    /// Not empty, and otherwise of no interest.
    fileprivate static var scene: LumaImage { LumaImage(width: 320, height: 240, filledWith: 90) }
}
