import Answers
import Console
import Delivery
import Records

/// A plate of a data set: its cut-out picture, where it is in there, and what it says. `plated eval` reads these columns.
struct LabelledPlate {
    static let table = "manifest.csv"
    static let headings = ["image", "x_min", "y_min", "x_max", "y_max", "text", "region"]

    let image: String
    private let text: String
    private let region: String
    private let evidence: PlateEvidence

    /// - Returns: nil of a plate without a picture, and of a pseudonym, which says nothing.
    init?(_ plate: PlateExport.Plate) {
        let event = plate.event
        guard let evidence = event.evidence, !PlateText.isPseudonym(event.plate) else { return nil }
        self.evidence = evidence
        text = plate.corrected ?? event.plate
        region = event.region ?? ""
        // A site makes its identifiers up: whatever they are, they name a file in this folder.
        image = "images/\(HubName.plain(event.camera).prefix(130))-\(HubName.plain(event.id).prefix(64)).jpg"
    }

    /// - Parameter picture: the crop, a JPEG.
    func cells(in picture: [UInt8]) -> [String] {
        let size = JPEGShape.size(of: picture).map { PlateEvidence.Size(width: $0.width, height: $0.height) }
        let box = evidence.box(inCropOf: size)
        return [image] + [box.x, box.y, box.x + box.width, box.y + box.height].map(String.init) + [text, region]
    }
}
