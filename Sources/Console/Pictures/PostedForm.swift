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
    var regions: [String] = []
    var isStrict = false
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
            throw RequestProblem(.badRequest, "There is no picture in it: send one as the field upload.")
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
        guard ["regions", "camera_id", "timestamp", "config", "min_confidence"].contains(part.name) else { return }
        guard part.bytes.count <= Self.longestText, let text = String(validating: part.bytes, as: UTF8.self) else {
            throw RequestProblem(.badRequest, "The field \(part.name) is no text, or is too long.")
        }
        switch part.name {
        // Several fields, or one with commas.
        case "regions":
            regions += text.split(separator: ",").map { String($0).trimmed.lowercased() }.filter { !$0.isEmpty }
        case "camera_id": camera = text
        case "timestamp": timestamp = text
        case "min_confidence": least = try Self.share(text, of: part.name)
        default: try configure(text)
        }
    }

    private mutating func configure(_ text: String) throws(RequestProblem) {
        struct Settings: Decodable {
            var region: String?
            var least: Double?

            private enum CodingKeys: String, CodingKey {
                case region
                case least = "threshold_o"
            }
        }
        do {
            let settings = try JSONDecoder().decode(Settings.self, from: Data(text.utf8))
            isStrict = settings.region == "strict"
            if let least = settings.least { self.least = least }
        } catch {
            throw RequestProblem(.badRequest, "The field config is no JSON that is known here.")
        }
        guard (0...1).contains(least) else { throw RequestProblem(.badRequest, "threshold_o is from 0 to 1.") }
    }

    private static func share(_ text: String, of name: String) throws(RequestProblem) -> Double {
        guard let value = Double(text), (0...1).contains(value) else {
            throw RequestProblem(.badRequest, "The field \(name) is from 0 to 1.")
        }
        return value
    }
}
