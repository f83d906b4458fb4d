import ALPR
import Plates
import Testing

@testable import Evaluation

@Suite struct CalibrationTests {
    private func calibration(_ parts: [(confidence: Double, right: Int, of: Int)]) -> Calibration {
        var calibration = Calibration()
        for part in parts {
            for number in 0..<part.of { calibration.add(confidence: part.confidence, isRight: number < part.right) }
        }
        return calibration
    }

    @Test func `confidences that mean what they say have no error`() throws {
        let honest = calibration([(0.9, 90, 100), (0.5, 50, 100)])
        #expect(try #require(honest.expectedError) < 1e-9)
        #expect(honest.groups.map(\.count) == [100, 100])
    }

    @Test func `the error is by how much they say too much, or too little`() throws {
        let bold = calibration([(0.99, 80, 100), (0.6, 30, 100)])
        #expect(abs(try #require(bold.expectedError) - (0.19 + 0.3) / 2) < 1e-9)
        let shy = calibration([(0.6, 99, 100)])
        #expect(abs(try #require(shy.expectedError) - 0.39) < 1e-9)
    }

    @Test func `an error is told beside the one that chance alone makes`() throws {
        // One group of 100 at 0.9: a spread of 0.03, of which the mean is 0.8.
        let chance = try #require(calibration([(0.9, 90, 100)]).errorByChance)
        #expect(abs(chance - 0.03 * 0.79788) < 1e-4)
        #expect(try #require(calibration([(0.9, 900, 1000)]).errorByChance) < chance)
        #expect(Calibration().errorByChance == nil)
    }

    private func telling(_ probability: Double?, isRight: Bool) throws -> Telling {
        var plate = AcceptedPlate(
            text: "AB12CD", raw: "AB12CD", confidence: 0.9, probability: probability, candidates: [],
            box: Box(x: 0, y: 0, width: 9, height: 9), reads: 2, framesSeen: 2, firstSeen: Timestamp(.zero),
            lastSeen: Timestamp(.zero), track: 1)
        plate.grounds = Grounds(of: "AB12CD", readings: [], share: 0.75, reads: 2)
        return Telling(plate, settings: .init(), isRight: isRight)
    }

    @Test func `probabilities have a diagram of their own, and sets are told together, too`() throws {
        let tellings = try (0..<20).map { try telling(0.8, isRight: $0 % 5 != 0) } + [telling(nil, isRight: false)]
        var set = SetResult("one", together: [])
        set.tellings = tellings
        let all = SetResult("all sets", together: [set, set])
        #expect(all.diagrams.map(\.what) == ["confidence", "probability"])
        let error = try #require(all.tellings.probabilities.expectedError)
        #expect(all.tellings.count == 42 && abs(error) < 1e-9)
        let json = String(decoding: all.json, as: UTF8.self)
        #expect(json.contains("\"probability_error\":0.0000,") && json.contains("\"probability_texts\":40"))
        #expect(json.contains("\"calibrated_texts\":42"))
    }

    @Test func `the grounds of texts are a table, in which no text stands`() throws {
        var set = SetResult("one", together: [])
        set.tellings = try [telling(0.8, isRight: true), telling(0.8, isRight: false)]
        let lines = Telling.table(of: [set]).split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        #expect(lines.map(\.count) == [14, 14, 14] && lines[0].dropFirst(4) == Grounds.evidenceNames[...])
        #expect(lines[1].prefix(4) == ["one", "several", "1", "0.9"] && lines[2][2] == "0")
        #expect(lines[1][8] == "0.75" && !Telling.table(of: [set]).contains("AB12CD"))
    }

    @Test func `groups are of about one size, texts of the same confidence stay together, and few are no group`() {
        var calibration = Calibration()
        for number in 0..<205 { calibration.add(confidence: 1 - Double(number) / 1000, isRight: true) }
        let groups = calibration.groups
        #expect(groups.map(\.count).reduce(0, +) == 205 && groups.count == 10)
        #expect(groups.allSatisfy { (10...21).contains($0.count) })
        #expect(zip(groups, groups.dropFirst()).allSatisfy { $0.confidence > $1.confidence })
        #expect(self.calibration([(0.9, 3, 4)]).groups.count == 1)
        #expect(Calibration().groups.isEmpty && Calibration().expectedError == nil)
    }

    @Test func `how far chance goes is told for each group`() {
        // Worked out by hand from Wilson's formula.
        let interval = Calibration.Group(count: 100, right: 90, confidence: 0.9).interval
        #expect(abs(interval.lowerBound - 0.8256) < 0.001 && abs(interval.upperBound - 0.9448) < 0.001)
        let all = Calibration.Group(count: 10, right: 10, confidence: 1).interval
        #expect(all.upperBound == 1 && abs(all.lowerBound - 0.7225) < 0.001)
    }

    @Test func `a diagram has a point for each group, where its confidence and its share are`() throws {
        let diagram = try #require(ReliabilityDiagram(calibration([(1.0, 100, 100), (0.5, 0, 100)]), of: "confidence"))
        #expect(diagram.svg.matches(of: /<circle/).count == 2)
        // The axes begin at 0, where the wrong half is; 320 pixels to 1, with margins of 44 at the left and 12 above.
        #expect(diagram.svg.contains("<circle cx=\"364.0\" cy=\"12.0\""))
        #expect(diagram.svg.contains("<circle cx=\"204.0\" cy=\"332.0\""))
        #expect(diagram.text.contains("calibration error (ECE)   0.250"))
    }
}
