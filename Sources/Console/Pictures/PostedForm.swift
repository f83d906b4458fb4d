import HTTPTypes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a client posts with a picture, whichever program it was written for.
struct PostedForm: Equatable {
    /// In bytes, as the file is. Base64 adds a third.
    static let largestPicture = 10 << 20
    static let largestBody = 15 << 20
    /// Of all that is no picture.
    private static let longestText = 4096

    var picture: [UInt8]
    /// As the client calls its file; nil where it sends text.
    var fileName: String?
    /// Codes of countries; a state's is its country's.
    var regions: [String] = []
    var isStrict = false
    /// Whether results are asked for as Plate Recognizer gives them of vehicles, with or without plates (`detection_mode`).
    var isOfVehicles = false
    /// Whether make, model and colour are asked for.
    var isOfMakes = false
    var camera: String?
    var timestamp: String?
    /// Plates that are less sure are left out, 0-1.
    var least = 0.0

    /// - Parameter type: the Content-Type of the body.
    init(_ body: [UInt8], type: String) throws(RequestProblem) {
        let parts = try Self.parts(of: body, type: type)
        // A file of any name: clients of CodeProject.AI call it as they like.
        let file = parts.first { $0.name == "upload" && $0.fileName != nil } ?? parts.first { $0.fileName != nil }
        if let file {
            picture = file.bytes
            fileName = file.fileName.map { String($0.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "") }
        } else if let text = parts.first(where: { $0.name == "upload" }) {
            picture = try Self.decoded(text.bytes)
        } else {
            let isElsewhere = parts.contains { $0.name == "upload_url" }
            throw RequestProblem(
                .badRequest,
                isElsewhere
                    ? "Pictures are not fetched from addresses here: send the picture itself as the field upload."
                    : "There is no picture in it: send one as the field upload.")
        }
        guard !picture.isEmpty else { throw RequestProblem(.badRequest, "The picture is empty.") }
        guard picture.count <= Self.largestPicture else { throw Self.tooLarge }
        for part in parts where part.fileName == nil && part.name != "upload" { try take(part) }
    }

    static let tooLarge = RequestProblem(
        .contentTooLarge, "A picture has at most \(largestPicture >> 20) MB.")

    private static func parts(of body: [UInt8], type: String) throws(RequestProblem) -> [MultipartForm.Part] {
        if let boundary = MultipartForm.boundary(of: type) {
            if let form = MultipartForm(body, boundary: boundary) { return form.parts }
        } else if type.lowercased().hasPrefix("application/x-www-form-urlencoded") {
            let fields = String(validating: body, as: UTF8.self).flatMap { Fields($0) }
            if let fields {
                return fields.all.map { MultipartForm.Part(name: $0.name, fileName: nil, bytes: Array($0.value.utf8)) }
            }
        } else if type.lowercased().hasPrefix("application/json") {
            if case .object(let fields)? = PostedValue(json: body) {
                return fields.flatMap { name, value in
                    value.texts.map { MultipartForm.Part(name: name, fileName: nil, bytes: Array($0.utf8)) }
                }
            }
        } else {
            throw RequestProblem(.unsupportedMediaType, "A picture is sent as a form: multipart/form-data.")
        }
        throw RequestProblem(.badRequest, "This is no whole form.")
    }

    /// Of text in base64, with or without what browsers put before it.
    private static func decoded(_ text: [UInt8]) throws(RequestProblem) -> [UInt8] {
        let start = text.starts(with: "data:".utf8) ? text.firstIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? 0 : 0
        guard let data = Data(base64Encoded: Data(text[start...]), options: .ignoreUnknownCharacters) else {
            throw RequestProblem(.badRequest, "The field upload is neither a file nor base64.")
        }
        return Array(data)
    }

    private mutating func take(_ part: MultipartForm.Part) throws(RequestProblem) {
        // Of some languages a field that may be there several times has brackets behind its name.
        let name = String(part.name.prefix { $0 != "[" })
        guard ["regions", "camera_id", "timestamp", "config", "min_confidence", "mmc"].contains(name) else { return }
        guard part.bytes.count <= Self.longestText, let text = String(validating: part.bytes, as: UTF8.self) else {
            throw RequestProblem(.badRequest, "The field \(name) is no text, or is too long.")
        }
        guard !Self.isNothing(text) else { return }
        switch name {
        case "regions": regions += Self.countries(in: text)
        case "camera_id": camera = text
        case "timestamp": timestamp = text
        case "mmc": isOfMakes = ["true", "1", "yes", "on"].contains(text.trimmed.lowercased())
        case "min_confidence": least = try Self.share(Double(text.trimmed), of: name)
        default: try configure(text)
        }
    }

    /// Whether a client wrote that it has nothing to say, in whatever language.
    private static func isNothing(_ text: String) -> Bool {
        ["", "null", "none", "undefined"].contains(text.trimmed.lowercased())
    }

    /// The countries of one field: a code, several with commas, or a list as JSON or Python write it. `us-wa` is of `us`.
    private static func countries(in text: String) -> [String] {
        text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            .filter { !isNothing(String($0)) }
            .compactMap { $0.split { $0 == "-" || $0 == "_" }.first.map(String.init) }
    }

    private mutating func configure(_ text: String) throws(RequestProblem) {
        switch PostedValue(json: Array(text.utf8)) {
        // PHP writes an object without anything in it as a list.
        case .null, .list([]): return
        case .object(let settings):
            isStrict = settings["region"]?.text?.lowercased() == "strict"
            isOfVehicles = settings["detection_mode"]?.text?.lowercased() == "vehicle"
            guard let least = settings["threshold_o"]?.text, !Self.isNothing(least) else { return }
            self.least = try Self.share(Double(least.trimmed), of: "threshold_o")
        default: throw RequestProblem(.badRequest, "The field config is no JSON that is known here.")
        }
    }

    private static func share(_ value: Double?, of name: String) throws(RequestProblem) -> Double {
        guard let value, (0...1).contains(value) else {
            throw RequestProblem(.badRequest, "The field \(name) is from 0 to 1.")
        }
        return value
    }
}
