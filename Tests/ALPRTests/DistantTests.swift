import ALPR
import Plates
import Synchronization
import TestSupport
import Testing

/// What is read somewhere else, and comes late.
@Suite struct DistantTests {
    private static let box = Box(x: 100, y: 100, width: 120, height: 24)

    /// Answers what it is told, so many rounds after it was asked; or never.
    private final class Script: DistantReader, Sendable {
        struct State {
            var waiting: [(due: Int, answer: DistantAnswer)] = []
            var round = 0
            var asked: [DistantQuestion] = []
            var dropped = 0
        }

        let state = Mutex(State())
        private let delay: Int?
        private let confidence: Double
        private let text: @Sendable (Int) -> String?

        /// - Parameters:
        ///   - delay: rounds; nil where nobody answers before everything ends.
        ///   - text: read for the question of a number; nil where it is not read.
        init(delay: Int?, confidence: Double = 0.98, text: @escaping @Sendable (Int) -> String?) {
            self.delay = delay
            self.confidence = confidence
            self.text = text
        }

        func ask(_ questions: [DistantQuestion]) {
            state.withLock { state in
                for question in questions {
                    let reading = text(state.asked.count).map { text in
                        ViewReading(
                            text.map { Symbol($0, confidence) },
                            outlines: [Quad(Box(x: 4, y: 5, width: 60, height: 20))])
                    }
                    state.asked.append(question)
                    if let delay {
                        state.waiting.append((state.round + delay, .init(ticket: question.ticket, reading: reading)))
                    }
                }
            }
        }

        func answers() -> [DistantAnswer] {
            state.withLock { state in
                defer {
                    state.waiting.removeAll { $0.due <= state.round }
                    state.round += 1
                }
                return state.waiting.filter { $0.due <= state.round }.map(\.answer)
            }
        }

        func drop(_ count: Int) { state.withLock { $0.dropped += count } }

        var asked: [DistantQuestion] { state.withLock { $0.asked } }
        var dropped: Int { state.withLock { $0.dropped } }
    }

    private func outcome(
        _ reader: Script, local: ScriptedEngine, frames: Int = 8,
        settings: Recogniser.Settings = .everyFrame, places: @escaping @Sendable (Int) -> [Box] = { _ in [box] }
    ) throws -> Recognition {
        let localiser = ScriptedLocaliser { number, _ in
            places(number).map { Region(rows: [TextRow(quad: Quad($0), characters: 6)], score: 1) }
        }
        var recogniser = Recogniser(localiser: localiser, engine: local, distant: reader, settings: settings)
        return try recogniser.outcome(ofFrames: frames)
    }

    private func reasons(_ recognition: Recognition) -> [Rejection] {
        recognition.reports.compactMap { if case .rejected(let reason) = $0.outcome { reason } else { nil } }
    }

    // MARK: - What is asked

    @Test func `a crop shows the place with a margin and nothing else, and outlines come back to the picture`() throws {
        let reader = Script(delay: 0) { _ in "AB12CD" }
        let recognition = try outcome(reader, local: ScriptedEngine([""]))
        let question = try #require(reader.asked.first)
        #expect((120...180).contains(question.picture.width) && (24...80).contains(question.picture.height))
        let text = question.region.textBox
        let corner = (x: Self.box.x - text.x, y: Self.box.y - text.y)
        #expect(text.width == Self.box.width && corner.x > 60 && corner.y > 60)
        let outline = try #require(recognition.reports.first?.outlines.first)
        #expect(outline.topLeft == Point(x: corner.x + 4, y: corner.y + 5))
    }

    @Test(arguments: [(0.9, false), (0.93, true)])
    func `a picture that nothing reads here is read by the server, where it is as sure as one reading has to be`(
        sure: Double, counts: Bool
    ) throws {
        let reader = Script(delay: 0, confidence: sure) { _ in "AB12CD" }
        var recogniser = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Self.box), engine: NoEngine(), distant: reader,
            settings: Recogniser.Settings().forStills)
        let recognition = try recogniser.outcome(ofFrames: 1)
        #expect(recognition.accepted.map(\.text) == (counts ? ["AB12CD"] : []))
        #expect(reasons(recognition) == (counts ? [] : [.unread]))
    }

    // MARK: - Frames that fail

    /// Finds the same place in every picture, and fails on one.
    private struct Failing: PlateLocaliser {
        struct Failure: Error {}

        let failing: Int?
        var number = 0

        mutating func regions(in frame: Frame, area: Box) throws -> [Region] {
            defer { number += 1 }
            if number == failing { throw Failure() }
            return [Region(rows: [TextRow(quad: Quad(DistantTests.box), characters: 6)], score: 1)]
        }
    }

    @Test func `what answers have decided is told though the frame fails that they come with`() throws {
        func told(failing: Int?) -> (texts: [[String]], failures: [Int]) {
            var recogniser = Recogniser(
                localiser: Failing(failing: failing), engine: ScriptedEngine([""]),
                distant: Script(delay: 1) { _ in "AB12CD" }, settings: .everyFrame)
            var (texts, failures) = ([[String]](), [Int]())
            for number in 0..<6 {
                let image = LumaImage(width: 640, height: 480)
                let recognition: Recognition
                do {
                    recognition = try recogniser.recognise(
                        Frame(image: image, time: Timestamp(.milliseconds(200 * number))))
                } catch {
                    failures.append(number)
                    recognition = recogniser.hear()
                }
                texts.append(recognition.accepted.map(\.text))
            }
            return (texts, failures)
        }
        let whole = told(failing: nil).texts
        let number = try #require(whole.firstIndex(of: ["AB12CD"]))
        let broken = told(failing: number)
        #expect(broken.failures == [number] && broken.texts == whole)
    }

    // MARK: - Beside another engine

    @Test(arguments: [0, 2, nil])
    func `an engine that reads is not held up, and no plate of it is lost to a server that does not`(
        delay: Int?
    ) throws {
        for text in [nil, "", "??", "SCHOOL"] {
            let reader = Script(delay: delay) { _ in text }
            let recognition = try outcome(reader, local: ScriptedEngine(["AB12CD"]))
            #expect(recognition.accepted.map(\.text) == ["AB12CD"])
            #expect(recognition.accepted.first?.lastSeen == Timestamp(.milliseconds(200)))
            #expect(recognition.reports.count == 8)
        }
    }

    @Test(arguments: [0, 1, 5])
    func `what the engine cannot read is accepted by what the server reads of it, while that could be followed`(
        delay: Int
    ) throws {
        let reader = Script(delay: delay) { _ in "AB12CD" }
        let recognition = try outcome(reader, local: ScriptedEngine([""]), frames: 20)
        #expect(recognition.accepted.map(\.text) == ["AB12CD"])
        #expect(reader.dropped == 0)
    }

    @Test func `an answer about a place that is long gone is dropped and counted`() throws {
        let reader = Script(delay: 30) { _ in "AB12CD" }
        let recognition = try outcome(reader, local: ScriptedEngine([""]), frames: 40) {
            $0 < 3 ? [Self.box] : []
        }
        #expect(recognition.accepted.isEmpty && reader.dropped > 0)
        #expect(Set(reasons(recognition)).isSubset(of: [.unread, .clutter]))
    }

    @Test func `a late answer votes in the track that its place belonged to`() throws {
        // Read differently in every frame: the engine never agrees with itself.
        let local = ScriptedEngine { number, _ in
            Array("AB12C\("DEFGHKLMNPRSTVWXYZ".map { $0 }[number % 18])").map { Symbol($0, 0.9) }
        }
        var settings = Recogniser.Settings.everyFrame
        settings.plausibility.minimumConfidence = 0.85
        let reader = Script(delay: 2) { _ in "AB12CQ" }
        let recognition = try outcome(reader, local: local, frames: 10, settings: settings)
        #expect(recognition.accepted.map(\.text) == ["AB12CQ"])
    }

    @Test func `a plate that is agreed on is asked about no more`() throws {
        let reader = Script(delay: 0) { _ in "AB12CD" }
        let asked = try outcome(reader, local: ScriptedEngine(["AB12CD"]))
        #expect(asked.accepted.count == 1 && reader.asked.count == 1)
    }

    @Test func `another recogniser with the same parts asks nobody`() throws {
        let reader = Script(delay: 0) { _ in "AB12CD" }
        let recogniser = Recogniser(
            localiser: ScriptedLocaliser(rowAt: Self.box), engine: ScriptedEngine(["AB12CD"]),
            distant: reader, settings: .everyFrame)
        var other = recogniser.another(settings: .everyFrame)
        #expect(try other.outcome(ofFrames: 4).accepted.count == 1)
        #expect(reader.asked.isEmpty)
    }
}
