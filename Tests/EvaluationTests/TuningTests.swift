import ALPR
import Basics
import Capture
import Plates
import TestSupport
import Testing

@testable import Evaluation

/// A replay of grey pictures, in which localiser and engine say what a test has written down.
struct TuningScene {
    let memory = FrameMemory()
    let scripted: ScriptedEngine
    let localiser: SharedLocaliser
    let engine: SharedEngine

    init(texts: [String]) {
        scripted = ScriptedEngine(texts)
        let rows = ScriptedLocaliser(rowAt: Box(x: 200, y: 200, width: 120, height: 24))
        localiser = SharedLocaliser(rows, memory: memory)
        engine = SharedEngine(scripted, memory: memory)
    }

    func contender(
        _ name: String = "", interval: Int, hurried: Int? = nil, _ edit: (inout Recogniser.Settings) -> Void = { _ in }
    ) -> Contender {
        var settings = Recogniser.Settings.everyFrame
        edit(&settings)
        let changes = name.isEmpty ? [] : [Variation.Change(key: name, value: "1", present: "0")]
        return Contender(
            Variation(changes), settings: settings,
            gate: FrameGate(interval: .milliseconds(interval), hurried: hurried.map { .milliseconds($0) }),
            localiser: localiser, engine: engine)
    }

    /// Pictures a tenth of a second apart.
    func take(_ contenders: [Contender], pictures: Int) throws -> Take {
        var source = ScriptedSource(
            (0..<pictures).map {
                Frame(image: LumaImage(width: 640, height: 480), time: Timestamp(.milliseconds(100 * $0)))
            })
        return try Replay(contenders, memory: memory).take(of: "gate.mp4") { try source.nextFrame(where: $0) }
    }
}

@Suite struct ReplayTests {
    /// Looks for corners, and takes its time for it.
    private final class Outlining: OCREngine {
        private(set) var asked: [Region] = []

        func outlined(_ regions: [Region], of frame: Frame) throws -> [Region] {
            asked += regions
            let start = StageClock.now
            while StageClock.now - start < 3 {}
            return regions.map { region in
                var region = region
                region.outline = Quad(region.box)
                return region
            }
        }

        func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
            regions.map { _ in [ViewReading("AB12CDE".map { Symbol($0, 0.98) })] }
        }
    }

    @Test func `corners are looked for once, and whoever wants them is charged for it`() throws {
        let (base, memory) = (Outlining(), FrameMemory())
        let engine = SharedEngine(base, memory: memory)
        let frame = Frame(image: LumaImage(width: 640, height: 480), time: Timestamp(.zero))
        let places = [100.0, 300].map { Region(plate: Box(x: $0, y: 200, width: 120, height: 30), score: 1) }
        let first = try engine.outlined(places, of: frame)
        let cost = memory.charged
        let again = try engine.outlined(places, of: frame)
        #expect(first == again && first.map(\.outline) == places.map { Quad($0.box) })
        #expect(base.asked == places)
        #expect(cost >= 6 && memory.charged >= 2 * cost - 1, "\(cost), \(memory.charged)")
        memory.forget()
        _ = try engine.outlined([places[0]], of: frame)
        #expect(base.asked.count == 3)
    }

    @Test func `each contender gets the pictures of its own interval, and what they share is read once`() throws {
        let scene = TuningScene(texts: ["AB12CDE"])
        let take = try scene.take(
            [
                scene.contender(interval: 200), scene.contender("twin", interval: 200),
                scene.contender("slow", interval: 400),
            ],
            pictures: 10)
        #expect(take.pictures == 10 && abs(take.seconds - 0.9) < 1e-9)
        #expect(take.parts.map(\.frames) == [5, 5, 3])
        #expect(take.parts.map { $0.told.map(\.text) } == [["AB12CDE"], ["AB12CDE"], ["AB12CDE"]])
        let alone = TuningScene(texts: ["AB12CDE"])
        _ = try alone.take([alone.contender(interval: 200)], pictures: 10)
        // The slow one sees a picture that has been read already, and follows its track from a later one than the others.
        #expect(scene.scripted.calls < 2 * alone.scripted.calls, "\(scene.scripted.calls), \(alone.scripted.calls)")
        #expect(take.parts.allSatisfy { $0.milliseconds > 0 })
    }

    @Test func `where a plate is undecided, a contender that quickens sees more`() throws {
        let scene = TuningScene(texts: ["AB12CDE"])
        let take = try scene.take(
            [scene.contender(interval: 400), scene.contender("quick", interval: 400, hurried: 200)], pictures: 13)
        // At 0, 400, 800 and 1200 ms; and at 0 and 200, from then on it is decided.
        #expect(take.parts.map(\.frames) == [4, 4])
        #expect(take.parts.map { $0.told.map(\.text) } == [["AB12CDE"], ["AB12CDE"]])
        let unsure = TuningScene(texts: ["AB12CDE", "XY98ZKV", "QR55STU"])
        let other = try unsure.take(
            [unsure.contender(interval: 400), unsure.contender("quick", interval: 400, hurried: 200)], pictures: 13)
        #expect(other.parts[1].frames > other.parts[0].frames, "\(other.parts.map(\.frames))")
    }

    @Test func `it tells what the recogniser alone would, and when`() throws {
        let texts = ["AB12CDE", "AB12CDF", "AB12CDE", "AB12CDE"]
        let scene = TuningScene(texts: texts)
        let take = try scene.take([scene.contender(interval: 0)], pictures: 8)
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Box(x: 200, y: 200, width: 120, height: 24)),
            engine: ScriptedEngine(texts), settings: .everyFrame)
        var accepted: [AcceptedPlate] = []
        for number in 0..<8 {
            let frame = Frame(image: LumaImage(width: 640, height: 480), time: Timestamp(.milliseconds(100 * number)))
            accepted += try recogniser.recognise(frame).accepted
        }
        accepted += recogniser.finish().accepted
        #expect(take.parts[0].told.map(\.text) == accepted.map(\.text))
        #expect(take.parts[0].told.map(\.position) == accepted.map { $0.lastSeen.sinceStart.seconds })
    }
}

@Suite struct AgreementTests {
    private func take(_ told: [[String]], looks: [String: [Int]]) -> Take {
        var take = Take(of: "a.mp4", contenders: told.count)
        for (index, texts) in told.enumerated() {
            take.parts[index].told = texts.map { Take.Told(text: $0, position: 1, reads: 2) }
        }
        let frame = LumaImage(width: 640, height: 480)
        for (text, times) in looks {
            for time in times {
                let stamp = Timestamp(.milliseconds(time))
                let region = Region(plate: Box(x: 10, y: 10, width: 100, height: 20), score: 1)
                let view = ViewReading(text.map { Symbol($0, 0.98) })
                take.sightings.add(
                    PlateReading(region: region, time: stamp, views: [view], formats: FormatSet()),
                    in: Frame(image: frame, time: stamp))
            }
        }
        return take
    }

    private func agreed(_ take: Take) -> [String] {
        Agreement.truth(of: [take]).scopes[0].plates.keys.sorted()
    }

    @Test func `what two settings tell and three looks show counts`() {
        #expect(agreed(take([["AB12CDE"], ["AB12CDE"], []], looks: ["AB12CDE": [0, 200, 400]])) == ["AB12CDE"])
    }

    @Test func `what one setting alone tells is doubtful, however often it was read`() {
        #expect(agreed(take([["AB12CDE"], [], []], looks: ["AB12CDE": [0, 200, 400, 600]])).isEmpty)
    }

    @Test func `looks that show the same picture are one look`() {
        #expect(agreed(take([["AB12CDE"], ["AB12CDE"]], looks: ["AB12CDE": [0, 40, 80, 120]])).isEmpty)
    }

    @Test func `what is read as something else nearly as often is doubtful`() {
        let looks = ["AB12CDE": [0, 200, 400, 600], "AB12CDF": [100, 300]]
        #expect(agreed(take([["AB12CDE"], ["AB12CDE"]], looks: looks)).isEmpty)
        // An hour later it is another vehicle.
        let later = ["AB12CDE": [0, 200, 400, 600], "AB12CDF": [3_600_000, 3_600_200]]
        #expect(agreed(take([["AB12CDE"], ["AB12CDE"]], looks: later)) == ["AB12CDE"])
    }
}

@Suite struct RecommendationTests {
    private let truth = Truth(scopes: [.init(recordings: [0], plates: ["A1": 1, "B2": 1, "C3": 1])], isGiven: true)

    private func trial(_ name: String, _ texts: [String], distance: Int = 1) -> Trial {
        var take = Take(of: "a.mp4", contenders: 1)
        take.parts[0].told = texts.map { Take.Told(text: $0, position: 0, reads: 2) }
        let parts = name.split(separator: " ").map(String.init)
        let changes = parts.isEmpty ? [] : [Variation.Change(key: parts[0], value: parts[1], present: "?")]
        return Trial(0, Variation(changes, distance: distance), takes: [take], truth: truth)
    }

    @Test func `right, wrong, missed and repeated are counted`() {
        let score = trial("", ["A1", "A1", "X9"]).score
        #expect(score == Trial.Score(right: 1, wrong: 1, missed: 2, repeated: 1))
    }

    @Test func `a plate that came by twice may be told twice`() {
        var take = Take(of: "a.mp4", contenders: 1)
        take.parts[0].told = ["A1", "A1", "A1"].map { Take.Told(text: $0, position: 0, reads: 2) }
        let truth = Truth(scopes: [.init(recordings: [0], plates: ["A1": 2])], isGiven: true)
        #expect(Trial(0, .present, takes: [take], truth: truth).score.repeated == 1)
    }

    @Test func `better is more right without more wrong, or fewer wrong without fewer right`() {
        let present = trial("", ["A1", "X9"])
        let cases: [([String], Trial.Verdict)] = [
            (["A1", "B2", "X9"], .better), (["A1"], .better), (["A1", "B2", "X9", "Y8"], .mixed), (["X9"], .worse),
            (["A1", "X9", "Y8"], .worse), (["X9", "A1"], .same), (["B2", "Z7"], .mixed), ([], .mixed),
            (["A1", "A1", "X9"], .worse),
        ]
        for (texts, verdict) in cases {
            #expect(trial("key 1", texts).verdict(beside: present, truth: truth) == verdict, "\(texts)")
        }
    }

    @Test func `of values that do as well the shipped one is recommended, and else the nearest`() {
        let present = trial("", ["A1"])
        let choice = Recommendation(present: present, truth: truth)
        let near = [trial("height 15", ["A1", "B2"], distance: 2), trial("height 9", ["A1", "B2"], distance: 0)]
        #expect(choice.best(of: near)?.variation.name == "height: 9")
        let more = near + [trial("height 8", ["A1", "B2", "C3"], distance: 6)]
        #expect(choice.best(of: more)?.variation.name == "height: 8")
        #expect(
            choice.gains(of: more + [trial("interval 100", ["A1", "C3"]), trial("reads 4", [])]).map(\.variation.name)
                == [
                    "height: 8", "interval: 100",
                ])
        #expect(choice.best(of: [trial("reads 4", []), trial("more 1", ["A1", "B2", "X9"])]) == nil)
    }

    @Test func `the lines of a configuration stand below their sections`() {
        let changes = [
            ("plates.minimum_text_height_px", "9", "18"), ("gate.interval_ms", "200", "1000"),
            ("engine", "neural", "tesseract"),
            ("plates.per_frame", "6", "3"),
        ].map { Variation.Change(key: $0.0, value: $0.1, present: $0.2) }
        #expect(
            TuningReport.yaml(changes).map { $0.replacing(#/ +# /#, with: " # ") } == [
                "engine: neural # now tesseract", "gate:", "  interval_ms: 200 # now 1000", "plates:",
                "  minimum_text_height_px: 9 # now 18", "  per_frame: 6 # now 3",
            ])
    }
}
