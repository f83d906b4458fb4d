import Plates
import TestSupport
import Testing

@testable import ALPR

/// What is found and not settled: whether a source has to show every picture, or the whole of a still one every two seconds.
@Suite struct OpenPlacesTests {
    private static let box = Box(x: 100, y: 100, width: 120, height: 24)
    private static let other = Box(x: 100, y: 160, width: 120, height: 24)

    private func region(_ box: Box) -> Region {
        Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1)
    }

    /// Of motion alone, as it is shipped.
    private var settings: Recogniser.Settings { Recogniser.Settings() }

    /// A still picture, or one in which a part has another grey.
    private func frame(at milliseconds: Int, grey: UInt8 = 128) -> Frame {
        var image = LumaImage(width: 320, height: 240, filledWith: 128)
        for y in 100..<124 { for x in 100..<220 where grey != 128 { image[x, y] = grey } }
        return Frame(image: image, time: Timestamp(.milliseconds(milliseconds)))
    }

    /// Shows a still picture from a time on, and tells until when the recogniser wants every picture, a look at the whole every two
    /// seconds, and every key frame, in milliseconds.
    private func wants(_ recogniser: inout Recogniser, from start: Int = 0, until end: Int) throws -> (
        all: Int?, open: Int?, keys: Int?
    ) {
        var (all, open, keys): (Int?, Int?, Int?)
        for time in stride(from: start, to: end, by: 200) {
            _ = try recogniser.recognise(frame(at: time))
            if recogniser.isUndecided { all = time }
            if recogniser.hasOpenPlaces { open = time }
            if recogniser.seesPlaces { keys = time }
        }
        return (all, open, keys)
    }

    @Test func `what was found on something that moved has gone with it after two looks at the still picture`() {
        let seconds = { (number: Int) in Timestamp(.seconds(number)) }
        func places(foundStill: Bool) -> OpenPlaces {
            var places = OpenPlaces()
            if foundStill { places.looked(at: seconds(0), found: true, unread: false, whole: true, still: true) }
            places.looked(at: seconds(1), found: true, unread: false, whole: false, still: false)
            places.looked(at: seconds(2), found: false, unread: false, whole: true, still: true)
            // Of a part, or while something moves, it does not say that it has gone.
            places.looked(at: seconds(3), found: false, unread: false, whole: false, still: true)
            places.looked(at: seconds(3), found: false, unread: false, whole: true, still: false)
            return places
        }
        var (gone, stays) = (places(foundStill: false), places(foundStill: true))
        #expect(gone.areSeen(at: seconds(4)) && stays.areSeen(at: seconds(4)))
        gone.looked(at: seconds(4), found: false, unread: false, whole: true, still: true)
        stays.looked(at: seconds(4), found: false, unread: false, whole: true, still: true)
        #expect(!gone.areSeen(at: seconds(4)))
        #expect(stays.areSeen(at: seconds(10)) && !stays.areSeen(at: seconds(11)))
        gone.looked(at: seconds(5), found: true, unread: false, whole: false, still: false)
        #expect(gone.areSeen(at: seconds(15)), "Something like it came again")
    }

    @Test func `an empty scene wants nothing`() throws {
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in [] }, engine: ScriptedEngine([]), settings: settings)
        let wanted = try wants(&recogniser, until: 6000)
        #expect(wanted.all == nil && wanted.open == nil && wanted.keys == nil)
    }

    @Test func `a place that is read in vain is given five looks, and key frames until it is hopeless`() throws {
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Self.box), engine: ScriptedEngine([]), settings: settings)
        let wanted = try wants(&recogniser, until: 30_000)
        #expect(wanted.all == nil)
        let last = try #require(wanted.open)
        #expect((4000...9200).contains(last))
        #expect(wanted.keys == 18_000, "It was hopeless with the look at 8 s; ten after that it is forgotten")
        // It has gone; what is found once is not at every look.
        var fading = Recogniser(
            localiser: ScriptedLocaliser { number, _ in number == 0 ? [region(Self.box)] : [] },
            engine: ScriptedEngine([]), settings: settings)
        let faded = try wants(&fading, until: 20_000)
        #expect(faded.open == 1800, "Until the next look at the whole")
        #expect(faded.keys == 10_000)
    }

    @Test func `what moves is new, and is given its looks anew`() throws {
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, image in image[110, 110] == 60 ? [region(Self.other)] : [region(Self.box)]
            },
            engine: ScriptedEngine([]), settings: settings)
        _ = try wants(&recogniser, until: 12_000)
        #expect(!recogniser.hasOpenPlaces)
        _ = try recogniser.recognise(frame(at: 12_000, grey: 60))
        #expect(recogniser.hasOpenPlaces)
    }

    @Test func `where every picture is looked at whole, such a place is worth every picture`() throws {
        var whole = settings
        whole.followsMotion = false
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Self.box), engine: ScriptedEngine([]), settings: whole)
        #expect(try wants(&recogniser, until: 600).all == 400)
    }

    @Test func `a settled plate wants key frames, and not every picture`() throws {
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Self.box), engine: ScriptedEngine(["AB12CD"]), settings: settings)
        let wanted = try wants(&recogniser, until: 8000)
        let last = try #require(wanted.all)
        #expect(last < 2000)
        #expect(wanted.keys == 7800)
    }

    @Test func `what is much too small, or outside, wants nothing`() throws {
        let small = Box(x: 100, y: 100, width: 50, height: 5)
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { _, _ in
                [Region(rows: [TextRow(quad: Quad(small), characters: 6)], score: 1)]
            }, engine: ScriptedEngine(["AB12CD"]), settings: settings)
        #expect(try wants(&recogniser, until: 3000).keys == nil)
        var narrow = settings
        narrow.roi = RegionOfInterest(x: 0, y: 0.8, width: 1, height: 0.2)
        var outside = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Self.box), engine: ScriptedEngine(["AB12CD"]), settings: narrow)
        #expect(try wants(&outside, until: 3000).keys == nil)
    }

    @Test func `a look at a key frame of a source that dozes is a look at the whole, however soon it comes`() throws {
        let localiser = ScriptedLocaliser { _, _ in [] }
        var recogniser = Recogniser(localiser: localiser, engine: ScriptedEngine([]), settings: settings)
        _ = try recogniser.recognise(frame(at: 0))
        for time in [1990, 3980] {
            var frame = frame(at: time)
            frame.isUnstirred = true
            _ = try recogniser.recognise(frame)
        }
        #expect(localiser.calls == 3)
    }
}
