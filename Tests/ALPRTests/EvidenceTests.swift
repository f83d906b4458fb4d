import Plates
import TestSupport
import Testing

@testable import ALPR

/// What is kept of the pictures while a plate is being read.
@Suite struct EvidenceTests {
    private static let size = (width: 640, height: 480)

    /// A frame of one grey, so that its pictures tell which it was.
    private func frame(_ number: Int, grey: UInt8, colour: Bool = true) -> Frame {
        let luma = LumaImage(width: Self.size.width, height: Self.size.height, filledWith: grey)
        let half = LumaImage(width: Self.size.width / 2, height: Self.size.height / 2, filledWith: 90)
        let picture = ColourImage(
            luma: luma, chroma: .init(blue: half, red: half, isHalfWide: true, isHalfHigh: true),
            encoding: .init(isFullRange: true, isHighDefinition: false))
        return Frame(
            image: luma, colour: colour ? picture : nil, time: Timestamp(.milliseconds(200 * number)))
    }

    private struct Seen {
        var text: String
        var height = 20.0
        var confidence = 0.98
        var x = 100.0
    }

    /// What a smoother accepts of frames in which these plates were read; each frame's grey is ten times its number.
    private func accepted(
        _ frames: [[Seen]], evidence: Evidence.Settings? = .init(), colour: Bool = true
    ) -> [AcceptedPlate] {
        var smoother = Smoother(evidence: evidence)
        var accepted: [AcceptedPlate] = []
        for (number, plates) in frames.enumerated() {
            let frame = frame(number, grey: UInt8(10 * number), colour: colour)
            let readings = plates.map { seen in
                let box = Box(x: seen.x, y: 200, width: 5 * seen.height, height: seen.height)
                return PlateReading(
                    region: Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1), time: frame.time,
                    views: [ViewReading(seen.text.map { Symbol($0, seen.confidence) })], formats: FormatSet())
            }
            accepted += smoother.add(readings, at: frame.time, in: frame).accepted
        }
        return accepted + smoother.finish().accepted
    }

    private func grey(_ picture: ColourImage?) -> UInt8? { picture?.luma?.pixels.first }

    @Test func `nothing is kept unless somebody asks for it`() throws {
        let plate = try #require(accepted([[Seen(text: "AB12CD")], [Seen(text: "AB12CD")]], evidence: nil).first)
        #expect(plate.evidence == nil)
    }

    @Test func `an accepted plate brings the picture it was read best in, whole and cut out`() throws {
        let looks = [[Seen(text: "AB12CD", height: 24, confidence: 0.93)], [Seen(text: "AB12CD", confidence: 0.94)]]
        let last = [Seen(text: "AB12CD", confidence: 0.98)]
        let evidence = try #require(accepted(looks + [last]).first?.evidence)
        #expect(evidence.time == Timestamp(.milliseconds(400)) && grey(evidence.scene) == 20)
        #expect(evidence.width == 640 && evidence.height == 480)
        // The box of the text with its margin of 0.4 heights, and half of the box's height around it.
        #expect(evidence.box == Box(x: 92, y: 192, width: 116, height: 36))
        #expect(evidence.crop.width == 152 && evidence.crop.height == 72 && grey(evidence.crop) == 20)
        #expect(evidence.scene?.width == 640)
    }

    @Test func `a better look is one that is read as surely and is larger`() throws {
        let looks = [[Seen(text: "AB12CD", height: 24, confidence: 0.93)], [Seen(text: "AB12CD", confidence: 0.93)]]
        let more = Array(repeating: [Seen(text: "AB12CD", confidence: 0.93)], count: 4)
        let evidence = try #require(accepted(looks + more).first?.evidence)
        #expect(evidence.time == Timestamp(.zero))
        // It had to last for more than a frame.
        #expect(grey(evidence.scene) == 0 && grey(evidence.crop) == 0 && evidence.scene?.width == 640)
    }

    @Test func `a picture that waits for more than a frame is shrunk, and its crop is not`() throws {
        let looks = [[Seen(text: "AB12CD", height: 24, confidence: 0.93)], [Seen(text: "AB12CD", confidence: 0.93)]]
        let more = Array(repeating: [Seen(text: "AB12CD", confidence: 0.93)], count: 4)
        let evidence = try #require(accepted(looks + more, evidence: .init(sceneWidth: 200)).first?.evidence)
        #expect(evidence.scene?.width == 200 && evidence.scene?.height == 150 && evidence.width == 640)
        #expect(evidence.crop.height == 88)
    }

    @Test func `a surer look at another text gives way to one that shows the plate that is accepted`() throws {
        let wrong = Seen(text: "AB12CO", height: 40)
        let right = Seen(text: "AB12CD", height: 24)
        let evidence = try #require(accepted([[wrong], [right], [right], [right], [right]]).first?.evidence)
        // With the third frame it leads.
        #expect(evidence.time == Timestamp(.milliseconds(400)))
    }

    @Test func `where no scene is wanted only the crop is kept, and in grey where there are no colours`() throws {
        let looks = [[Seen(text: "AB12CD")], [Seen(text: "AB12CD")]]
        let evidence = try #require(accepted(looks, evidence: .init(keepsScene: false), colour: false).first?.evidence)
        #expect(evidence.scene == nil && evidence.crop.width == 152)
        guard case .grey = evidence.crop.planes else {
            Issue.record("grey pictures have no colours")
            return
        }
    }

    @Test func `plates of one frame share its picture`() throws {
        let looks = [Seen(text: "AB12CD"), Seen(text: "XY98ZW", x: 400)]
        let plates = accepted([looks, looks])
        #expect(plates.map(\.text).sorted() == ["AB12CD", "XY98ZW"])
        let scenes = plates.compactMap { $0.evidence?.scene?.luma }
        #expect(scenes.count == 2 && scenes[0].isShared(with: scenes[1]))
    }

    @Test func `a track that another vehicle takes over shows the new one`() throws {
        var smoother = Smoother(settings: .init(window: .milliseconds(500), close: .seconds(5)), evidence: .init())
        func add(_ text: String, _ number: Int, height: Double) -> [AcceptedPlate] {
            let frame = frame(number, grey: UInt8(number))
            let box = Box(x: 100, y: 200, width: 5 * height, height: height)
            let reading = PlateReading(
                region: Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1), time: frame.time,
                views: [ViewReading(text.map { Symbol($0, 0.98) })], formats: FormatSet())
            return smoother.add([reading], at: frame.time, in: frame).accepted
        }
        #expect(add("AB12CD", 0, height: 24).isEmpty)
        // The first reading is out of the window by now, and the place is free for any text.
        _ = smoother.add([], at: Timestamp(.seconds(1)), in: frame(5, grey: 5))
        #expect(add("XY98ZW", 6, height: 20).isEmpty)
        let plate = try #require(add("XY98ZW", 7, height: 20).first)
        #expect(plate.track == 1 && plate.evidence?.time ?? Timestamp(.zero) >= Timestamp(.milliseconds(1200)))
    }

    @Test func `pictures of many plates that wait take no more than their limit, and the newest are kept`() {
        var scenes = Scenes(width: 320)
        var times: Set<Timestamp> = []
        for number in 0..<200 {
            let frame = frame(number, grey: 1)
            times.insert(frame.time)
            scenes.keep(times, newest: frame)
        }
        let kept = times.filter { scenes[$0] != nil }
        let bytes = kept.reduce(0) { $0 + (scenes[$1]?.byteCount ?? 0) }
        #expect(bytes <= Scenes.mostBytes + 640 * 480 * 3 / 2)
        #expect(kept.count > 60 && kept.count < 200 && kept.min().map { $0 > Timestamp(.zero) } == true)
        scenes.keep([], newest: frame(200, grey: 1))
        #expect(times.allSatisfy { scenes[$0] == nil })
    }

    @Test func `a recogniser brings evidence where its settings ask for it`() throws {
        for evidence in [nil, Evidence.Settings()] {
            var settings = Recogniser.Settings.everyFrame
            settings.evidence = evidence
            let box = Box(x: 100, y: 100, width: 120, height: 24)
            var recogniser = Recogniser(
                localiser: ScriptedLocaliser(rowAt: box), engine: ScriptedEngine(["AB12CD"]), settings: settings)
            var plates: [AcceptedPlate] = []
            for number in 0..<3 { plates += try recogniser.recognise(frame(number, grey: 7)).accepted }
            #expect(plates.count == 1 && (plates[0].evidence != nil) == (evidence != nil))
        }
    }
}
