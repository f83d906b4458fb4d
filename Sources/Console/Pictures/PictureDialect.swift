import Answers
import CameraSetup
import HTTPTypes
import Hummingbird
import Records

/// Whose clients ask, and so how they are answered.
enum PictureDialect: Sendable {
    /// Plate Recognizer's Snapshot, `POST /v1/plate-reader/`: small letters, scores, null for what is not known.
    /// https://guides.platerecognizer.com/docs/snapshot/api-reference
    case plateRecognizer
    /// CodeProject.AI's module for plates, `POST /v1/vision/alpr`. https://github.com/codeproject/CodeProject.AI-ALPR
    case codeProject

    /// Nil of an address that is none of theirs.
    init?(path: String) {
        if path.hasPrefix("/v1/plate-reader") {
            self = .plateRecognizer
        } else if path.hasPrefix("/v1/vision/") || path.hasPrefix("/v1/image/") {
            self = .codeProject
        } else {
            return nil
        }
    }

    /// - Parameters:
    ///   - waited: from the request to the answer, in milliseconds.
    func text(_ answer: PictureAnswer, to form: PostedForm, waited: Double, now: WallTime) -> String {
        let plates = answer.plates.filter { $0.confidence >= form.least }
        return switch self {
        case .plateRecognizer: Self.snapshot(plates, answer.milliseconds, form, now)
        case .codeProject: Self.predictions(plates, answer.milliseconds, waited)
        }
    }

    /// As the program's own server refuses. It knows no 401.
    func refused(_ problem: RequestProblem) -> Response {
        let status = problem.status == .unauthorized ? .forbidden : problem.status
        var object = JSONObject()
        switch self {
        case .plateRecognizer where problem.status == .contentTooLarge: object.add("error", problem.detail)
        case .plateRecognizer:
            object.add("detail", problem.detail)
            object.add("status_code", status.code)
        case .codeProject:
            object.add("success", false)
            object.add("error", problem.detail)
            object.add("code", status.code)
        }
        var response = Response.text(object.text + "\n", "application/json", status)
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    // MARK: - Plate Recognizer

    private static func snapshot(
        _ plates: [PictureAnswer.Plate], _ milliseconds: Double, _ form: PostedForm, _ now: WallTime
    ) -> String {
        var object = JSONObject()
        object.add("processing_time", milliseconds, digits: 3)
        object.add("results", json: JSONObject.list(plates.map(result)))
        object.add("filename", form.fileName)
        object.add("version", 1)
        object.add("camera_id", form.camera)
        // Theirs has microseconds.
        object.add("timestamp", form.timestamp ?? now.description.replacing("Z", with: "000Z"))
        return object.text
    }

    private static func result(_ plate: PictureAnswer.Plate) -> String {
        var box = JSONObject()
        box.add("xmin", plate.x)
        box.add("ymin", plate.y)
        box.add("xmax", plate.x + plate.width)
        box.add("ymax", plate.y + plate.height)
        var result = JSONObject()
        result.add("box", json: box.text)
        result.add("plate", plate.text.lowercased())
        // An object whatever is known: clients take its code without looking.
        var region = JSONObject()
        region.add("code", plate.country?.lowercased())
        if let score = plate.countryConfidence {
            region.add("score", score, digits: 3)
        } else {
            region.add("score", nil)
        }
        result.add("region", json: region.text)
        result.add("score", plate.confidence, digits: 3)
        let candidates = plate.candidates.map { candidate in
            var object = JSONObject()
            object.add("score", candidate.confidence, digits: 3)
            object.add("plate", candidate.text.lowercased())
            return object.text
        }
        result.add("candidates", json: JSONObject.list(candidates))
        result.add("dscore", nil)
        result.add("vehicle", nil)
        return result.text
    }

    // MARK: - CodeProject.AI

    private static func predictions(_ plates: [PictureAnswer.Plate], _ milliseconds: Double, _ waited: Double) -> String
    {
        let labels = plates.map { "Plate: \($0.text)" }
        var object = JSONObject()
        object.add("success", true)
        object.add("processMs", Int(waited.rounded()))
        object.add("inferenceMs", Int(milliseconds.rounded()))
        let predictions = zip(plates, labels).map { plate, label in
            var object = JSONObject()
            object.add("confidence", plate.confidence, digits: 3)
            object.add("label", label)
            object.add("plate", plate.text)
            object.add("x_min", plate.x)
            object.add("y_min", plate.y)
            object.add("x_max", plate.x + plate.width)
            object.add("y_max", plate.y + plate.height)
            return object.text
        }
        object.add("predictions", json: JSONObject.list(predictions))
        object.add("message", plates.isEmpty ? "No plates found" : "Found " + labels.joined(separator: ", "))
        // Clients know the module by these.
        object.add("moduleId", "ALPR")
        object.add("moduleName", "License Plate Reader")
        object.add("code", 200)
        object.add("command", "alpr")
        object.add("executionProvider", "CPU")
        object.add("canUseGPU", false)
        object.add("statusData", nil)
        object.add("analysisRoundTripMs", Int(waited.rounded()))
        object.add("processedBy", "localhost")
        return object.text
    }
}
