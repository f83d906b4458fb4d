import ALPR
import Plates

/// A text that was told of a plate whose text is known.
public struct Telling: Sendable, Equatable {
    /// 0-1.
    public var confidence: Double
    /// How probably it was said to be right, 0-1; nil where that was not said.
    public var probability: Double?
    public var grounds: Grounds?
    /// Whether one picture decided it, and no vote.
    public var isOfOnePicture: Bool
    public var isRight: Bool

    init(_ plate: AcceptedPlate, settings: Recogniser.Settings, isRight: Bool) {
        confidence = plate.confidence
        probability = plate.probability
        grounds = plate.grounds
        isOfOnePicture = settings.smoother.minimumReads == 1
        self.isRight = isRight
    }

    /// Nil where nothing was read.
    init?(_ reading: PlateReading, truth: String, settings: Recogniser.Settings) {
        guard let best = reading.best, let grounds = Grounds(reading) else { return nil }
        confidence = best.confidence
        probability = settings.smoother.probability?.onePicture(grounds)
        self.grounds = grounds
        isOfOnePicture = true
        isRight = best.text == truth
    }

    /// For whoever fits probabilities: a line for each text, which itself is not in it.
    public static func table(of results: [SetResult]) -> String {
        let head = ["set", "pictures", "right", "confidence"] + Grounds.evidenceNames
        let rows = results.flatMap { result in result.tellings.compactMap { $0.row(of: result.name) } }
        return ([head] + rows).map { $0.joined(separator: "\t") + "\n" }.joined()
    }

    private func row(of set: String) -> [String]? {
        guard let grounds else { return nil }
        let kind = isOfOnePicture ? "one" : "several"
        return [set, kind, isRight ? "1" : "0"] + ([confidence] + grounds.evidence).map { "\($0)" }
    }
}

extension Sequence<Telling> {
    var confidences: Calibration {
        reduce(into: Calibration()) { $0.add(confidence: $1.confidence, isRight: $1.isRight) }
    }

    /// Of those whose probability was said.
    var probabilities: Calibration {
        reduce(into: Calibration()) { calibration, telling in
            guard let probability = telling.probability else { return }
            calibration.add(confidence: probability, isRight: telling.isRight)
        }
    }
}
