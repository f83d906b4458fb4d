import ALPR
import TestSupport
import Testing

@testable import Evaluation

/// What is told of a clip only when it is over.
@Suite struct ClipEndTests {
    private static let row = Box(x: 100, y: 100, width: 120, height: 24)

    /// A clip of five frames with a plate that stands still.
    private func clip(_ truth: String, settings: Recogniser.Settings) throws -> ClipEvaluation {
        var clips = ClipEvaluation(
            localiser: ScriptedLocaliser(rowAt: Self.row), engine: ScriptedEngine(["XY98ZK"]), settings: settings)
        var number = 0
        try clips.add(LabelledClip(path: "a.mp4", texts: [truth])) { _ in
            defer { number += 1 }
            return number < 5
                ? Frame(image: LumaImage(width: 640, height: 480), time: Timestamp(.milliseconds(200 * number))) : nil
        }
        return clips
    }

    @Test func `a wrong text that waited for its direction until then is shown as any other`() throws {
        var settings = Recogniser.Settings.everyFrame
        settings.smoother.directionWait = .seconds(60)
        let clips = try clip("AB12CD", settings: settings)
        #expect(clips.wrong == 1 && clips.missed == 1 && clips.losses == [.reading: 1])
        let shown = try #require(clips.findings.first { $0.truth == nil })
        #expect(shown.read == "XY98ZK" && shown.loss == nil && shown.position.map { $0 > 0.7 } == true)
        #expect(shown.crop.width > 120 && shown.crop.height > 24)
        #expect(try clip("XY98ZK", settings: settings).findings.isEmpty)
    }

    @Test func `what was nearest to a plate that was missed is shown, though it came to nothing only then`() throws {
        var settings = Recogniser.Settings.everyFrame
        settings.smoother.minimumReads = 20
        let clips = try clip("XY98ZC", settings: settings)
        #expect(clips.wrong == 0 && clips.missed == 1)
        let shown = try #require(clips.findings.first)
        #expect(clips.findings.count == 1 && shown.truth == "XY98ZC" && shown.read == "XY98ZK")
        #expect(shown.crop.width > 120)
    }
}
