import Plates
import TestSupport
import Testing

@testable import ALPR

/// Frames of a source that dozes: seconds apart, and known to show what the one before showed.
@Suite struct UnstirredTests {
    private func recogniser() -> Recogniser {
        var settings = Recogniser.Settings.everyFrame
        settings.cooldown = .seconds(3)
        return Recogniser(
            localiser: ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24)),
            engine: ScriptedEngine(["AB12CD"]), settings: settings)
    }

    private func frame(at milliseconds: Int, isUnstirred: Bool = false) -> Frame {
        var frame = Frame(image: LumaImage(width: 320, height: 240), time: Timestamp(.milliseconds(milliseconds)))
        frame.isUnstirred = isUnstirred
        return frame
    }

    @Test(arguments: [(true, 1), (false, 2)])
    func `a plate that stands there while nothing stirs makes one event`(isUnstirred: Bool, events: Int) throws {
        var recogniser = recogniser()
        var accepted = 0
        for time in [0, 200, 400] { accepted += try recogniser.recognise(frame(at: time)).accepted.count }
        for time in [4400, 8400] {
            accepted += try recogniser.recognise(frame(at: time, isUnstirred: isUnstirred)).accepted.count
        }
        for time in [8600, 8800] { accepted += try recogniser.recognise(frame(at: time)).accepted.count }
        #expect(accepted == events)
    }

    @Test func `a track is undecided until it is accepted`() throws {
        var recogniser = recogniser()
        #expect(!recogniser.isUndecided)
        _ = try recogniser.recognise(frame(at: 0))
        #expect(recogniser.isUndecided)
        _ = try recogniser.recognise(frame(at: 200))
        #expect(!recogniser.isUndecided)
    }
}
