import Basics
import Plates

/// What speaks for a text that was read, and what against it. How probably the text is right follows from it.
public struct Grounds: Sendable, Equatable {
    /// Mean confidence of the readings that agree, 0-1.
    public var sureness: Double
    /// Confidence of the least sure character, 0-1, the mean over those readings.
    public var weakest: Double
    /// How much surer a character is than what else stands there, 0-1: the least of a reading, the mean over those readings.
    public var margin: Double
    /// Part of their views that say the very same, 0-1.
    public var agreement: Double
    /// The text's part of the vote, 0-1.
    public var share: Double
    /// Pictures that agree.
    public var reads: Int
    /// Of the characters, in pixels.
    public var textHeight: Double
    /// How many pixels the step from ink to ground takes, for each pixel of the characters' height.
    public var blur: Double

    /// - Parameters:
    ///   - readings: those that agree on the text; where none does, those that it was made of.
    ///   - share: of the vote, 0-1.
    ///   - reads: pictures that agree.
    public init(of text: String, readings: [PlateReading], share: Double, reads: Int) {
        let looks = readings.map { Look(of: text, in: $0) }
        sureness = looks.map(\.confidence).mean() ?? 0
        weakest = looks.map(\.weakest).mean() ?? 0
        margin = looks.map(\.margin).mean() ?? 0
        agreement = looks.map(\.agreement).mean() ?? 0
        self.share = share
        self.reads = reads
        textHeight = readings.map(\.region.textHeight).median() ?? 0
        blur = readings.compactMap { $0.legibility.map { $0.edgeWidth / max(1, $0.textHeight) } }.median() ?? 0.2
    }

    /// The same of one picture's best text; nil where nothing was read.
    public init?(_ reading: PlateReading) {
        guard let text = reading.best?.text else { return nil }
        self.init(of: text, readings: [reading], share: 1, reads: 1)
    }
}

/// What one picture says of a text.
private struct Look {
    let confidence: Double
    var weakest = 0.0
    var margin = 0.0
    var agreement = 0.0

    init(of text: String, in reading: PlateReading) {
        let meant = reading.candidates.first { $0.text == text }
        confidence = meant?.confidence ?? 0
        let raw = meant?.raw ?? text
        let views = reading.views.map(\.symbols).filter { !$0.isEmpty }
        let saying = views.filter { $0.text == raw || $0.text == text }
        guard let surest = saying.max(by: { $0.confidence < $1.confidence }) else { return }
        weakest = surest.map(\.confidence).min() ?? 0
        margin = surest.map { $0.confidence - ($0.alternatives.dropFirst().first?.confidence ?? 0) }.min() ?? 0
        agreement = Double(saying.count) / Double(views.count)
    }
}
