import Basics
import CameraConfiguration
import Logging
import Records

/// What leaves the program in place of plates, and what does not leave it at all.
struct PrivacyPlan {
    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    var hidesPlates: Bool { configuration.privacy == .pseudonym }

    /// Whether pictures of accepted plates are stored where there is a folder for them.
    var keepsPictures: Bool { !configuration.evidence.keepsNothing && !hidesPlates }

    /// What the configuration asks for and cannot have, with its key.
    var problem: (key: String, message: String)? {
        hidesPlates ? configuration.remotePrivacyProblem : nil
    }

    /// What stands in place of texts; nil where these are written.
    ///
    /// - Parameter places: where the key outlives a restart; nil for memory alone.
    func pseudonyms(in places: CameraPlaces? = nil, log: Logger) -> Pseudonyms? {
        guard hidesPlates else { return nil }
        let file = configuration.pseudonym.keyFile ?? places?.pseudonymKey
        return Pseudonyms(period: configuration.pseudonym.period, keyFile: file, log: log)
    }

    /// Refuses what would show plates.
    ///
    /// - Parameter what: for people, such as `--picture shows plates`.
    func refuse(_ what: String) throws(Failure) {
        guard hidesPlates else { return }
        throw Failure(
            .configuration, while: what, because: "the configuration says privacy: pseudonym",
            remedy: "Do it without that configuration, where you may")
    }
}
