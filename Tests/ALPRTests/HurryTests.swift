import Plates
import TestSupport
import Testing

@testable import ALPR

/// Whether another look soon may decide a plate.
@Suite struct HurryTests {
    private func hurries(_ texts: [String], until milliseconds: Int? = nil) -> Bool {
        var smoother = Smoother()
        _ = smoother.feed(texts)
        return smoother.wantsLooks(at: Timestamp(.milliseconds(milliseconds ?? 200 * (texts.count - 1))))
    }

    @Test func `a plate that one picture showed wants another look`() {
        #expect(hurries(["AB12CD"]))
        #expect(hurries(["AB12CD", "XB12CD"]))
    }

    @Test func `one that is agreed on does not`() {
        #expect(!hurries(["AB12CD", "AB12CD"]))
    }

    @Test func `what stays undecided for a second does not any longer`() {
        let noise = (0..<5).map { "AB12C\($0)" }
        #expect(hurries(noise))
        #expect(!hurries(noise + ["AB12C5"], until: 1000))
    }

    @Test func `the recogniser is in a hurry while something is undecided, and not after`() throws {
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24)),
            engine: ScriptedEngine(["", "AB12CD", "AB12CD"]), settings: .everyFrame)
        var hurries = [recogniser.wantsLooks]
        for number in 0..<4 {
            let time = Timestamp(.milliseconds(200 * number))
            _ = try recogniser.recognise(Frame(image: LumaImage(width: 320, height: 240), time: time))
            hurries.append(recogniser.wantsLooks)
        }
        #expect(hurries.first == false && hurries.last == false && hurries.contains(true), "\(hurries)")
    }
}
