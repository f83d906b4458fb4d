import Answers
import Records

/// A plate and the picture that goes with it: receivers cut the one out of the other, so place, size and time are those of that picture.
///
/// Without a picture they are those of the camera's frame when the plate was accepted.
struct PicturedPlate {
    let event: PlateEvent
    /// The JPEG; nil where none goes with the plate.
    let picture: [UInt8]?
    /// Where the plate is, in pixels of the picture.
    let box: PlateBox
    /// The picture's; nil where nobody knows it.
    let size: PlateEvidence.Size?
    /// When the picture was taken.
    let time: WallTime

    /// - Returns: nil of what is no plate.
    init?(_ parcel: Parcel, picture kind: PictureChoice) {
        guard let event = parcel.plate else { return nil }
        self.event = event
        guard let evidence = event.evidence, let bytes = parcel.picture(kind)?.bytes,
            let place = Self.place(of: evidence, in: kind, bytes)
        else {
            (picture, box, size, time) = (nil, event.box, event.evidence?.frame, parcel.time)
            return
        }
        (picture, box, size, time) = (bytes, place.box, place.size, evidence.time)
    }

    /// - Returns: nil where it cannot be told where the plate is in the picture.
    private static func place(
        of evidence: PlateEvidence, in kind: PictureChoice, _ picture: [UInt8]
    ) -> (box: PlateBox, size: PlateEvidence.Size?)? {
        let size = JPEGShape.size(of: picture).map { PlateEvidence.Size(width: $0.width, height: $0.height) }
        switch kind {
        case .none: return nil
        case .crop: return (evidence.box(inCropOf: size), size)
        case .scene:
            guard let size, let box = evidence.box(inSceneOf: size) else { return nil }
            return (box, size)
        }
    }
}
