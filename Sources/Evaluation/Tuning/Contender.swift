import ALPR
import Capture

/// One set of settings in a replay, with what finds and reads under them.
public struct Contender {
    public let variation: Variation
    let settings: Recogniser.Settings
    /// Which frames are analysed.
    let gate: FrameGate
    private let localiser: SharedLocaliser
    private let engine: SharedEngine

    public init(
        _ variation: Variation, settings: Recogniser.Settings, gate: FrameGate, localiser: SharedLocaliser,
        engine: SharedEngine
    ) {
        self.variation = variation
        self.settings = settings
        self.gate = gate
        self.localiser = localiser
        self.engine = engine
    }

    /// One that has seen nothing yet.
    func recogniser() -> Recogniser { Recogniser(localiser: localiser, engine: engine, settings: settings) }
}
