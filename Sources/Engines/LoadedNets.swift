import ALPR
import CameraConfiguration
import ONNXNets
import Synchronization

/// Nets that were loaded to see whether they can be, for whoever wants them first: loading them takes a tenth of a second.
final class LoadedNets: Sendable {
    /// The least height of characters that they were made for, in pixels.
    private let textHeight: Double
    private let parts: Mutex<RecognitionPlan.Parts?>

    /// - Parameter runtime: loads ONNX Runtime.
    init(
        _ engine: EngineRecipe, _ localiser: LocaliserRecipe, settings: Recogniser.Settings,
        runtime: () throws -> ONNXRuntime
    ) throws {
        var settings = settings
        if let height = engine.suitedTextHeight { settings.suitedTextHeight = height }
        textHeight = settings.foundTextHeight
        let loaded = try runtime()
        let reading = try engine.make({ loaded }, false)
        let finding = try localiser.make(settings, runtime: { loaded }, bare: false)
        parts = Mutex(RecognitionPlan.Parts(localiser: finding, engine: reading))
    }

    /// Gives them away, where they are what `settings` ask for; nil where they are not, or somebody has them.
    func take(for settings: Recogniser.Settings) -> sending RecognitionPlan.Parts? {
        guard settings.foundTextHeight == textHeight else { return nil }
        return parts.withLock { parts in
            let taken = parts
            parts = nil
            return taken
        }
    }
}
