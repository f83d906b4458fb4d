import ALPR
import Basics
import CameraConfiguration
import Capture
import Engines
import Evaluation
import Plates

/// The settings that are tried, and the values of each: a closed list of those that decide what is read.
struct TunedSettings {
    /// A configuration in which one key has another value.
    struct Try {
        var variation: Variation
        var edit: (inout Configuration) -> Void
        var configuration: Configuration
    }

    private static let intervals = [50.0, 100, 200, 400]
    /// Besides what suits the engine.
    private static let heights = [8.0, 10, 12, 15, 20]
    private static let places = [3.0, 6]
    private static let confidences = [0.8, 0.85, 0.9, 0.93]
    private static let probabilities = [0.5, 0.7, 0.9]
    private static let reads = [2.0, 3, 4]

    private(set) var present: Configuration
    /// What reads now, whatever the configuration leaves to the machine.
    private let engine: String
    /// Whether it is known how probable its texts are.
    private let hasProbabilities: Bool

    /// - Parameter plan: of the present configuration.
    init(present: Configuration, plan: RecognitionPlan) {
        self.present = present
        // What suits the engine that reads now.
        self.present.recognition.suitedTextHeight = plan.recognition.suitedTextHeight
        engine = plan.engineName
        hasProbabilities = plan.recognition.smoother.probability != nil
    }

    /// - Parameter plates: that came by, where somebody said so.
    func all(plates: [String]) -> [Try] {
        numbers("gate.interval_ms", Self.intervals, \.intervalMilliseconds) + heights
            + numbers("plates.per_frame", Self.places, \.placesPerFrame)
            + numbers("plates.minimum_confidence", Self.confidences, \.recognition.plausibility.minimumConfidence)
            + probabilities + numbers("vote.minimum_reads", Self.reads, \.readsNeeded)
            + plausibility(plates) + formats + engines
    }

    /// The part of the picture where all plates are.
    func region(_ part: Box) -> Try? {
        guard present.recognition.roi == .wholePicture, present.recognition.lanes.isEmpty else { return nil }
        return change("roi", distance: 1) {
            $0.recognition.roi = RegionOfInterest(x: part.x, y: part.y, width: part.width, height: part.height)
        }
    }

    /// The present configuration with everything that a variation changes.
    func configuration(of variation: Variation, tried: [Try]) -> Configuration {
        tried.filter { $0.variation.changes.allSatisfy(variation.changes.contains) }
            .reduce(into: present) { $1.edit(&$0) }
    }

    // MARK: - Kinds of settings

    private func numbers(_ key: String, _ values: [Double], _ path: WritableKeyPath<Configuration, Double>) -> [Try] {
        let now = present[keyPath: path]
        func rank(_ value: Double) -> Int { (values + [now]).count { $0 < value } }
        var untouched = Configuration()
        untouched.recognition.suitedTextHeight = present.recognition.suitedTextHeight
        let shipped = untouched[keyPath: path]
        return values.filter { $0 != now }.compactMap { value in
            change(key, distance: value == shipped ? 0 : 1 + abs(rank(value) - rank(now))) { $0[keyPath: path] = value }
        }
    }

    private var heights: [Try] {
        let lanes = present.recognition.lanes
        // Lanes that have their own are not asked.
        guard lanes.isEmpty || lanes.contains(where: { $0.minimumTextHeight == nil }) else { return [] }
        let relative = change("plates.minimum_text_height", distance: 0) {
            $0.recognition.minimumRelativeTextHeight = 0
        }
        let values = [present.recognition.suitedTextHeight] + Self.heights
        return numbers("plates.minimum_text_height_px", values, \.textHeight)
            + [relative].compactMap(\.self)
    }

    private var probabilities: [Try] {
        guard hasProbabilities else { return [] }
        let key = "plates.minimum_probability"
        let none = change(key, distance: 0) { $0.recognition.smoother.minimumProbability = nil }
        let some = Self.probabilities.map { value in
            change(key, distance: 1) { $0.recognition.smoother.minimumProbability = value }
        }
        return ([none] + some).compactMap(\.self)
    }

    /// What plates that came by must have to be one.
    private func plausibility(_ plates: [String]) -> [Try] {
        guard !plates.isEmpty else { return [] }
        let now = present.recognition.plausibility
        let lengths = plates.map(\.count)
        let characters =
            min(now.characters.lowerBound, lengths.min() ?? 20)...max(now.characters.upperBound, lengths.max() ?? 1)
        func fewest(_ set: Set<Character>) -> Int { plates.map { $0.count { set.contains($0) } }.min() ?? 0 }
        let (letters, digits) = (fewest(PlateFormat.allLetters), fewest(PlateFormat.allDigits))
        return [
            change("plates.characters", distance: 1) { $0.recognition.plausibility.characters = characters },
            letters < now.minimumLetters
                ? change("plates.minimum_letters", distance: 1) { $0.recognition.plausibility.minimumLetters = letters }
                : nil,
            digits < now.minimumDigits
                ? change("plates.minimum_digits", distance: 1) { $0.recognition.plausibility.minimumDigits = digits }
                : nil,
        ].compactMap(\.self)
    }

    private var formats: [Try] {
        guard !present.formats.countries.isEmpty else { return [] }
        let none = change("formats.countries", distance: 1) {
            $0.formats.countries = []
            $0.formats.normalise = []
            $0.formats.strict = false
        }
        let open = change("formats.strict", distance: 0) { $0.formats.strict = false }
        let normalised = change("formats.normalise", distance: 1) { $0.formats.normalise = $0.formats.countries }
        return [none, open, normalised].compactMap(\.self)
    }

    private var engines: [Try] {
        guard present.remote.service == nil else { return [] }
        let other: Configuration.Engine = engine == Configuration.Engine.neural.rawValue ? .tesseract : .neural
        let readsPlates = other == .tesseract
        return [
            change("engine", distance: 1) { $0.engine = other },
            change("localiser", distance: 1) { $0.localiser = readsPlates ? .rows : .neural },
            readsPlates
                ? change("neural.detector", distance: 1) { $0.neural.detector = Configuration.Neural.shipped } : nil,
        ].compactMap(\.self)
    }

    /// `9` of `9.0`.
    private static func short(_ value: String) -> String { value.hasSuffix(".0") ? String(value.dropLast(2)) : value }

    /// Nil where nothing changes.
    private func change(_ key: String, distance: Int, _ edit: @escaping (inout Configuration) -> Void) -> Try? {
        var configuration = present
        edit(&configuration)
        let keys = [key] + (key == "formats.countries" ? ["formats.normalise", "formats.strict"] : [])
        let (old, new) = (present.values(of: keys), configuration.values(of: keys))
        let changes = keys.compactMap { key -> Variation.Change? in
            guard let value = new[key], let now = old[key], value != now else { return nil }
            return .init(key: key, value: Self.short(value), present: Self.short(now))
        }
        return changes.isEmpty
            ? nil : Try(variation: Variation(changes, distance: distance), edit: edit, configuration: configuration)
    }
}

extension Configuration {
    fileprivate var intervalMilliseconds: Double {
        get { Double(scanner.interval.milliseconds) }
        set { scanner.interval = .milliseconds(Int64(newValue)) }
    }

    fileprivate var textHeight: Double {
        get { recognition.leastTextHeight }
        set { recognition.minimumTextHeight = newValue }
    }

    fileprivate var placesPerFrame: Double {
        get { Double(recognition.regionsPerFrame) }
        set { recognition.regionsPerFrame = Int(newValue) }
    }

    fileprivate var readsNeeded: Double {
        get { Double(recognition.smoother.minimumReads) }
        set { recognition.smoother.minimumReads = Int(newValue) }
    }
}
