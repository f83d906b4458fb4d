import ALPR
import Addresses
import Basics
import Capture
import Evaluation
import FFmpegCapture
import Plates
import Records
import Scanner

/// What localiser and engine alone make of a picture.
struct BareReading {
    var parts: RecognitionPlan.Parts
    let capture: CaptureSettings

    /// The texts of all finds, best find first, as a line of JSON.
    mutating func line(of picture: LabelledPicture) throws -> [UInt8] {
        let source = try FFmpegSource(SourceAddress(picture.path), settings: capture)
        var line = JSONLine()
        line.add("image", picture.path)
        guard let frame = try source.nextFrame(where: { _ in true }) else {
            throw Failure(.badData, while: "reading \(picture.path)", because: "there is no picture in it")
        }
        let regions = try parts.localiser.regions(in: frame, area: frame.image.bounds)
        let looks = try parts.engine.read(regions, of: frame, effort: .first)
        line.add(
            "finds",
            zip(regions, looks).map { region, looks in
                PlateCandidate(plate: looks.flatMap(\.symbols).text, confidence: region.score)
            })
        return line.bytes
    }
}
