import ALPR
import PlateDrawing
import Plates

/// How plates, other candidates and lanes look on a picture that is drawn for somebody.
struct PictureMarks {
    typealias Ink = MarkedPicture.Ink

    static let plate = Ink(red: 40, green: 230, blue: 90)
    static let other = Ink(red: 255, green: 180, blue: 30)
    static let region = Ink(red: 70, green: 160, blue: 255)

    /// Width of a line and height of a character, in pixels: in proportion to the picture.
    let line: Double
    let height: Double

    init(for image: RGBImage) {
        let size = Double(min(image.width, image.height))
        line = max(1.5, size / 300)
        height = max(9, size / 40)
    }

    func draw(plate text: String, _ box: Box, _ outlines: [Quad] = [], on picture: inout MarkedPicture) {
        draw(outlines, or: box, width: line, in: Self.plate, on: &picture)
        picture.label(box, text, height: height, in: .black, on: Self.plate)
    }

    func draw(other report: CandidateReport, _ outlines: [Quad] = [], on picture: inout MarkedPicture) {
        draw(outlines, or: report.box, width: line / 2, in: Self.other, on: &picture)
        picture.label(report.box, note(on: report), height: height / 2, in: .black, on: Self.other)
    }

    private func draw(
        _ outlines: [Quad], or box: Box, width: Double, in ink: Ink, on picture: inout MarkedPicture
    ) {
        if outlines.isEmpty { picture.outline(box, width: width, in: ink) }
        for outline in outlines { picture.outline(outline.corners, width: width, in: ink) }
    }

    private func note(on report: CandidateReport) -> String {
        guard case .rejected(let reason) = report.outcome else { return "" }
        let words = reason.rawValue.uppercased().replacing("_", with: " ")
        return report.candidates.first.map { "\($0.text)   \(words)" } ?? words
    }
}
