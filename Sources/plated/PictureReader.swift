import ALPR
import Basics
import CameraConfiguration
import CameraSetup
import Capture
import Engines
import FFmpegCapture
import Logging
import Plates

/// Reads single pictures, one after the other; engine and localiser are loaded once. No picture leaves anything for the next.
struct PictureReader {
    private let parts: RecognitionPlan.Parts
    private let settings: Recogniser.Settings
    private let capture: CaptureSettings
    /// Of all countries, by their codes.
    private let countries: [String: Country]

    init(_ configuration: Configuration, log: Logger) throws {
        try PrivacyPlan(configuration).refuse("answering what stands on pictures")
        // What is posted here is read here.
        let plan = try RecognitionPlan(configuration, installation: .ofThisProgram, asking: .never, log: log)
        if let choice = plan.choice { log.notice("\(choice)") }
        parts = try plan.make()
        settings = plan.recognition.forStills
        capture = plan.capture(configuration.capture)
        let folder = configuration.formats.folder ?? Installation.ofThisProgram.formats
        let all = try folder.map { try FormatFile.loadAll(folder: $0).get() } ?? []
        countries = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
    }

    func answer(_ question: PictureQuestion, about bytes: [UInt8]) -> PictureAnswer {
        guard let head = PostedHead(bytes) else {
            return PictureAnswer(.noPicture, "This is no JPEG and no PNG, or its beginning is missing.")
        }
        guard !head.isTooLarge else {
            return PictureAnswer(
                .tooLarge,
                "This picture has \(head.width) x \(head.height) pixels; at most \(PostedHead.mostPixels) are read.")
        }
        let settings = settings(for: question)
        let start = ContinuousClock.now
        let frame: Frame
        do {
            frame = try HeldPicture.open(bytes, ending: head.kind.rawValue, capture) { try $0.whole("the picture") }
        } catch {
            let failure = Failure(error)
            return failure.status == .badData
                ? PictureAnswer(.noPicture, "This picture is damaged, or ends too soon.")
                : PictureAnswer(.failed, "It failed while \(failure.action): \(failure.reason).")
        }
        do {
            var recogniser = Recogniser(localiser: parts.localiser, engine: parts.engine, settings: settings)
            let first = try recogniser.recognise(frame)
            let accepted = first.accepted + recogniser.finish().accepted
            return PictureAnswer(
                plates: accepted.sorted { $0.confidence > $1.confidence }.map {
                    Self.plate($0, readings: first.readings)
                },
                unknown: question.countries.filter { countries[$0.lowercased()] == nil },
                milliseconds: start.duration(to: .now).seconds * 1000)
        } catch {
            return PictureAnswer(.failed, "It failed: \(Failure(error).reason).")
        }
    }

    /// Countries without formats here are passed over, as Plate Recognizer passes over states without patterns.
    private func settings(for question: PictureQuestion) -> Recogniser.Settings {
        let wanted = question.countries.compactMap { countries[$0.lowercased()] }
        guard !wanted.isEmpty else { return settings }
        var settings = settings
        settings.formats = FormatSet(
            countries: wanted, normalised: settings.formats.normalised, isStrict: question.isStrict)
        return settings
    }

    private static func plate(_ plate: AcceptedPlate, readings: [PlateReading]) -> PictureAnswer.Plate {
        // What the reading itself had for it, with how surely; the vote has one vote here.
        let reading = readings.max { $0.region.box.iou(plate.box) < $1.region.box.iou(plate.box) }
        let others = (reading?.candidates ?? []).filter { $0.text != plate.text }
        let (x, y) = (plate.box.x.rounded(.down), plate.box.y.rounded(.down))
        return PictureAnswer.Plate(
            text: plate.text, confidence: plate.confidence,
            candidates: [.init(text: plate.text, confidence: plate.confidence)]
                + others.map { .init(text: $0.text, confidence: $0.confidence) },
            x: max(0, Int(x)), y: max(0, Int(y)), width: Int((plate.box.maxX - x).rounded(.up)),
            height: Int((plate.box.maxY - y).rounded(.up)), country: plate.country,
            countryConfidence: plate.format == nil ? plate.origin?.confidence : nil)
    }
}
