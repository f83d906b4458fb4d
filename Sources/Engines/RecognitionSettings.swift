import ALPR
import Basics
import CameraConfiguration
import Plates

extension Recogniser.Settings {
    /// A configuration's settings of recognition, with the formats that it asks for read from their files.
    init(_ configuration: Configuration, installation: Installation) throws {
        self = configuration.recognition
        let folder = configuration.formats.folder ?? installation.formats
        guard !configuration.formats.countries.isEmpty else {
            if configuration.formats.knownLayouts, let folder {
                formats = FormatSet(evidence: try FormatFile.loadAll(folder: folder).get())
            }
            return
        }
        guard let folder else {
            throw Failure(
                .configuration, while: "finding the plate formats",
                because: "no folder of formats is installed; set formats.folder")
        }
        let countries = try FormatFile.load(codes: configuration.formats.countries, folder: folder).get()
        formats = FormatSet(
            countries: countries, normalised: Set(configuration.formats.normalise),
            isStrict: configuration.formats.strict)
    }
}
