import Basics
import Plates
import Testing

@testable import ALPR

/// Vehicles whose plates are nearly the same, one where the other was, or beside it.
@Suite final class DissentTests {
    private var smoother = Smoother()

    /// Feeds one reading a frame and gives what is accepted.
    private func read(_ text: String, at times: [Int], x: Double = 100) -> [String] {
        times.flatMap {
            smoother.add([reading(text, at: $0, x: x)], at: Timestamp(.milliseconds($0))).accepted.map(\.text)
        }
    }

    @Test func `a vehicle that comes where one of nearly the same plate left is told`() {
        #expect(read("HBTK5839", at: [0, 200, 400]) == ["HBTK5839"])
        #expect(read("HBTK5814", at: [1400, 1600, 1800]) == ["HBTK5814"])
    }

    @Test func `one character that differs takes another frame`() {
        #expect(read("HBTK5839", at: [0, 200, 400]) == ["HBTK5839"])
        #expect(read("HBTK5832", at: [1400, 1600]).isEmpty)
        #expect(read("HBTK5832", at: [1800]) == ["HBTK5832"])
    }

    @Test func `a fast vehicle that is misread in one character is no other one`() {
        #expect(read("ESW7741", at: [0, 100, 200]) == ["ESW7741"])
        for (number, x) in [400.0, 760, 1200, 1700].enumerated() {
            #expect(read("ESW774T", at: [400 + 100 * number], x: x).isEmpty)
        }
    }

    @Test func `one that comes beside it is told, too, while that one rests`() {
        #expect(read("HBTK5839", at: [0, 200]) == ["HBTK5839"])
        for time in [400, 600] {
            smoother.saw(Box(x: 100, y: 100, width: 100, height: 20), at: Timestamp(.milliseconds(time)))
            let accepted = read("HBTK5814", at: [time], x: 260)
            #expect(accepted == (time == 600 ? ["HBTK5814"] : []))
        }
    }

    @Test func `what is misread of a plate that goes on is no other one`() {
        #expect(read("HBTK5839", at: [0, 200, 400]) == ["HBTK5839"])
        #expect(read("HBTK5814", at: [600, 800, 1000, 1200, 1400]).isEmpty)
        #expect(read("HBTK58", at: [2200, 2400, 2600, 2800]).isEmpty)
    }

    @Test func `what is read as itself again is itself, and what was misread meanwhile is told as such`() {
        #expect(read("HBTK5839", at: [0, 200, 400]) == ["HBTK5839"])
        var reports: [CandidateReport] = []
        for (text, time) in [("HBTK5814", 1400), ("HBTK5839", 1600), ("HBTK5814", 1800), ("HBTK5839", 2000)] {
            let result = smoother.add([reading(text, at: time)], at: Timestamp(.milliseconds(time)))
            #expect(result.accepted.isEmpty)
            reports += result.reports
        }
        #expect(reports.map(\.outcome).filter { $0 == .rejected(.outvoted) }.count == 2)
    }

    @Test func `while it is not known whose a reading is, every frame may decide it`() {
        #expect(read("HBTK5839", at: [0, 200, 400]) == ["HBTK5839"])
        #expect(
            !smoother.isUndecided
                && smoother.isSettled(Box(x: 100, y: 100, width: 100, height: 20), at: .init(.milliseconds(600))))
        #expect(read("HBTK5814", at: [1400]).isEmpty)
        #expect(smoother.isUndecided && smoother.wantsLooks(at: .init(.milliseconds(1400))))
        #expect(!smoother.isSettled(Box(x: 100, y: 100, width: 100, height: 20), at: .init(.milliseconds(1600))))
        // What came of nothing is told when its time is over.
        let end = smoother.finish()
        #expect(end.reports.map(\.outcome) == [.rejected(.outvoted)])
    }

    @Test func `so is one that somebody else reads, whose answers come late`() {
        #expect(read("HBTK5839", at: [0, 200, 400]) == ["HBTK5839"])
        var result = Smoother.Result()
        for time in [1400, 1600, 1800] { _ = smoother.addLate(reading("HBTK5814", at: time), in: nil, into: &result) }
        #expect(result.accepted.map(\.text) == ["HBTK5814"])
    }
}
