import ALPR
import Basics
import CameraConfiguration
import Logging
import ONNXNets

/// Which engine reads where a configuration leaves that to the machine: nets where they can be loaded, Tesseract otherwise.
struct EngineChoice {
    /// With an engine that reads.
    let configuration: Configuration
    /// What was chosen and why, for people; nil where the configuration names an engine.
    let announcement: String?

    /// - Parameter runtime: loads ONNX Runtime.
    init(
        _ configuration: Configuration, installation: Installation, log: Logger, runtime: () throws -> ONNXRuntime
    ) {
        guard configuration.engine == .auto else {
            self.configuration = configuration
            announcement = nil
            return
        }
        var chosen = configuration
        chosen.engine = .neural
        do {
            let engine = try Engine.neural.recipe(chosen, installation, log)
            let localiser = try LocaliserRecipe(chosen, installation: installation)
            // Whether the files are what they should be is known once they are loaded.
            let loaded = try runtime()
            _ = try engine.make({ loaded }, false)
            _ = try localiser.make(chosen.recognition, runtime: { loaded }, bare: false)
            announcement =
                "engine: auto reads with neural (\(engine.net ?? chosen.neural.reader)): its nets and ONNX Runtime are there"
        } catch {
            let why = Failure(error).description.replacing("\n", with: ". ")
            announcement = "engine: auto reads with tesseract, and not with neural: \(why)"
            chosen.engine = .tesseract
        }
        self.configuration = chosen
    }
}
