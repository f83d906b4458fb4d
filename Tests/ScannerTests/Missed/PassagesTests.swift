import ALPR
import Plates
import TestSupport
import Testing

@testable import Scanner

/// What a place comes to that looked like a plate; recognition itself is the real one, with a scripted localiser and engine.
@Suite struct PassagesTests {
    /// One row of text in a frame: where, and what is read in it.
    struct Sight {
        var box: Box
        var text: String
        var confidence = 0.98

        init(_ x: Double, _ y: Double, height: Double = 24, _ text: String = "", _ confidence: Double = 0.98) {
            box = Box(x: x, y: y, width: 5 * height, height: height)
            self.text = text
            self.confidence = confidence
        }
    }

    /// Runs frames, a fifth of a second apart, and so many empty ones that everything has ended.
    private func words(
        _ frames: [[Sight]], settings: Recogniser.Settings = .everyFrame, rest: Int = 60
    ) throws -> [Passages.Word] {
        let all = frames + Array(repeating: [], count: rest)
        let read = all.flatMap { $0 }
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser { number, _ in
                all[min(number, all.count - 1)].map {
                    Region(rows: [TextRow(quad: Quad($0.box), characters: 6)], score: 1)
                }
            },
            // Of each scene one text is read, where anything is.
            engine: ScriptedEngine { _, _ in
                read.first { !$0.text.isEmpty }.map { sight in sight.text.map { Symbol($0, sight.confidence) } } ?? []
            }, settings: settings)
        var passages = Passages(.init(settings.smoother, keepsCrops: true))
        var words: [Passages.Word] = []
        for number in all.indices {
            let frame = Frame(
                image: LumaImage(width: 640, height: 480), time: Timestamp(.milliseconds(200 * number)))
            words += passages.add(try recogniser.recognise(frame), in: frame)
        }
        passages.hear(recogniser.finish())
        return words + passages.finish()
    }

    private func ended(_ words: [Passages.Word]) -> [Passage] {
        words.compactMap { if case .ended(let passage) = $0 { passage } else { nil } }
    }

    @Test func `a vehicle whose characters are too low is one miss, with all its looks`() throws {
        let frames = (0..<8).map { [Sight(100, 100 + 12 * Double($0), height: 8.5)] }
        let passages = ended(try words(frames))
        #expect(passages.count == 1)
        let passage = try #require(passages.first)
        #expect(passage.reason == .tooSmall && passage.looks == 8 && !passage.isRead && passage.moved)
        #expect(passage.reasons == [.tooSmall: 8])
        #expect(passage.best?.crop != nil)
    }

    @Test func `what was too small at first and is reported then is no miss`() throws {
        var frames = (0..<4).map { [Sight(100, 100 + 10 * Double($0), height: 8)] }
        frames += (4..<9).map { [Sight(100, 100 + 10 * Double($0), height: 11, "AB12CD")] }
        let passages = ended(try words(frames))
        #expect(passages.allSatisfy { $0.isRead }, "\(passages.map(\.reasons))")
    }

    @Test func `one sure look that nothing agrees with is a miss for want of agreement, and says its text`() throws {
        let passages = ended(try words([[Sight(100, 100, "AB12CD")]]))
        let passage = try #require(passages.first)
        #expect(passages.count == 1 && passage.reason == .noAgreement && passage.votes == 1 && passage.weight > 0.9)
        #expect(passage.best?.candidate?.text == "AB12CD")
        #expect(passage.early.map(\.reason) == [.noAgreement])
    }

    @Test func `a plate that is read again while it stays is no miss`() throws {
        let passages = ended(try words(Array(repeating: [Sight(100, 100, "AB12CD")], count: 30)))
        #expect(passages.allSatisfy { $0.isRead })
    }

    @Test func `a reading that is too unsure says so, and the hurdle that a look got farthest to is the reason`() throws
    {
        let frames = [[Sight(100, 100, height: 8)], [Sight(100, 102, height: 9.5, "AB12CD", 0.7)]]
        let passage = try #require(ended(try words(frames)).first)
        #expect(passage.reason == .lowConfidence && passage.looks == 2)
    }

    @Test func `what stands there for long is told of after a minute, then hourly, then when it is gone`() throws {
        let frames = Array(repeating: [Sight(100, 100, height: 8)], count: 5 * 4000)
        let words = try words(frames)
        let lasting = words.filter { if case .lasts = $0 { true } else { false } }
        #expect(lasting.count == 2)
        let ended = ended(words)
        #expect(ended.count == 1 && ended.first?.moved == false)
        #expect(ended.first.map { $0.early.count + $0.late.count } == 2 * Passage.samples)
    }

    @Test func `a picture full of text does not take the memory`() throws {
        let crowd = (0..<200).map { Sight(Double($0 % 20) * 32, Double($0 / 20) * 48, height: 8) }
            .map { sight in
                var sight = sight
                sight.box.width = 24
                return sight
            }
        let passages = ended(try words([crowd]))
        #expect(passages.count <= Passages.most)
    }
}
