import Answers
import CameraSetup
import HTTPTypes
import Hummingbird
import Records

/// Whose clients ask, and so how they are answered.
enum PictureDialect: Sendable {
    /// Plate Recognizer's Snapshot, `POST /v1/plate-reader/`: small letters, scores. Clients index its answers without looking, and many know
    /// the type of each field: what is not known is an empty text or 0.
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
    ///   - calls: pictures that were read so far.
    func text(_ answer: PictureAnswer, to form: PostedForm, waited: Double, calls: Int, now: WallTime) -> String {
        let plates = answer.plates.filter { $0.confidence >= form.least }
        return switch self {
        case .plateRecognizer: Self.snapshot(plates, answer, form, calls, now)
        case .codeProject: Self.predictions(plates, answer.milliseconds, waited)
        }
    }

    /// The status of an answer. Some clients take Plate Recognizer's alone.
    var success: HTTPResponse.Status { self == .plateRecognizer ? .created : .ok }

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

    /// There is no limit of calls: clients work out how many are left.
    private static let mostCalls = 1_000_000_000

    private static func snapshot(
        _ plates: [PictureAnswer.Plate], _ answer: PictureAnswer, _ form: PostedForm, _ calls: Int, _ now: WallTime
    ) -> String {
        var object = JSONObject()
        object.add("processing_time", answer.milliseconds, digits: 3)
        object.add(
            "results", json: JSONObject.list(plates.map { form.isOfVehicles ? vehicle($0, form) : result($0, form) }))
        object.add("filename", form.fileName ?? "upload")
        object.add("version", 1)
        object.add("camera_id", form.camera)
        // Theirs has microseconds.
        object.add("timestamp", form.timestamp ?? now.description.replacing("Z", with: "000Z"))
        var usage = JSONObject()
        usage.add("calls", calls)
        usage.add("max_calls", mostCalls)
        object.add("usage", json: usage.text)
        // Not theirs: what this server was asked and does not know.
        let unknown = form.regions.filter { answer.unknown?.contains($0) == true }
        if !unknown.isEmpty { object.add("unknown_regions", json: JSONObject.list(unknown.map(JSONLine.quoted))) }
        return object.text
    }

    private static func result(_ plate: PictureAnswer.Plate, _ form: PostedForm) -> String {
        var result = JSONObject()
        result.add("box", json: box(plate))
        result.add("plate", plate.text.lowercased())
        result.add("region", json: scored("code", plate.country?.lowercased() ?? "", plate.countryConfidence ?? 0))
        result.add("score", plate.confidence, digits: 3)
        result.add(
            "candidates",
            json: JSONObject.list(plate.candidates.map { scored("plate", $0.text.lowercased(), $0.confidence) }))
        // That there is a plate is at least as sure as what stands on it.
        result.add("dscore", plate.confidence, digits: 3)
        result.add("vehicle", json: unknownVehicle().text)
        if form.isOfMakes {
            result.add("model_make", json: JSONObject.list([unknownMake]))
            for name in ["color", "orientation"] { result.add(name, json: JSONObject.list([scored(name, "", 0)])) }
        }
        return result.text
    }

    /// The second form, of `detection_mode: vehicle`.
    private static func vehicle(_ plate: PictureAnswer.Plate, _ form: PostedForm) -> String {
        var props = JSONObject()
        props.add(
            "plate",
            json: JSONObject.list(plate.candidates.map { scored("value", $0.text.lowercased(), $0.confidence) }))
        let region = scored("value", plate.country?.lowercased() ?? "", plate.countryConfidence ?? 0)
        props.add("region", json: JSONObject.list([region]))
        var object = JSONObject()
        object.add("type", "Plate")
        object.add("score", plate.confidence, digits: 3)
        object.add("box", json: box(plate))
        object.add("props", json: props.text)
        var makes = JSONObject()
        if form.isOfMakes {
            makes.add("make_model", json: JSONObject.list([unknownMake]))
            for name in ["color", "orientation"] { makes.add(name, json: JSONObject.list([scored("value", "", 0)])) }
        }
        var vehicle = unknownVehicle()
        vehicle.add("props", json: makes.text)
        var result = JSONObject()
        result.add("plate", json: object.text)
        result.add("vehicle", json: vehicle.text)
        return result.text
    }

    private static func box(_ plate: PictureAnswer.Plate) -> String {
        box(left: plate.x, top: plate.y, right: plate.x + plate.width, bottom: plate.y + plate.height)
    }

    private static func box(left: Int, top: Int, right: Int, bottom: Int) -> String {
        var box = JSONObject()
        box.add("xmin", left)
        box.add("ymin", top)
        box.add("xmax", right)
        box.add("ymax", bottom)
        return box.text
    }

    private static func scored(_ name: String, _ text: String, _ score: Double) -> String {
        var object = JSONObject()
        object.add("score", score, digits: 3)
        object.add(name, text)
        return object.text
    }

    /// What this server says of the vehicle: nothing, at no place.
    private static func unknownVehicle() -> JSONObject {
        var object = JSONObject()
        object.add("score", 0)
        object.add("type", "")
        object.add("box", json: box(left: 0, top: 0, right: 0, bottom: 0))
        return object
    }

    private static var unknownMake: String {
        var object = JSONObject()
        object.add("make", "")
        object.add("model", "")
        object.add("score", 0)
        return object.text
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
