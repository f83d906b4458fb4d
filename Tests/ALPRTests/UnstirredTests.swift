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

    @Test func `a plate that stands there while nothing stirs is one track`() throws {
        var recogniser = recogniser()
        var accepted = 0
        for time in [0, 200, 400] { accepted += try recogniser.recognise(frame(at: time)).accepted.count }
        for time in [4400, 8400] {
            accepted += try recogniser.recognise(frame(at: time, isUnstirred: true)).accepted.count
        }
        for time in [8600, 8800] { accepted += try recogniser.recognise(frame(at: time)).accepted.count }
        #expect(accepted == 1)
        #expect(recogniser.tracks(at: Timestamp(.milliseconds(8800))).map(\.track) == [1])
    }

    @Test func `a track is undecided until it is accepted`() throws {
        var recogniser = recogniser()
        #expect(!recogniser.isUndecided)
        _ = try recogniser.recognise(frame(at: 0))
        #expect(recogniser.isUndecided)
        _ = try recogniser.recognise(frame(at: 200))
        #expect(!recogniser.isUndecided)
    }

    @Test
    func `where nothing was seen lately, the whole of a picture in which nothing stirs is searched every other time`()
        throws
    {
        let localiser = ScriptedLocaliser { _, _ in [] }
        var recogniser = Recogniser(localiser: localiser, engine: ScriptedEngine([]), settings: .init())
        /// How often plates were looked for in unstirred pictures at these times, in milliseconds.
        func searches(_ times: [Int]) throws -> [Int] {
            try times.filter { time in
                let before = localiser.calls
                let recognition = try recogniser.recognise(frame(at: time, isUnstirred: true))
                #expect(recognition.isStill == (localiser.calls == before))
                return localiser.calls > before
            }
        }
        _ = try recogniser.recognise(frame(at: 0))
        #expect(try searches([4000, 8000, 12000, 16000, 20000]) == [8000, 16000])
        // Whoever shows them more often is not sure of what it leaves out.
        #expect(try searches([22000, 24000, 26000]) == [22000, 24000, 26000])
        #expect(try searches([33000, 41000]) == [33000, 41000])
        // What was seen may be read yet.
        let seen = ScriptedLocaliser(rowAt: Box(x: 100, y: 100, width: 120, height: 24))
        recogniser = Recogniser(localiser: seen, engine: ScriptedEngine(["AB12CD"]), settings: .init())
        for time in [0, 200, 400] { _ = try recogniser.recognise(frame(at: time)) }
        let before = seen.calls
        for time in [4000, 8000] { _ = try recogniser.recognise(frame(at: time, isUnstirred: true)) }
        #expect(seen.calls == before + 2)
    }

    @Test func `what changes in a picture that rests is searched`() throws {
        let localiser = ScriptedLocaliser { _, _ in [] }
        var recogniser = Recogniser(localiser: localiser, engine: ScriptedEngine([]), settings: .init())
        _ = try recogniser.recognise(frame(at: 0))
        var frame = frame(at: 4000, isUnstirred: true)
        frame.image = LumaImage(
            width: 320, height: 240, pixels: (0..<320 * 240).map { $0 % 320 < 64 && $0 < 320 * 64 ? 200 : 0 })
        _ = try recogniser.recognise(frame)
        #expect(localiser.calls == 2)
    }
}
