import ALPR
import Capture
import Records
import TestSupport
import Testing

@testable import Scanner

/// Gaps that only pictures can tell to be over, over a restart.
@Suite struct ResumedGapTests {
    private let clock = TestClock()
    private let folder: TemporaryFolder
    private let journal: GapJournal

    init() throws {
        folder = try TemporaryFolder()
        journal = GapJournal(path: folder.file("gap"))
    }

    /// After a run in which such a gap began two hours ago.
    private func keeper(
        after cause: Gap.Cause, sight: SightWatch.Settings? = .init(), judgesStillness: Bool = true
    ) -> GapKeeper {
        let start = WallTime(milliseconds: clock.now.wall.milliseconds - 7_200_000)
        let gap = Gap(id: "01A", cause: cause, start: start)
        #expect(journal.write(.init(alive: clock.now.wall, gap: gap)))
        clock.advance(by: .seconds(60))
        return GapKeeper(
            settings: sight, judgesStillness: judgesStillness, roi: .wholePicture, journal: journal, camera: "gate")
    }

    private func source(since first: ContinuousClock.Instant) -> SourceState {
        var state = SourceState(phase: .working(since: first), isLive: true, beat: clock.now.instant)
        state.lastWhole = clock.now.instant
        return state
    }

    private func arrival(_ image: LumaImage) -> FrameSlot.Arrival {
        let time = Timestamp(.milliseconds(clock.now.wall.milliseconds))
        return FrameSlot.Arrival(frame: Frame(image: image, time: time), at: clock.now.instant)
    }

    /// What is written over so many seconds, with a picture in each.
    private func watch(
        _ images: LumaImage..., seconds: Int, since first: ContinuousClock.Instant, with gaps: inout GapKeeper
    ) -> [GapRecord] {
        var records: [GapRecord] = []
        for second in 0..<seconds {
            let arrival = arrival(images[second % images.count])
            records += gaps.update(with: arrival, source: source(since: first), now: clock.now)
            clock.advance(by: .seconds(1))
        }
        return records
    }

    @Test func `a picture that is dark still is the same gap, also where the next start comes before that counts`() {
        var gaps = keeper(after: .dark)
        for seconds in [3, 30] {
            let first = clock.now.instant
            // The camera is there, and no picture was looked at yet.
            let none = gaps.update(with: nil, source: source(since: first), now: clock.now)
            #expect(none.isEmpty)
            let records = watch(.night, seconds: seconds, since: first, with: &gaps)
            #expect(records.isEmpty && gaps.gap?.id == "01A")
            let last = gaps.finish(source(since: first), now: clock.now)
            #expect(last.isEmpty && journal.read()?.gap?.id == "01A")
            gaps = GapKeeper(settings: .init(), roi: .wholePicture, journal: journal, camera: "gate")
        }
    }

    @Test func `it is over with the first good picture, once good ones have come for as long as a bad one must last`() {
        var gaps = keeper(after: .dark)
        let first = clock.now
        let early = watch(.street, seconds: 10, since: first.instant, with: &gaps)
        #expect(early.isEmpty)
        let ended = watch(.street, seconds: 10, since: first.instant, with: &gaps)
        #expect(ended.map(\.gap.id) == ["01A"] && ended.map(\.end) == [first.wall])
        #expect(gaps.gap == nil && journal.read()?.gap == nil)
    }

    @Test func `a gap of this run ends with the first good picture as well`() {
        var gaps = GapKeeper(settings: .init(), roi: .wholePicture, journal: nil, camera: "gate")
        let dark = clock.now
        let began = watch(.night, seconds: 12, since: dark.instant, with: &gaps)
        #expect(began.map(\.gap.cause) == [.dark] && began.map(\.gap.start) == [dark.wall])
        let light = clock.now.wall
        let ended = watch(.street, seconds: 12, since: dark.instant, with: &gaps)
        #expect(ended.map(\.end) == [light])
    }

    @Test func `where nobody judges pictures any more it is over with the first`() {
        var dark = keeper(after: .dark, sight: nil)
        let first = clock.now
        let ended = watch(.night, seconds: 5, since: first.instant, with: &dark)
        #expect(ended.map(\.end) == [first.wall])
        var frozen = keeper(after: .frozen, judgesStillness: false)
        let second = clock.now
        let over = watch(.street, seconds: 5, since: second.instant, with: &frozen)
        #expect(over.map(\.end) == [second.wall])
    }

    @Test func `a picture that stands still lasts until one differs, however dark it is`() {
        var dark = keeper(after: .frozen)
        let night = watch(.night, seconds: 30, since: clock.now.instant, with: &dark)
        #expect(night.isEmpty && dark.gap?.cause == .frozen)
        var gaps = keeper(after: .frozen)
        let first = clock.now.instant
        let same = watch(.street, seconds: 30, since: first, with: &gaps)
        #expect(same.isEmpty && gaps.gap?.cause == .frozen)
        let other = clock.now.wall
        let ended = watch(.night, .street, seconds: 2, since: first, with: &gaps)
        #expect(ended.map(\.end) == [other])
    }

    @Test func `damage is over when it would have been told, and not before it ends`() {
        var whole = keeper(after: .damaged)
        let first = clock.now
        let early = watch(.street, seconds: 4, since: first.instant, with: &whole)
        #expect(early.isEmpty)
        let ended = watch(.street, seconds: 4, since: first.instant, with: &whole)
        #expect(ended.map(\.gap.id) == ["01A"] && ended.count { $0.end != nil } == 1)

        var damaged = keeper(after: .damaged)
        let again = clock.now.instant
        for _ in 0..<10 {
            var state = source(since: again)
            state.damagedSince = again
            let records = damaged.update(with: arrival(.street), source: state, now: clock.now)
            #expect(records.isEmpty)
            clock.advance(by: .seconds(1))
        }
        let over = damaged.update(with: arrival(.street), source: source(since: again), now: clock.now)
        #expect(over.map(\.end) == [clock.now.wall])
    }

    @Test func `another cause takes its place, and it does not come back`() {
        var gaps = keeper(after: .dark)
        let first = clock.now.instant
        _ = watch(.night, seconds: 2, since: first, with: &gaps)
        let gone = SourceState(
            phase: .lost(.lost, since: clock.now.instant), isLive: true, beat: clock.now.instant)
        let records = gaps.update(with: nil, source: gone, now: clock.now)
        #expect(records.map(\.gap.cause) == [.dark, .lost] && records.map { $0.end != nil } == [true, false])
        clock.advance(by: .seconds(30))
        let back = watch(.street, seconds: 20, since: clock.now.instant, with: &gaps)
        #expect(back.map(\.gap.cause) == [.lost] && gaps.gap == nil)
    }
}

extension LumaImage {
    /// Nothing in it is light enough.
    fileprivate static var night: LumaImage { LumaImage(width: 320, height: 240, filledWith: 20) }

    /// Sharp edges beside a plain wall.
    fileprivate static var street: LumaImage {
        LumaImage(width: 320, height: 240) { pixels in
            for index in pixels.indices {
                let x = index % 320
                pixels[index] = x < 160 ? 100 : (x / 8) % 2 == 0 ? 60 : 150
            }
        }
    }
}
