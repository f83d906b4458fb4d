import Answers
import Records

/// Finds the pictures of accepted plates: on this machine, or at the site that read the plate.
struct PlatePictures: Sendable {
    /// Returns the folder of a camera's pictures, by its name.
    let evidence: @Sendable (CameraRef) -> String
    let sites: SitePictures

    /// Returns the site that has an event's pictures; nil where this machine has some of them, and where there are none.
    func site(of event: PlateEvent) -> String? {
        guard event.evidence?.crop != nil || event.evidence?.scene != nil, let site = sites.site(event.camera),
            !EventPicture.of(event, in: evidence).contains(where: \.isThere)
        else { return nil }
        return site
    }
}
