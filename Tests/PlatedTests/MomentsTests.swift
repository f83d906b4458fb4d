import ALPR
import TestSupport
import Testing

@testable import plated

@Suite struct MomentsTests {
    private func frame(_ number: Int) -> Frame {
        Frame(
            image: LumaImage(width: 320, height: 240, filledWith: UInt8(number % 256)),
            time: Timestamp(.milliseconds(200 * number)))
    }

    private func survey(frames: Int, plateIn range: Range<Int>) throws -> Survey {
        let row = TextRow(quad: Quad(Box(x: 100, y: 100, width: 120, height: 20)), characters: 6)
        var survey = Survey(
            Recogniser(
                localiser: ScriptedLocaliser { number, _ in
                    range.contains(number) ? [Region(rows: [row], score: 1)] : []
                }, engine: ScriptedEngine(["AB12CD"]), settings: .everyFrame))
        for number in 0..<frames { _ = try survey.add(frame(number)) }
        _ = survey.finish()
        return survey
    }

    @Test func `few pictures are kept, and the one that shows the plate`() throws {
        let survey = try survey(frames: 500, plateIn: 400..<404)
        #expect(survey.moments.all.count <= 6)
        let best = try #require(survey.moments.best(tracks: Set(survey.texts.keys)))
        #expect((400..<404).contains { frame($0).time == best.frame.time })
        #expect(best.reports.count == 1)
    }

    @Test func `of a source that shows nothing, pictures of all of the time are kept`() throws {
        let times = try survey(frames: 500, plateIn: 0..<0).moments.all.map(\.frame.time.sinceStart).sorted()
        #expect((3...6).contains(times.count))
        #expect(try #require(times.last) > .seconds(60))
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(5) }, "\(times)")
    }
}
