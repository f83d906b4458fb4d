import ALPR
import Plates

/// Whether a survey's pictures read better when they are turned or mirrored.
///
/// An upside-down plate may be read surely, as another one. So every way it may lie is tried, whatever was read. Where two ways read
/// about as surely, the one tells whose texts have the layout of a plate, or else which way plates move as they grow.
struct OrientationTrial {
    enum Verdict: Equatable {
        /// How the pictures lie instead.
        case lying(Orientation)
        /// They may lie so: they read about as surely then, as this text, and as they are plates grow while they move up.
        case perhaps(Orientation, text: String)
    }

    /// So many times as much must be read one way as the way the pictures are taken…
    private static let lead = 2.0
    /// …and at least so many sure readings.
    private static let least = 1.5
    /// From this share of what the other way reads, two ways read about as surely.
    private static let leastShare = 0.5

    let recogniser: Recogniser
    let settings: Recogniser.Settings
    /// How the pictures are taken to lie.
    let current: Orientation

    /// Nil where they lie as they are taken to, or that cannot be told.
    ///
    /// - Parameter frames: set upright by what they are taken to be.
    func verdict(on frames: [Frame]) throws -> Verdict? {
        func found(_ orientation: Orientation) throws -> OrientationReadings {
            OrientationReadings(try frames.flatMap { try readings(of: $0, lying: orientation) })
        }
        let known = try found(current)
        let others = try Orientation.allCases.filter { $0 != current }.map {
            (orientation: $0, readings: try found($0))
        }
        if let best = others.max(by: { $0.readings.weight < $1.readings.weight }),
            isEnough(best.readings.weight, beside: known.weight)
        {
            return .lying(best.orientation)
        }
        let asSure = others.filter {
            $0.readings.weight >= max(Self.least, Self.leastShare * known.weight)
        }
        let layouts = layouts
        if let best = asSure.max(by: { $0.readings.weight(fitting: layouts) < $1.readings.weight(fitting: layouts) }),
            isEnough(best.readings.weight(fitting: layouts), beside: known.weight(fitting: layouts))
        {
            return .lying(best.orientation)
        }
        guard known.growUpwards, let turned = asSure.first(where: { $0.orientation == current.turnedByHalf }),
            let text = turned.readings.surestText
        else { return nil }
        return .perhaps(turned.orientation, text: text)
    }

    private func isEnough(_ weight: Double, beside known: Double) -> Bool {
        weight >= Self.least && weight > Self.lead * known
    }

    /// The layouts that are expected or, where none is, known.
    private var layouts: FormatSet {
        let formats = settings.formats
        return FormatSet(countries: formats.countries.isEmpty ? formats.evidence : formats.countries)
    }

    /// What is read in a picture, if it lies so.
    private func readings(of frame: Frame, lying orientation: Orientation) throws -> [PlateReading] {
        var settings = settings.forStills
        settings.plausibility.minimumLetters = self.settings.plausibility.minimumLetters
        settings.plausibility.minimumDigits = self.settings.plausibility.minimumDigits
        settings.roi = settings.roi.inCamera(current).inCamera(orientation.reversed)
        var recogniser = recogniser.another(settings: settings)
        let turned = frame.upright(from: current.reversed).upright(from: orientation)
        return try recogniser.recognise(turned).readings
    }
}

extension Orientation {
    /// The way that pictures lie which were turned by half after they lay this way.
    fileprivate var turnedByHalf: Orientation {
        switch self {
        case .upright: .upsideDown
        case .upsideDown: .upright
        case .mirrored: .mirroredUpsideDown
        case .mirroredUpsideDown: .mirrored
        case .turnedLeft: .turnedRight
        case .turnedRight: .turnedLeft
        }
    }
}
