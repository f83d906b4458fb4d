import ALPR
import Capture
import Records
import TestSupport
import Testing

@testable import Scanner

/// Gaps of a machine whose clock is years behind when it starts, and is put right later.
@Suite struct ClockBehindTests {
    private static let year = Duration.seconds(31_536_000)

    private let clock = TestClock()
    private let folder: TemporaryFolder
    private let journal: GapJournal
    /// When the scanner last ran, by a clock that was right.
    private let ranBefore: WallTime

    init() throws {
        folder = try TemporaryFolder()
        journal = GapJournal(path: folder.file("gap"))
        ranBefore = clock.now.wall
    }

    /// Of a machine that was without power for an hour, and whose clock does not know it.
    private func keeper(lastPlate: WallTime? = nil) -> GapKeeper {
        clock.advance(by: .seconds(3600), wall: Duration.zero - Self.year)
        return GapKeeper(settings: nil, roi: .wholePicture, journal: journal, camera: "gate", lastPlate: lastPlate)
    }

    private func putRight() { clock.advance(by: .seconds(1), wall: Self.year + .seconds(3601)) }

    private func source(_ phase: SourceState.Phase) -> SourceState {
        var state = SourceState(phase: phase, isLive: true, beat: clock.now.instant)
        state.lastWhole = clock.now.instant
        return state
    }

    /// Ten seconds of pictures, between which the clock is put right.
    private func watch(_ gaps: inout GapKeeper) -> [GapRecord] {
        var watch = PauseWatch(at: clock.now)
        let state = source(.working(since: clock.now.instant))
        var records: [GapRecord] = []
        for second in 0..<10 {
            if second == 5 { putRight() } else { clock.advance(by: .seconds(1)) }
            watch.sawPicture(at: clock.now)
            records += gaps.update(with: nil, source: state, pauses: watch.takePauses(), now: clock.now)
        }
        return records
    }

    @Test func `while pictures come it is a gap from when the scanner last ran`() {
        journal.write(.init(alive: ranBefore))
        var gaps = keeper()
        let opening = gaps.update(with: nil, source: source(.opening), now: clock.now)
        #expect(opening.isEmpty)
        let records = watch(&gaps)
        #expect(records.map(\.gap.cause) == [.notRunning, .notRunning])
        #expect(records.map(\.gap.start) == [ranBefore, ranBefore])
        #expect(records.last?.end.map { $0 > ranBefore } == true && gaps.gap == nil)
    }

    @Test func `without a journal the last plate tells when the scanner ran`() {
        var gaps = keeper(lastPlate: ranBefore)
        #expect(watch(&gaps).map(\.gap.start) == [ranBefore, ranBefore])
    }

    @Test func `where nothing is known of before it is a gap from the last picture, as it was`() {
        var gaps = keeper()
        let start = clock.now.wall
        let records = watch(&gaps)
        #expect(records.count == 2 && records.allSatisfy { $0.gap.start > start && $0.gap.start < ranBefore })
    }

    @Test(arguments: [true, false])
    func `a camera that was lost meanwhile is lost from when the scanner last ran`(isBackAtOnce: Bool) {
        journal.write(.init(alive: ranBefore))
        var gaps = keeper()
        let lost = source(.lost(.lost, since: clock.now.instant))
        clock.advance(by: .seconds(20))
        let began = gaps.update(with: nil, source: lost, now: clock.now)
        #expect(began.map(\.gap.cause) == [.lost] && began[0].gap.start < ranBefore)
        clock.advance(by: .seconds(20))
        let lasting = gaps.update(with: nil, source: lost, now: clock.now)
        #expect(lasting.isEmpty)
        putRight()
        var anew: [GapRecord] = []
        if !isBackAtOnce {
            anew = gaps.update(with: nil, source: lost, now: clock.now)
            #expect(journal.read()?.gap?.start == ranBefore)
        }
        let seen = clock.now
        anew += gaps.update(with: nil, source: source(.working(since: seen.instant)), now: seen)
        #expect(anew.map(\.gap.cause) == [.lost, .lost, .lost])
        // That of the wrong time has no length.
        #expect(anew.map(\.gap.start) == [began[0].gap.start, ranBefore, ranBefore])
        #expect(anew.map(\.end) == [began[0].gap.start, nil, seen.wall])
        #expect(anew[0].gap.id == began[0].gap.id && anew[1].gap.id == anew[2].gap.id && gaps.gap == nil)
    }

    @Test func `a gap that lasts since before the start has one beginning`() {
        let start = WallTime(milliseconds: ranBefore.milliseconds - 7_200_000)
        journal.write(.init(alive: ranBefore, gap: Gap(id: "01A", cause: .lost, start: start)))
        var gaps = keeper()
        let lost = source(.lost(.lost, since: clock.now.instant))
        let behind = gaps.update(with: nil, source: lost, now: clock.now)
        putRight()
        let right = gaps.update(with: nil, source: lost, now: clock.now)
        #expect(behind.isEmpty && right.isEmpty && gaps.gap?.start == start)
        let seen = clock.now
        let ended = gaps.update(with: nil, source: source(.working(since: seen.instant)), now: seen)
        #expect(ended.map(\.gap.start) == [start] && ended.map(\.end) == [seen.wall])
    }

    @Test func `a pause of a scanner whose clock is right begins with its last picture`() {
        journal.write(.init(alive: ranBefore))
        clock.advance(by: .seconds(1))
        var gaps = GapKeeper(settings: nil, roi: .wholePicture, journal: journal, camera: "gate")
        let state = source(.working(since: clock.now.instant))
        let quick = gaps.update(with: nil, source: state, now: clock.now)
        let last = clock.now.wall
        clock.advance(by: .seconds(30))
        let records = gaps.update(with: nil, source: state, pauses: [last..<clock.now.wall], now: clock.now)
        #expect(quick.isEmpty && records.map(\.gap.start) == [last, last])
    }

    @Test func `a scanner that is started again before the clock is put right knows it, too`() {
        journal.write(.init(alive: ranBefore))
        var first = keeper()
        let state = source(.working(since: clock.now.instant))
        _ = first.update(with: nil, source: state, now: clock.now)
        clock.advance(by: .milliseconds(500))
        _ = first.finish(state, now: clock.now)
        clock.advance(by: .seconds(1))
        var second = GapKeeper(
            settings: nil, roi: .wholePicture, journal: journal, camera: "gate", lastPlate: ranBefore)
        let opening = second.update(with: nil, source: source(.opening), now: clock.now)
        #expect(opening.isEmpty)
        let records = watch(&second).filter { $0.gap.cause == .notRunning && $0.gap.start >= ranBefore }
        #expect(records.map(\.gap.start) == [ranBefore, ranBefore])
    }

    @Test(arguments: [true, false])
    func `a gap begun before a restart is put right after it, whenever the clock is`(isSetBetween: Bool) {
        journal.write(.init(alive: ranBefore))
        var first = keeper()
        let lost = source(.lost(.lost, since: clock.now.instant))
        let began = first.update(with: nil, source: lost, now: clock.now)
        _ = first.finish(lost, now: clock.now)
        #expect(began.map(\.gap.cause) == [.lost] && began[0].gap.start < ranBefore)
        if isSetBetween { putRight() }
        var second = GapKeeper(settings: nil, roi: .wholePicture, journal: journal, camera: "gate")
        var records = second.update(with: nil, source: source(.opening), now: clock.now)
        if !isSetBetween { putRight() }
        let seen = clock.now
        records += second.update(with: nil, source: source(.working(since: seen.instant)), now: seen)
        #expect(records.map(\.gap.start) == [began[0].gap.start, ranBefore, ranBefore])
        #expect(records.map(\.end) == [began[0].gap.start, nil, seen.wall])
    }

    @Test func `the time before is not told again where the clock was put right between two runs`() {
        journal.write(.init(alive: ranBefore))
        var first = keeper()
        let state = source(.working(since: clock.now.instant))
        _ = first.update(with: nil, source: state, now: clock.now)
        clock.advance(by: .milliseconds(500))
        _ = first.finish(state, now: clock.now)
        putRight()
        var second = GapKeeper(settings: nil, roi: .wholePicture, journal: journal, camera: "gate")
        let seen = clock.now
        let records = second.update(with: nil, source: source(.working(since: seen.instant)), now: seen)
        #expect(records.map(\.gap.cause) == [.notRunning, .notRunning])
        #expect(records.map(\.gap.start) == [ranBefore, ranBefore] && records.last?.end == seen.wall)
    }

    @Test func `a clock of an earlier run that was ahead costs no gap its length`() {
        let ahead = WallTime(milliseconds: ranBefore.milliseconds + 3_600_000)
        journal.write(.init(alive: ahead))
        var gaps = GapKeeper(settings: nil, roi: .wholePicture, journal: journal, camera: "gate")
        let lost = source(.lost(.lost, since: clock.now.instant))
        var records = gaps.update(with: nil, source: lost, now: clock.now)
        let begun = records.first?.gap.start
        for _ in 0..<120 {
            clock.advance(by: .seconds(60))
            records += gaps.update(with: nil, source: lost, now: clock.now)
        }
        #expect(clock.now.wall > ahead && records.count == 1)
        let seen = clock.now
        records += gaps.update(with: nil, source: source(.working(since: seen.instant)), now: seen)
        #expect(records.map(\.gap.start) == [begun, begun] && records.last?.end == seen.wall)
    }
}
