import ALPR

/// Whether a survey's pictures read better when they are turned or mirrored.
///
/// An upside-down plate may be read surely, as another one. So every way it may lie is tried, whatever was read.
struct OrientationTrial {
    /// So many times as much must be read one way as the way the pictures are taken…
    private static let lead = 2.0
    /// …and at least so many sure readings.
    private static let least = 1.5

    let recogniser: Recogniser
    let settings: Recogniser.Settings
    /// How the pictures are taken to lie.
    let current: Orientation

    /// How they lie instead; nil where they lie as they are taken to, or that cannot be told.
    ///
    /// - Parameter frames: set upright by what they are taken to be.
    func verdict(on frames: [Frame]) throws -> Orientation? {
        var scores: [Orientation: Double] = [:]
        for orientation in Orientation.allCases {
            scores[orientation] = try frames.reduce(0) { try $0 + weight(of: $1, lying: orientation) }
        }
        let known = scores[current] ?? 0
        guard let best = Orientation.allCases.max(by: { scores[$0] ?? 0 < scores[$1] ?? 0 }), best != current,
            let score = scores[best], score >= Self.least, score > Self.lead * known
        else { return nil }
        return best
    }

    /// What is read in a picture, if it lies so: 1 for a sure reading.
    private func weight(of frame: Frame, lying orientation: Orientation) throws -> Double {
        var settings = settings.forStills
        settings.plausibility.minimumLetters = self.settings.plausibility.minimumLetters
        settings.plausibility.minimumDigits = self.settings.plausibility.minimumDigits
        settings.roi = settings.roi.inCamera(current).inCamera(orientation.reversed)
        var recogniser = recogniser.another(settings: settings)
        let turned = frame.upright(from: current.reversed).upright(from: orientation)
        return try recogniser.recognise(turned).readings.reduce(0) { $0 + $1.weight }
    }
}
