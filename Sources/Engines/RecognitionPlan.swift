import ALPR
import Basics
import CameraConfiguration
import Capture
import Logging
import ONNXNets

/// Which localiser and which engine a configuration asks for: final values, from which both are made on the queue that uses them.
public struct RecognitionPlan: Sendable {
    /// A localiser and an engine, ready for use on one queue.
    public struct Parts {
        public var localiser: any PlateLocaliser
        public var engine: any OCREngine
        /// Nil where all reading is done here.
        public var distant: (any DistantReader)?
    }

    /// With the formats, which are files of their own.
    public let recognition: Recogniser.Settings

    /// What reads, as events tell it.
    public let engineName: String
    /// Which engine the configuration's `auto` stands for here, for people; nil where it names one.
    public let choice: String?

    /// What was loaded to make that choice; nil where nothing was.
    private let nets: LoadedNets?
    private let engine: EngineRecipe
    private let localiser: LocaliserRecipe
    /// Where ONNX Runtime may be.
    private let libraries: [String]
    private let installer: String?
    /// Nil where no server is asked.
    public let remote: RemotePlan?
    private let log: Logger

    /// Finds the files that it takes; every one that cannot be found is told.
    ///
    /// - Parameters:
    ///   - asking: how a server is asked, where the configuration names one.
    ///   - usageFile: where it is written down how much of a day's asking was used; nil for nowhere.
    public init(
        _ configuration: Configuration, installation: Installation, asking: RemotePlan.Asking,
        usageFile: String? = nil, log: Logger
    ) throws {
        self.log = log
        let libraries = RuntimeLibrary(installation: installation).candidates(
            configured: configuration.neural.runtime)
        let installer = installation.runtimeInstaller
        let choice = EngineChoice(configuration, installation: installation, log: log) {
            try RuntimeLibrary.load(libraries, installer: installer)
        }
        let configuration = choice.configuration
        let isSeconded = configuration.remote.service != nil
        engineName = (isSeconded ? .remote : configuration.engine).rawValue
        self.choice = choice.announcement
        nets = choice.nets
        self.libraries = libraries
        self.installer = installer
        var attempts = Attempts()
        let recognition = attempts.attempt {
            try Recogniser.Settings(configuration, installation: installation)
        }
        let engine = attempts.attempt {
            try Engine.of(configuration.engine).recipe(configuration, installation, log)
        }
        let remote = attempts.attempt { try RemotePlan.of(configuration, asking: asking, usageFile: usageFile) }
        let localiser = attempts.attempt { try LocaliserRecipe(configuration, installation: installation) }
        try attempts.check()
        guard var recognition, let engine, let localiser, let remote else {
            preconditionFailure("a step failed without a failure")
        }
        if let height = engine.suitedTextHeight { recognition.suitedTextHeight = height }
        // What a server makes of it was not measured.
        if !isSeconded { recognition.smoother.probability = engine.probability }
        if let least = recognition.smoother.minimumProbability, recognition.smoother.probability == nil {
            throw Failure(
                .configuration, while: "plates.minimum_probability",
                because:
                    "it is \(least), and how probable texts are is known of the model and the net that come with plated and"
                    + " of \(NetFiles.publishedReader) alone, not of what reads here; leave it out, or set engine")
        }
        self.recognition = recognition
        self.engine = engine
        self.localiser = localiser
        self.remote = remote
    }

    /// Whether all of it is what plated ships or has in its catalogue: only that has to read the canary.
    public var isKnown: Bool { engine.isKnown && localiser.isKnown }

    /// The most that is ever said of an event; nil where that is not known of what reads.
    public var highestProbability: Double? {
        let smoother = recognition.smoother
        return (smoother.minimumReads > 1 ? smoother.probability?.severalPictures : smoother.probability?.onePicture)?
            .highest
    }

    /// What the configuration's least probability lets through; nil where it has none.
    public var sieve: Probability.Sieve? {
        recognition.smoother.minimumProbability.flatMap { recognition.smoother.probability?.sieve(below: $0) }
    }

    /// The file of the net that finds plates; nil where rows do.
    public var detector: String? { localiser.net }

    /// What the net is called that reads: `plated`, or as the configuration names it; nil where another engine does.
    public var reader: String? { engine.net }

    /// The file that Tesseract reads with; nil where another engine does.
    public var model: String? { engine.model }

    /// How a source is opened: with colours where a net looks at them.
    public func capture(_ settings: CaptureSettings = CaptureSettings()) -> CaptureSettings {
        var settings = settings
        settings.wantsColour = engine.wantsColour || localiser.wantsColour
        return settings
    }

    /// A recogniser for pictures that come one after the other, for use on the queue that made it.
    ///
    /// - Parameter evidence: what it keeps of the pictures; nil for nothing.
    public func recogniser(keeping evidence: Evidence.Settings? = nil) throws -> Recogniser {
        let parts = try make()
        var settings = recognition
        settings.evidence = evidence
        return Recogniser(
            localiser: parts.localiser, engine: parts.engine, distant: parts.distant, settings: settings)
    }

    /// - Parameter bare: whether a net reads a plate once, in its bare outline, as its makers' tools do.
    public func make(bare: Bool = false) throws -> Parts {
        if !bare, var parts = nets?.take(for: recognition) {
            parts.distant = remote?.reader(log: log)
            return parts
        }
        var runtime: ONNXRuntime?
        // One for both.
        func loaded() throws -> ONNXRuntime {
            if let runtime { return runtime }
            let new = try RuntimeLibrary.load(libraries, installer: installer)
            runtime = new
            return new
        }
        let localiser = try localiser.make(recognition, runtime: loaded, bare: bare)
        return Parts(localiser: localiser, engine: try engine.make(loaded, bare), distant: remote?.reader(log: log))
    }
}
