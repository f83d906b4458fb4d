import ALPR
import PlateDrawing
import Plates
import Records

/// A picture with everything that was found in it: plates, and other candidates with what became of them.
struct FoundPicture {
    /// Its path, without secrets.
    let name: String
    let frame: Frame
    let reports: [CandidateReport]

    /// With outlines and texts drawn on it; plates last, over everything else.
    var image: RGBImage {
        var picture = MarkedPicture(frame.anyColour.rgb)
        let marks = PictureMarks(for: picture.image)
        for report in reports where report.outcome != .accepted {
            marks.draw(other: report, report.outlines, on: &picture)
        }
        for report in reports where report.outcome == .accepted {
            marks.draw(plate: report.candidates.first?.text ?? "", report.box, report.outlines, on: &picture)
        }
        return picture.image
    }

    /// One line of JSON: the picture's size, and for each find its text, box, outlines and characters.
    var line: [UInt8] {
        let found = reports.map(Self.json).joined(separator: ",")
        let text =
            "{\"picture\":\(JSONLine.quoted(name)),\"width\":\(frame.image.width),\"height\":\(frame.image.height),"
            + "\"found\":[\(found)]}\n"
        return Array(text.utf8)
    }

    private static func json(_ report: CandidateReport) -> String {
        var fields = ["\"outcome\":\"\(report.outcome == .accepted ? "accepted" : "rejected")\""]
        if case .rejected(let reason) = report.outcome { fields.append("\"reason\":\"\(reason.rawValue)\"") }
        let best = report.candidates.first
        fields.append("\"plate\":\(best.map { JSONLine.quoted($0.text) } ?? "null")")
        fields.append("\"confidence\":\(JSONLine.number(best?.confidence ?? 0, digits: 3))")
        fields.append("\"box\":\(list([report.box.x, report.box.y, report.box.width, report.box.height]))")
        let outlines = report.outlines.map { outline in
            "[" + outline.corners.map { list([$0.x, $0.y]) }.joined(separator: ",") + "]"
        }
        fields.append("\"outlines\":[\(outlines.joined(separator: ","))]")
        let characters = report.symbols.map {
            "{\"text\":\(JSONLine.quoted(String($0.character))),\"confidence\":\(JSONLine.number($0.confidence, digits: 3))}"
        }
        fields.append("\"characters\":[\(characters.joined(separator: ","))]")
        return "{\(fields.joined(separator: ","))}"
    }

    private static func list(_ numbers: [Double]) -> String {
        "[" + numbers.map { JSONLine.number($0, digits: 1) }.joined(separator: ",") + "]"
    }
}
