import ALPR
import Capture
import Records
import Synchronization
import TestSupport
import Testing

@testable import Scanner

@Suite struct HourTallyTests {
    private let scene = ScannerScene()
    /// Ten minutes before an hour.
    private let start = Moment(wall: WallTime(milliseconds: 1_795_348_800_000 - 600_000), instant: .now)

    private func moment(after seconds: Int, clockAhead: Int = 0) -> Moment {
        Moment(
            wall: WallTime(milliseconds: start.wall.milliseconds + Int64(seconds + clockAhead) * 1000),
            instant: start.instant + .seconds(seconds))
    }

    private func recognition(height: Double, confidence: Double) -> Recognition {
        let box = Box(x: 0, y: 0, width: 100, height: 20)
        let report = CandidateReport(
            time: Timestamp(.zero), box: box, textHeight: height,
            legibility: Legibility(textHeight: height, contrast: 90, edgeWidth: 2.5, ground: 120), outcome: .accepted)
        let plate = AcceptedPlate(
            text: "AB12CD", raw: "AB12CD", confidence: confidence, candidates: [], box: box, reads: 2, framesSeen: 2,
            firstSeen: Timestamp(.zero), lastSeen: Timestamp(.zero), track: 1)
        var recognition = Recognition()
        recognition.accepted = [plate]
        recognition.reports = [report]
        return recognition
    }

    @Test func `each hour of the clock has a record, of what was new in it`() throws {
        var tally = HourTally(camera: "gate", at: start)
        var values = Counters.Values()
        values.decoded = 1500
        values.displaced = 2
        values.rejected = [.tooSmall: 7, .clutter: 1]
        for number in 1...10 {
            let confidence = Double(number) / 10
            tally.add(
                recognition(height: Double(10 + number), confidence: confidence), latency: .milliseconds(50 * number))
        }
        #expect(tally.record(values, at: moment(after: 599)) == nil)
        let told = tally.record(values, at: moment(after: 600))
        let first = try #require(told)
        #expect(first.camera == "gate" && first.start == start.wall && first.end == moment(after: 600).wall)
        #expect(first.counts.pictures == 1500 && first.counts.displaced == 2)
        #expect(first.counts.rejected.map(\.key) == ["clutter", "too_small"])
        #expect(first.confidence == Spread(low: 0.1, median: 0.5, high: 0.9))
        #expect(first.latency == Spread(low: 50, median: 250, high: 450))
        #expect(first.textHeight == Spread(low: 11, median: 15, high: 19) && first.edgeWidth?.median == 2.5)

        values.decoded = 91_500
        values.rejected[.tooSmall] = 9
        let next = tally.record(values, at: moment(after: 4200))
        let second = try #require(next)
        #expect(second.start == first.end && second.counts.pictures == 90_000 && second.counts.displaced == 0)
        #expect(second.counts.rejected.map(\.count) == [2])
        #expect(second.confidence == nil && second.latency == nil && second.textHeight == nil)
    }

    @Test func `a clock that is set changes nothing in how long it took`() throws {
        var tally = HourTally(camera: "gate", at: start)
        let told = tally.record(Counters.Values(), at: moment(after: 60, clockAhead: 7200))
        let record = try #require(told)
        #expect(record.end.milliseconds - record.start.milliseconds == 60_000)
    }

    @Test func `what is left at the end is told, where a picture came`() throws {
        var tally = HourTally(camera: "gate", at: start)
        var values = Counters.Values()
        #expect(tally.finish(values, at: moment(after: 10)) == nil)
        values.decoded = 1
        #expect(tally.finish(values, at: moment(after: 10))?.counts.pictures == 1)
    }

    @Test func `a value far above all others is told as the highest that can be`() {
        var histogram = Histogram(width: 10, top: 100)
        for value in [5000.0, .infinity, .nan, -3] { histogram.add(value) }
        #expect(histogram.spread == Spread(low: 0, median: 0, high: 100))
        #expect(Histogram(width: 1, top: 10).spread == nil)
    }

    @Test(arguments: [true, false]) func `a camera tells at its end how it did, and a recording does not`(isLive: Bool)
    {
        let recording = Recording()
        let frames = scene.frames(50)
        let scanner = scene.scanner(into: recording) { ScriptedSource(frames, isLive: isLive) }
        _ = scanner.run()
        let told = recording.state.withLock { $0.health }
        #expect(told.count == (isLive ? 1 : 0))
        if isLive { #expect(told.first?.counts.pictures == 50) }
    }
}
