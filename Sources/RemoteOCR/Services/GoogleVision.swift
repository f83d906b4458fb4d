import ALPR
import Plates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Google Cloud Vision's `images:annotate` with `TEXT_DETECTION` (discovery document of `vision:v1`, revision 20261016).
struct GoogleVision {
    let key: String?
    let scale: ConfidenceScale

    /// Keeps a proxy's log free of the key.
    private static let keyHeader = "x-goog-api-key"
    /// Without the flag the answer has no confidences.
    private static let wanted =
        #"},"features":[{"type":"TEXT_DETECTION"}],"imageContext":{"languageHints":["en"],"#
        + #""textDetectionParams":{"enableTextDetectionConfidenceScore":true}}}"#

    func request(_ pictures: [[UInt8]]) -> RemoteRequest {
        var body = Array(#"{"requests":["#.utf8)
        for (index, picture) in pictures.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += Array(#"{"image":{"content":""#.utf8)
            body += [UInt8](Data(picture).base64EncodedData())
            body.append(UInt8(ascii: "\""))
            body += Array(Self.wanted.utf8)
        }
        body += Array("]}".utf8)
        return RemoteRequest(
            headers: key.map { ["\(Self.keyHeader): \($0)"] } ?? [], type: "application/json", body: body)
    }

    /// What was read of each sheet; nil where that one failed.
    ///
    /// An answer belongs to the question at its place in the list. Where one of them is about a picture of another size, none is
    /// believed.
    func readings(_ body: [UInt8], of sheets: [Sheet]) throws(RemoteFault) -> [ViewReading?] {
        guard let answer = Answer(body), let responses = answer.responses else {
            throw .broken("the server's answer cannot be read")
        }
        guard responses.count == sheets.count else {
            throw .broken("the server answers \(responses.count) of \(sheets.count) pictures, and not which")
        }
        var readings: [ViewReading?] = []
        for (response, sheet) in zip(responses, sheets) {
            let pages = response.fullTextAnnotation?.pages ?? []
            guard pages.allSatisfy({ $0.isOf(sheet.picture, alone: sheets.count == 1) }) else {
                throw .broken("the server's answers are about other pictures than the ones at their places")
            }
            if response.error != nil {
                readings.append(nil)
                continue
            }
            let words = pages.flatMap(\.words).prefix(FoundText.most).map { $0.found(scale) }
            readings.append(FoundText.reading(of: words, in: sheet.region))
        }
        if readings.allSatisfy({ $0 == nil }), let code = responses.first?.error?.status {
            throw RemoteFault(status: code, words: responses.first?.error?.words ?? [])
        }
        return readings
    }

    /// Keywords of an answer that is no success.
    static func words(in body: [UInt8]) -> [String] { Answer(body)?.error?.words ?? [] }
}

/// What is read of an answer. Fields that are 0 are left out of it, as JSON of protocol buffers has it.
private struct Answer: Decodable {
    struct Response: Decodable {
        var fullTextAnnotation: FullText?
        var error: Trouble?
    }

    struct FullText: Decodable {
        var pages: [Page]?
    }

    struct Page: Decodable {
        struct Block: Decodable { var paragraphs: [Paragraph]? }
        struct Paragraph: Decodable { var words: [Word]? }

        var width: Int?
        var height: Int?
        var blocks: [Block]?

        var words: [Word] { (blocks ?? []).flatMap { ($0.paragraphs ?? []).flatMap { $0.words ?? [] } } }

        /// - Parameter alone: whether there is no other picture that it could be of.
        func isOf(_ picture: LumaImage, alone: Bool) -> Bool {
            if alone, width == nil, height == nil { return true }
            return width == picture.width && height == picture.height
        }
    }

    struct Word: Decodable {
        struct Sign: Decodable {
            var text: String?
            var confidence: Double?
        }

        var symbols: [Sign]?
        var boundingBox: Polygon?

        func found(_ scale: ConfidenceScale) -> FoundWord {
            // One more than a plate has tells that it is none.
            let read = (symbols ?? []).prefix(FoundText.longest + 1).compactMap { sign in
                Character.ofPlate(sign.text ?? "").map { Symbol($0, scale.common(sign.confidence ?? 0)) }
            }
            return FoundWord(symbols: read, outline: boundingBox?.quad ?? Quad(Box(x: 0, y: 0, width: 0, height: 0)))
        }
    }

    struct Polygon: Decodable {
        struct Vertex: Decodable {
            var x: Double?
            var y: Double?
        }

        var vertices: [Vertex]?

        /// From the top-left corner on, clockwise as the text runs.
        var quad: Quad? {
            let points = (vertices ?? []).map { Point(x: $0.x ?? 0, y: $0.y ?? 0) }
            guard points.count == 4 else { return nil }
            return Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
        }
    }

    struct Trouble: Decodable {
        struct Detail: Decodable { var reason: String? }
        /// As gRPC numbers them, or a status of HTTP.
        var code: Int?
        var statusWord: String?
        var details: [Detail]?

        enum CodingKeys: String, CodingKey {
            case code, details
            case statusWord = "status"
        }

        /// Keywords alone, such as `API_KEY_INVALID`: a message is a text of the server's.
        var words: [String] {
            ([statusWord] + (details ?? []).map(\.reason)).compactMap { $0 }.filter { word in
                !word.isEmpty && word.utf8.count <= 40
                    && word.utf8.allSatisfy {
                        $0 == UInt8(ascii: "_") || (65...90).contains($0) || (97...122).contains($0)
                    }
            }
        }

        /// As a status of HTTP.
        var status: Int {
            switch code ?? 0 {
            case 3: 400
            case 7: 403
            case 8: 429
            case 16: 401
            case 400..<600: code ?? 500
            default: 500
            }
        }
    }

    var responses: [Response]?
    var error: Trouble?

    init?(_ body: [UInt8]) {
        do { self = try JSONDecoder().decode(Answer.self, from: Data(body)) } catch { return nil }
    }
}
