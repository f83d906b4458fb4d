import ALPR
import Addresses
import Basics
import Capture
import Engines
import Evaluation
import FFmpegCapture
import Logging
import Plates
import Records

/// What localiser and engine alone make of pictures.
struct BareReading {
    var parts: RecognitionPlan.Parts
    let capture: CaptureSettings
    let log: Logger

    /// Writes a line of JSON for every picture of the sets. What cannot be read is told, and left out.
    ///
    /// - Throws: a failure without a message at the end, where something was left out.
    mutating func write(_ sets: [String]) throws {
        let output = try LineFile(path: nil)
        var isComplete = true
        for set in sets {
            let manifest = try ManifestFile.read(set)
            for problem in manifest.problems { log.warning("\(problem)") }
            isComplete = isComplete && manifest.problems.isEmpty
            for picture in manifest.pictures {
                do { try output.append(line(of: picture)) } catch let error where error.isOfFile {
                    log.warning("\(error.leftOut)")
                    isComplete = false
                }
            }
        }
        if !isComplete { throw Failure(.badData) }
    }

    /// The texts of all finds, best find first, as a line of JSON.
    private mutating func line(of picture: LabelledPicture) throws -> [UInt8] {
        let frame = try FFmpegSource(SourceAddress(picture.path), settings: capture).whole(picture.path)
        var line = JSONLine()
        line.add("image", picture.path)
        let regions = try parts.localiser.regions(in: frame, area: frame.image.bounds)
        let views = try parts.engine.read(regions, of: frame, effort: .first)
        line.add(
            "finds",
            zip(regions, views).map { region, views in
                PlateCandidate(plate: views.flatMap(\.symbols).text, confidence: region.score)
            })
        return line.bytes
    }
}

extension FFmpegSource {
    /// The first picture that is admitted. - Throws: where there is none.
    func first(of file: String, where admits: (Timestamp) -> Bool = { _ in true }) throws -> Frame {
        guard let frame = try nextFrame(where: admits) else {
            throw Failure(
                .badData, while: "reading \(file)", because: "there is no picture in it that can be decoded")
        }
        return frame
    }

    /// The picture of a picture file. - Throws: where there is none, or only a part of it.
    func whole(_ file: String) throws -> Frame {
        let frame = try first(of: file)
        guard health.cutPictures == 0 else {
            throw Failure(.badData, while: "reading \(file)", because: "the file ends too soon")
        }
        return frame
    }
}

extension Error {
    /// Whether it says of a picture or a recording that it cannot be read; others may be.
    var isOfFile: Bool { self is CaptureError || (self as? any ToldError)?.status == .badData }

    /// The same, as a warning.
    var leftOut: String {
        let told = Failure(self)
        return "\(told.action): \(told.reason); it is left out"
    }
}
