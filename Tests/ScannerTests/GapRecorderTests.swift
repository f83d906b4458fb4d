import Records
import Testing

@testable import Scanner

@Suite struct GapRecorderTests {
    private func time(_ seconds: Int64) -> WallTime { WallTime(milliseconds: 1_790_000_000_000 + seconds * 1000) }

    @Test func `a gap is written when it begins and when it ends`() {
        var gaps = GapRecorder(camera: "gate")
        #expect(gaps.update(nil, at: time(0)).isEmpty)
        let began = gaps.update(Blindness(cause: .lost, since: time(5)), at: time(6))
        #expect(began.map(\.end) == [nil] && began[0].gap.start == time(5))
        #expect(gaps.update(Blindness(cause: .lost, since: time(5)), at: time(7)).isEmpty)
        let ended = gaps.update(nil, at: time(65))
        #expect(ended.map(\.end) == [time(65)])
        #expect(ended[0].gap == began[0].gap && ended[0].id != began[0].id)
        #expect(gaps.update(nil, at: time(66)).isEmpty && gaps.open == nil)
    }

    @Test func `a gap ends where it could be seen again, and not where that was noticed`() {
        var gaps = GapRecorder(camera: "gate")
        _ = gaps.update(Blindness(cause: .lost, since: time(5)), at: time(6))
        #expect(gaps.update(nil, at: time(65), seeingSince: time(64)).map(\.end) == [time(64)])
        _ = gaps.update(Blindness(cause: .lost, since: time(70)), at: time(75))
        #expect(gaps.update(nil, at: time(80), seeingSince: time(64)).map(\.end) == [time(70)])
    }

    @Test func `another cause ends one gap and begins the next, with no time between and none twice`() {
        var gaps = GapRecorder(camera: "gate")
        _ = gaps.update(Blindness(cause: .dark, since: time(0)), at: time(10))
        let records = gaps.update(Blindness(cause: .lost, since: time(20)), at: time(21))
        #expect(records.map(\.gap.cause) == [.dark, .lost])
        #expect(records.map(\.end) == [time(20), nil])
        #expect(records[1].gap.start == time(20))
        // Whatever is said to have begun before: one gap at a time.
        let third = gaps.update(Blindness(cause: .frozen, since: time(5)), at: time(30))
        #expect(third[0].end == time(20) && third[1].gap.start == time(20))
    }

    @Test func `the records of gaps take their identifiers where all records of the process take them`() {
        var gaps = GapRecorder(camera: "gate")
        let before = EventIDs.ofThisProcess.next(at: .now)
        let began = gaps.update(Blindness(cause: .dark, since: time(0)), at: .now)
        let after = EventIDs.ofThisProcess.next(at: .now)
        #expect(began.allSatisfy { before < $0.id && $0.id < after } && began.count == 1)
    }

    @Test func `a clock that is set back makes no gap end before its beginning`() {
        var gaps = GapRecorder(camera: "gate")
        _ = gaps.update(Blindness(cause: .lost, since: time(100)), at: time(101))
        #expect(gaps.update(nil, at: time(50))[0].end == time(100))
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
}
