import ALPR
import Basics
import Configuration
import Plates

/// Finds and reads the formats that a configuration asks for.
enum Formats {
    /// The configuration's settings of recognition, with its formats.
    static func settings(of configuration: Configuration, installation: Installation) throws -> Recogniser.Settings {
        var settings = configuration.recognition
        let folder = configuration.formats.folder ?? installation.formats
        guard !configuration.formats.countries.isEmpty else {
            if configuration.formats.knownLayouts, let folder {
                settings.formats = FormatSet(evidence: try FormatFile.loadAll(folder: folder).get())
            }
            return settings
        }
        guard let folder else {
            throw Failure(
                .configuration, while: "finding the plate formats",
                because: "no folder of formats is installed; set formats.folder")
        }
        let countries = try FormatFile.load(codes: configuration.formats.countries, folder: folder).get()
        settings.formats = FormatSet(
            countries: countries, normalised: Set(configuration.formats.normalise),
            isStrict: configuration.formats.strict)
        return settings
    }
}
