import ALPR
import Capture
import Records
import TestSupport
import Testing

@testable import Scanner

/// A power cut takes the last half minute of the journal, and nothing of the log.
@Suite struct GapPastTests {
    private let clock = TestClock()
    private let folder: TemporaryFolder
    private let journal: GapJournal

    init() throws {
        folder = try TemporaryFolder()
        journal = GapJournal(path: folder.file("gap"))
    }

    private func source(_ phase: SourceState.Phase) -> SourceState {
        var state = SourceState(phase: phase, isLive: true, beat: clock.now.instant)
        state.lastWhole = clock.now.instant
        return state
    }

    private func keeper(lastGap: GapRecord? = nil) -> GapKeeper {
        GapKeeper(settings: nil, roi: .wholePicture, journal: journal, camera: "gate", lastGap: lastGap)
    }

    /// A run in which a camera goes away, and the journal as it was before that.
    private func lose(_ gaps: inout GapKeeper) throws -> (began: GapRecord, older: GapJournal.Entry) {
        _ = gaps.update(with: nil, source: source(.working(since: clock.now.instant)), now: clock.now)
        let older = try #require(journal.read())
        clock.advance(by: .seconds(5))
        let began = gaps.update(with: nil, source: source(.lost(.lost, since: clock.now.instant)), now: clock.now)
        #expect(journal.read()?.gap?.id == began.first?.gap.id)
        return (try #require(began.first), older)
    }

    @Test func `a gap that the log has and the journal has not is the same after a power cut`() throws {
        var first = keeper()
        let (began, older) = try lose(&first)
        journal.write(older)
        clock.advance(by: .seconds(60))
        var second = keeper(lastGap: began)
        #expect(second.gap == began.gap)
        let opening = second.update(with: nil, source: source(.opening), now: clock.now)
        let seen = clock.now
        let ended = second.update(with: nil, source: source(.working(since: seen.instant)), now: seen)
        #expect(opening.isEmpty && ended.map(\.gap.id) == [began.gap.id] && ended.map(\.end) == [seen.wall])
    }

    @Test func `a gap whose end the log has does not end again`() throws {
        var first = keeper()
        let (began, _) = try lose(&first)
        let older = try #require(journal.read())
        clock.advance(by: .seconds(5))
        let end = clock.now
        let ended = first.update(with: nil, source: source(.working(since: end.instant)), now: end)
        #expect(ended.map(\.end) == [end.wall] && journal.read()?.gap == nil)
        journal.write(older)
        clock.advance(by: .seconds(60))
        var second = keeper(lastGap: ended.first)
        let seen = clock.now
        let records = second.update(with: nil, source: source(.working(since: seen.instant)), now: seen)
        #expect(records.map(\.gap.cause) == [.notRunning, .notRunning])
        #expect(records.map(\.gap.start) == [end.wall, end.wall])
        #expect(!records.map(\.gap.id).contains(began.gap.id))
    }

    @Test func `a gap that began while another was in the journal is the one that lasts`() throws {
        let earlier = Gap(id: "01A", cause: .stalled, start: clock.now.wall)
        journal.write(.init(alive: clock.now.wall, gap: earlier))
        clock.advance(by: .seconds(5))
        let later = Gap(id: "01B", cause: .lost, start: clock.now.wall)
        func told(_ gap: Gap, end: WallTime?) -> GapRecord {
            GapRecord(id: "01R", time: clock.now.wall, camera: "gate", gap: gap, end: end)
        }
        #expect(keeper(lastGap: told(later, end: nil)).gap == later)
        #expect(keeper(lastGap: told(later, end: clock.now.wall)).gap == nil)
        // What the journal has may have come to no log.
        let before = Gap(id: "01", cause: .dark, start: WallTime(milliseconds: earlier.start.milliseconds - 9000))
        #expect(keeper(lastGap: told(before, end: earlier.start)).gap == earlier)
    }

    @Test func `a journal that is newer than the log's last word is right, and another camera's word is none`() {
        let gap = Gap(id: "01A", cause: .lost, start: clock.now.wall)
        let told = GapRecord(id: "01R", time: clock.now.wall, camera: "gate", gap: gap, end: nil)
        var other = told
        other.camera = "yard"
        clock.advance(by: .seconds(60))
        // Its end could not be written.
        journal.write(.init(alive: clock.now.wall))
        #expect(keeper(lastGap: told).gap == nil)
        journal.write(.init(alive: gap.start))
        #expect(keeper(lastGap: told).gap == gap && keeper(lastGap: other).gap == nil)
    }
}
