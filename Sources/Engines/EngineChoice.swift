import ALPR
import Basics
import CameraConfiguration
import Logging
import ONNXNets

/// Which engine reads where a configuration leaves that to the machine: nets where they can be loaded, Tesseract otherwise, and where
/// somebody has set up Tesseract.
struct EngineChoice {
    /// With an engine that reads.
    let configuration: Configuration
    /// What was chosen and why, for people; nil where the configuration names an engine.
    let announcement: String?
    /// Nets that were loaded to see whether they can be; nil where others read.
    let nets: LoadedNets?

    /// - Parameter runtime: loads ONNX Runtime.
    init(
        _ configuration: Configuration, installation: Installation, log: Logger, runtime: () throws -> ONNXRuntime
    ) {
        guard configuration.engine == .auto else {
            self.configuration = configuration
            (announcement, nets) = (nil, nil)
            return
        }
        let choice = Self.choice(configuration, installation: installation, log: log, runtime: runtime)
        var chosen = configuration
        chosen.engine = choice.engine
        self.configuration = chosen
        announcement = "engine: auto reads with \(choice.engine.rawValue)\(choice.reason)"
        nets = choice.nets
    }

    private static func choice(
        _ configuration: Configuration, installation: Installation, log: Logger, runtime: () throws -> ONNXRuntime
    ) -> (engine: Configuration.Engine, reason: String, nets: LoadedNets?) {
        if configuration.tesseract != Configuration().tesseract { return (.tesseract, ": keys of it are set", nil) }
        var neural = configuration
        neural.engine = .neural
        do {
            let engine = try Engine.neural.recipe(neural, installation, log)
            let localiser = try LocaliserRecipe(neural, installation: installation)
            // Whether the files are what they should be is known once they are loaded.
            let nets = try LoadedNets(engine, localiser, settings: neural.recognition, runtime: runtime)
            return (.neural, " (\(engine.net ?? neural.neural.reader)): its nets and ONNX Runtime are there", nets)
        } catch let error as ONNXError where error.isAbsence && configuration.neural.runtime == nil {
            let installer = installation.runtimeInstaller ?? "scripts/install-onnxruntime"
            return (
                .tesseract,
                ": ONNX Runtime, on which nets read more plates, is not installed; \(installer) installs it",
                nil
            )
        } catch {
            let why = Failure(error).description.replacing("\n", with: ". ")
            return (.tesseract, ", and not with neural: \(why)", nil)
        }
    }
}
