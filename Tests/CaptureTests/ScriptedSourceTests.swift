import ALPR
import Capture
import Plates
import TestSupport
import Testing

@Suite struct ScriptedSourceTests {
    private struct Lost: Error {}

    private let frames = (0..<4).map { number in
        Frame(image: LumaImage(width: 1, height: 1), time: Timestamp(.milliseconds(40 * number)))
    }

    @Test func `frames come in order, those that are not admitted are passed over, and then the end`() throws {
        var source = ScriptedSource(frames)
        #expect(try source.nextFrame { $0 >= Timestamp(.milliseconds(80)) }?.time == frames[2].time)
        #expect(try source.nextFrame { _ in true }?.time == frames[3].time)
        #expect(try source.nextFrame { _ in true } == nil)
    }

    @Test func `a source fails where its script says so, and goes on after it`() throws {
        var source = ScriptedSource(frames, isLive: true, failure: (at: 1, error: Lost()))
        #expect(source.isLive)
        #expect(try source.nextFrame { _ in true }?.time == frames[0].time)
        #expect(throws: Lost.self) { try source.nextFrame { _ in true } }
        #expect(try source.nextFrame { _ in true }?.time == frames[2].time)
    }

    @Test func `an engine answers from its list and counts`() {
        let engine = ScriptedEngine(["AB12", "AB13"])
        let row = LumaImage(width: 1, height: 1)
        #expect(throws: Never.self) {
            let texts = try (0..<3).map { _ in try engine.symbols(in: row).text }
            #expect(texts == ["AB12", "AB13", "AB13"])
        }
        #expect(engine.calls == 3)
    }
}
