import ALPR
import Capture
import Configuration
import Logging
import ONNXNets
import TesseractOCR

/// Which localiser and which engine a configuration asks for: final values, from which both are made on the queue that uses them.
struct RecognitionPlan: Sendable {
    private enum Engine {
        case tesseract(TesseractEngine.Model, Preprocessing)
        case net(path: String, PlateNetDescription)
    }

    private enum Localiser {
        case rows
        case net(path: String, wantsColour: Bool)
    }

    /// A localiser and an engine, ready for use on the queue that made them.
    struct Parts {
        var localiser: any PlateLocaliser
        var engine: any OCREngine
    }

    /// Whether all of it is what plated ships or has in its catalogue: only that has to read the canary.
    let isKnown: Bool

    private let engine: Engine
    private let localiser: Localiser
    private let neural: Configuration.Neural
    private let libraries: [String]
    private let installer: String?
    /// With the formats, which are files of their own.
    let recognition: Recogniser.Settings

    /// Finds the files that it takes; every one that cannot be found is told.
    init(_ configuration: Configuration, installation: Installation = Installation(), log: Logger) throws {
        neural = configuration.neural
        let files = NetFiles(installation: installation)
        libraries = RuntimeLibrary(installation: installation).candidates(configured: neural.runtime)
        installer = installation.runtimeInstaller
        var attempts = Attempts()
        let recognition = attempts.attempt { try Formats.settings(of: configuration, installation: installation) }
        let engine: (Engine, isKnown: Bool)? = attempts.attempt {
            switch configuration.engine {
            case .tesseract:
                let model = try PlateModel.find(configuration, installation: installation, log: log)
                return (
                    .tesseract(model, configuration.tesseract.preprocessing),
                    installation.model.map { TesseractEngine.Model(path: $0) } == model
                )
            case .neural:
                let net = try files.reader(configuration.neural.reader)
                let isKnown = !NetFiles.isPath(configuration.neural.reader)
                return (.net(path: net.path, net.description), isKnown)
            }
        }
        let localiser: (Localiser, isKnown: Bool)? = attempts.attempt {
            switch (configuration.localiser, configuration.engine) {
            case (.rows, _), (.auto, .tesseract): return (.rows, true)
            case (.neural, _), (.auto, .neural):
                let name = configuration.neural.detector
                let path = try files.detector(name)
                // The one that comes with plated is grey.
                return (.net(path: path, wantsColour: path != installation.detector), !NetFiles.isPath(name))
            }
        }
        try attempts.check()
        guard let recognition, let engine, let localiser else { preconditionFailure("a step failed without a failure") }
        self.recognition = recognition
        self.engine = engine.0
        self.localiser = localiser.0
        isKnown = engine.isKnown && localiser.isKnown
    }

    /// The file of the net that finds plates; nil where rows do.
    var detector: String? {
        if case .net(let path, _) = localiser { return path }
        return nil
    }

    /// The file that Tesseract reads with; nil where a net does.
    var model: String? {
        if case .tesseract(let model, _) = engine { return model.path }
        return nil
    }

    /// How a source is opened: with colours where a net looks at them.
    func capture(_ settings: CaptureSettings = CaptureSettings()) -> CaptureSettings {
        var settings = settings
        settings.wantsColour = wantsColour
        return settings
    }

    private var wantsColour: Bool {
        if case .net(_, let description) = engine, description.colourMode == .rgb { return true }
        if case .net(_, let wantsColour) = localiser { return wantsColour }
        return false
    }

    /// A recogniser for pictures that come one after the other, for use on the queue that made it.
    func recogniser() throws -> Recogniser {
        let parts = try make()
        return Recogniser(localiser: parts.localiser, engine: parts.engine, settings: recognition)
    }

    /// - Parameter bare: whether a net reads a plate once, in its bare outline, as its makers' tools do.
    func make(bare: Bool = false) throws -> Parts {
        var runtime: ONNXRuntime?
        func loaded() throws -> ONNXRuntime {
            if let runtime { return runtime }
            let new = try ONNXRuntime(libraries: libraries, installer: installer)
            runtime = new
            return new
        }
        let rows = RowLocaliser(settings: .init(minimumTextHeight: recognition.foundTextHeight))
        let finder: any PlateLocaliser
        switch localiser {
        case .rows: finder = rows
        case .net(let path, _):
            let detector = try PlateDetector(
                path, runtime: loaded(), threads: neural.threads, minimumScore: neural.minimumScore,
                minimumTextHeight: bare ? 0 : recognition.foundTextHeight)
            // What reads rows has to be shown them.
            if case .tesseract = engine { finder = RowedLocaliser(detector) } else { finder = detector }
        }
        switch engine {
        case .tesseract(let model, let preprocessing):
            let engine = try TesseractEngine(model: model, preprocessing: preprocessing)
            return Parts(localiser: finder, engine: engine)
        case .net(let path, let description):
            let net = try PlateNet(
                path, description: description, runtime: loaded(), threads: neural.threads,
                views: bare ? PlateView.bare : PlateView.all)
            return Parts(localiser: finder, engine: net)
        }
    }
}
