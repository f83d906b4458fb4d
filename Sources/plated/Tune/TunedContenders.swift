import ALPR
import Basics
import CameraConfiguration
import Capture
import Engines
import Evaluation
import Logging

/// Makes contenders of configurations; an engine that several of them read with is made once.
struct TunedContenders {
    let memory = FrameMemory()
    private let log: Logger
    private var engines: [String: SharedEngine] = [:]
    private var localisers: [String: SharedLocaliser] = [:]
    /// Whether any of them looks at colours.
    private(set) var wantsColour = false

    init(log: Logger) {
        self.log = log
    }

    /// - Throws: where a file that it takes is not there.
    mutating func contender(_ variation: Variation, _ configuration: Configuration) throws -> Contender {
        let plan = try Self.plan(configuration, log: log)
        let reading = "\(configuration.engine) \(configuration.tesseract) \(configuration.neural)"
        let finding = "\(reading) \(configuration.localiser) \(plan.recognition.foundTextHeight)"
        if engines[reading] == nil || localisers[finding] == nil {
            let parts = try plan.make()
            if engines[reading] == nil { engines[reading] = SharedEngine(parts.engine, memory: memory) }
            localisers[finding] = SharedLocaliser(parts.localiser, memory: memory)
        }
        guard let engine = engines[reading], let localiser = localisers[finding] else {
            preconditionFailure("both were made")
        }
        wantsColour = wantsColour || plan.capture().wantsColour
        return Contender(
            variation, settings: plan.recognition, gate: configuration.scanner.gate, localiser: localiser,
            engine: engine)
    }

    /// No server is asked: what it says of a recording today it may not say tomorrow.
    static func plan(_ configuration: Configuration, log: Logger) throws -> RecognitionPlan {
        try RecognitionPlan(configuration, installation: .ofThisProgram, asking: .never, log: log)
    }
}
