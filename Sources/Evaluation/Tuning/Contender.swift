import ALPR

/// One set of settings in a replay, with what finds and reads under them.
public struct Contender {
    public let variation: Variation
    let settings: Recogniser.Settings
    /// Shortest time between two analysed frames.
    let interval: Duration
    private let localiser: SharedLocaliser
    private let engine: SharedEngine

    public init(
        _ variation: Variation, settings: Recogniser.Settings, interval: Duration, localiser: SharedLocaliser,
        engine: SharedEngine
    ) {
        self.variation = variation
        self.settings = settings
        self.interval = interval
        self.localiser = localiser
        self.engine = engine
    }

    /// One that has seen nothing yet.
    func recogniser() -> Recogniser { Recogniser(localiser: localiser, engine: engine, settings: settings) }
}
