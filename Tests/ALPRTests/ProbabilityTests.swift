import Basics
import Plates
import Testing

@testable import ALPR

/// How probably texts are right, and what becomes of those that are not probable enough.
@Suite struct ProbabilityTests {
    /// Weights of nothing but a constant and the pictures that agree.
    private static func scale(_ constant: Double, each: Double = 0) -> Probability.Scale {
        let weights = Grounds.evidenceNames.map { $0 == "reads" ? each : 0 } + [constant]
        return .init(onePicture: Probability(weights), severalPictures: Probability(weights))
    }

    private func smoother(_ change: (inout Smoother.Settings) -> Void) -> Smoother {
        var settings = Smoother.Settings()
        change(&settings)
        return Smoother(settings: settings)
    }

    private func grounds(_ readings: [PlateReading]) -> Grounds {
        Grounds(of: "AB12CD", readings: readings, share: 1, reads: readings.count)
    }

    @Test func `grounds are what the readings that agree say`() {
        let one = grounds([reading("AB12CD", at: 0, confidence: 0.96), reading("AB12CD", at: 200, confidence: 0.98)])
        #expect(abs(one.sureness - 0.97) < 1e-9 && abs(one.weakest - 0.97) < 1e-9 && abs(one.margin - 0.97) < 1e-9)
        #expect(one.agreement == 1 && one.reads == 2 && one.textHeight == 20)
    }

    @Test func `a view that says another text, and a character that was nearly another, speak against it`() {
        let row = TextRow(quad: Quad(Box(x: 0, y: 0, width: 100, height: 20)), characters: 6)
        var symbols = "AB12CD".map { Symbol($0, 0.99) }
        symbols[5] = Symbol([.init("D", 0.9), .init("O", 0.8)])
        let other = "AB12CX".map { Symbol($0, 0.9) }
        let disputed = PlateReading(
            region: Region(rows: [row], score: 1), time: Timestamp(.zero),
            views: [ViewReading(symbols), ViewReading(other)], formats: FormatSet())
        let told = grounds([disputed])
        #expect(told.agreement == 0.5 && abs(told.margin - 0.1) < 1e-9 && abs(told.weakest - 0.9) < 1e-9)
        #expect(told.evidence.count == Grounds.evidenceNames.count)
    }

    @Test func `a probability is between 0 and 1, however much speaks for it`() {
        let sure = grounds([reading("AB12CD", at: 0)])
        #expect(Self.scale(50).onePicture(sure) == 0.999 && Self.scale(-50).onePicture(sure) == 0.001)
        #expect(abs(Self.scale(0).onePicture(sure) - 0.5) < 1e-9)
    }

    @Test func `the highest probability is what the best of all readings would have`() {
        let scale = Self.scale(0.5, each: 0.25).onePicture
        // Six pictures and more speak alike.
        #expect(abs(scale.highest - 1 / (1 + exponential(-2))) < 1e-9)
        let harmful = Probability(Grounds.evidenceNames.map { $0 == "blur" ? -3 : 0 } + [1])
        #expect(abs(harmful.highest - 1 / (1 + exponential(-1))) < 1e-9)
        let best = grounds((0..<8).map { reading("AB12CD", at: 200 * $0, confidence: 1) })
        #expect(abs(scale(best) - scale.highest) < 1e-9 && Self.scale(50).onePicture.highest == 0.999)
    }

    @Test func `a plate has its probability, and none where nobody measured what reads`() {
        var measured = smoother { $0.probability = Self.scale(2) }
        #expect(measured.feed(["AB12CD", "AB12CD"]).accepted.map { ($0.probability ?? 0) > 0.88 } == [true])
        var unmeasured = Smoother()
        #expect(unmeasured.feed(["AB12CD", "AB12CD"]).accepted.map(\.probability) == [nil])
    }

    @Test func `what one picture decides has a scale of its own`() {
        let scale = Probability.Scale(
            onePicture: Self.scale(-50).onePicture, severalPictures: Self.scale(50).onePicture)
        for (reads, probability) in [(1, 0.001), (2, 0.999)] {
            var smoother = smoother { ($0.minimumReads, $0.minimumWeight, $0.probability) = (reads, 0.2, scale) }
            #expect(smoother.feed(["AB12CD", "AB12CD"]).accepted.first?.probability == probability)
        }
    }

    @Test func `what is not probable enough is no event, and says so`() {
        var smoother = smoother { ($0.probability, $0.minimumProbability) = (Self.scale(2), 0.95) }
        #expect(smoother.feed(["AB12CD", "AB12CD"]).accepted.isEmpty)
        #expect(smoother.standing(at: Timestamp(.milliseconds(200))).map(\.standing) == [.rejected(.improbable)])
        let outcomes = smoother.finish().reports.map(\.outcome)
        #expect(outcomes == [.rejected(.improbable), .rejected(.improbable)])
        var lower = self.smoother { ($0.probability, $0.minimumProbability) = (Self.scale(2), 0.85) }
        #expect(lower.feed(["AB12CD", "AB12CD"]).accepted.map(\.text) == ["AB12CD"])
    }

    @Test func `a plate that more pictures make probable is reported then`() throws {
        // 1 / (1 + exp(-reads)): 0.88 after two, 0.95 after three.
        var smoother = smoother { ($0.probability, $0.minimumProbability) = (Self.scale(0, each: 1), 0.9) }
        let result = smoother.feed(["AB12CD", "AB12CD", "AB12CD", "AB12CD"])
        let plate = try #require(result.accepted.first)
        #expect(result.accepted.count == 1 && plate.reads == 3 && (plate.probability ?? 0) > 0.95)
        #expect(result.reports.prefix(3).map(\.outcome) == [.accepted, .accepted, .accepted])
    }

    @Test func `a probability changes nothing of what is accepted, and how`() throws {
        let texts = ["AB12CD", "AB12CO", "AB12CD", "AB12CD", "AB12CD"]
        var (with, without) = (smoother { $0.probability = Self.scale(-9) }, Smoother())
        var plates = with.feed(texts).accepted
        #expect(plates.count == 1 && plates[0].probability == 0.001)
        for index in plates.indices { plates[index].probability = nil }
        #expect(plates == without.feed(texts).accepted)
    }
}
