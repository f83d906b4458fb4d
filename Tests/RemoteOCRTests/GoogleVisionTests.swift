import ALPR
import Foundation
import Plates
import Testing

@testable import RemoteOCR

/// What is sent to Google Cloud Vision, and what is made of its answers.
@Suite struct GoogleVisionTests {
    private let vision = GoogleVision(key: "Hunter2", scale: ConfidenceScale(sure: 0.97))

    private func sheet(_ ticket: Int = 0, width: Int = 120) -> Sheet {
        let box = Box(x: 12, y: 10, width: 90, height: 18)
        return Sheet(
            DistantQuestion(
                ticket: ticket, picture: LumaImage(width: width, height: 40),
                region: Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1)))
    }

    private func word(_ text: String, x: Int, y: Int = 10, height: Int = 18, confidence: Double? = 0.98) -> String {
        let symbols = text.map { "{\"text\":\"\($0)\"\(confidence.map { ",\"confidence\":\($0)" } ?? "")}" }
        let right = x + 14 * text.count
        return
            "{\"symbols\":[\(symbols.joined(separator: ","))],\"boundingBox\":{\"vertices\":[{\"x\":\(x),\"y\":\(y)},"
            + "{\"x\":\(right),\"y\":\(y)},{\"x\":\(right),\"y\":\(y + height)},{\"x\":\(x),\"y\":\(y + height)}]}}"
    }

    private func response(_ words: [String], width: Int = 120, height: Int = 40) -> String {
        "{\"fullTextAnnotation\":{\"pages\":[{\"width\":\(width),\"height\":\(height),\"blocks\":[{\"paragraphs\":"
            + "[{\"words\":[\(words.joined(separator: ","))]}]}]}]}}"
    }

    private func readings(_ responses: [String], _ sheets: [Sheet]) throws -> [ViewReading?] {
        try vision.readings(Array("{\"responses\":[\(responses.joined(separator: ","))]}".utf8), of: sheets)
    }

    @Test func `a request is what the discovery document asks for, with the key in a header alone`() throws {
        struct Body: Decodable {
            struct Request: Decodable {
                struct Image: Decodable { var content: Data }
                struct Feature: Decodable { var type: String }
                struct Context: Decodable {
                    struct Parameters: Decodable { var enableTextDetectionConfidenceScore: Bool }
                    var languageHints: [String]
                    var textDetectionParams: Parameters
                }
                var image: Image
                var features: [Feature]
                var imageContext: Context
            }
            var requests: [Request]
        }
        let request = vision.request([[1, 2, 3], [0xFF]])
        let body = try JSONDecoder().decode(Body.self, from: Data(request.body))
        #expect(body.requests.map { Array($0.image.content) } == [[1, 2, 3], [0xFF]])
        for one in body.requests {
            #expect(one.features.map(\.type) == ["TEXT_DETECTION"])
            #expect(one.imageContext.textDetectionParams.enableTextDetectionConfidenceScore)
        }
        #expect(request.headers == ["x-goog-api-key: Hunter2"] && request.type == "application/json")
        #expect(!String(decoding: request.body, as: UTF8.self).contains("Hunter2"))
    }

    @Test func `words beside each other and rows are put in their order, whatever order they come in`() throws {
        let beside = try readings([response([word("CDE", x: 60), word("ab-12", x: 12)])], [sheet()])
        #expect(beside[0]?.symbols.text == "AB12CDE")
        #expect(beside[0]?.outlines.count == 2)
        let above = try readings(
            [response([word("CDE", x: 20, y: 22, height: 10), word("AB12", x: 20, y: 8, height: 10)])], [sheet()])
        #expect(above[0]?.symbols.text == "AB12CDE")
    }

    @Test func `text beside the plate, and small print on it, is no part of it`() throws {
        let reading = try readings(
            [
                response([
                    word("AB12CD", x: 14), word("SALE", x: 20, y: 0, height: 5), word("X", x: 14, y: 29, height: 6),
                ])
            ],
            [sheet()])
        #expect(reading[0]?.symbols.text == "AB12CD")
    }

    @Test func `a confidence that is left out is none`() throws {
        let reading = try readings([response([word("AB12CD", x: 14, confidence: nil)])], [sheet()])
        #expect(reading[0]?.symbols.map(\.confidence) == Array(repeating: 0, count: 6))
    }

    @Test func `answers at the wrong places, too few, too many or cut short are not believed at all`() throws {
        let sheets = Sheet.told(apart: [sheet(0), sheet(1)])
        #expect(sheets.map(\.picture.width) == [120, 121])
        let (a, b) = (response([word("AB12CD", x: 14)]), response([word("XY98ZW", x: 14)], width: 121))
        #expect(try readings([a, b], sheets).map { $0?.symbols.text } == ["AB12CD", "XY98ZW"])
        for wrong in [[b, a], [a], [a, b, b], [a, a], []] {
            #expect(throws: RemoteFault.self) { try readings(wrong, sheets) }
        }
        for garbage in ["", "{", "<html>", "[]", "{\"responses\":7}", "{}"] {
            #expect(throws: RemoteFault.self) { try vision.readings(Array(garbage.utf8), of: sheets) }
        }
    }

    @Test func `one picture that failed leaves the others, and all that failed are a fault`() throws {
        let sheets = Sheet.told(apart: [sheet(0), sheet(1)])
        let failed = "{\"error\":{\"code\":14,\"message\":\"AB12CD\"}}"
        let some = try readings([failed, response([word("XY98ZW", x: 14)], width: 121)], sheets)
        #expect(some.map { $0?.symbols.text } == [nil, "XY98ZW"])
        #expect(throws: RemoteFault.self) { try readings([failed, failed], sheets) }
    }

    @Test(arguments: [
        (400, "API_KEY_INVALID", "the server does not take the key (400: API_KEY_INVALID)"),
        (403, "RATE_LIMIT_EXCEEDED", "the server's quota is used up (403: RATE_LIMIT_EXCEEDED)"),
        (401, "", "the server does not let this scanner in (401)"),
        (429, "RESOURCE_EXHAUSTED", "the server gets too many requests (429: RESOURCE_EXHAUSTED)"),
        (500, "AB 12 CD", "the server has a problem of its own (500)"),
        (307, "", "the server sends on to another address (307), and redirects are not followed"),
    ])
    func `of an answer that is none, keywords are told and never the server's own words`(
        status: Int, word: String, reason: String
    ) throws {
        var settings = RemoteSettings(service: .googleVision, address: "https://example.net/")
        settings.key = "Hunter2"
        let body = "{\"error\":{\"message\":\"AB12CD Hunter2\",\"details\":[{\"reason\":\"\(word)\"}]}}"
        let fault = #expect(throws: RemoteFault.self) {
            _ = try RemoteService(settings).readings(.init(status: status, body: Array(body.utf8)), of: [sheet()])
        }
        #expect(fault?.reason == reason)
    }

    @Test func `plates that a server finds as a whole are those at the place, and other readings are alternatives`()
        throws
    {
        let settings = RemoteSettings(service: .plateRecognizer, address: "https://example.net/")
        let body =
            #"{"results":[{"box":{"xmin":0,"ymin":0,"xmax":8,"ymax":5},"plate":"zz1","score":0.99},"#
            + #"{"box":{"xmin":10,"ymin":8,"xmax":104,"ymax":30},"plate":"ab12co","score":0.91,"#
            + #""candidates":[{"plate":"ab12co","score":0.91},{"plate":"ab12c0","score":0.8}]}]}"#
        let reading = try RemoteService(settings).readings(.init(status: 201, body: Array(body.utf8)), of: [sheet()])
        let symbols = try #require(reading[0]?.symbols)
        #expect(symbols.text == "AB12CO" && symbols[5].alternatives.map(\.character) == ["O", "0"])
        let other = RemoteSettings(service: .codeProject, address: "https://example.net/")
        let found =
            #"{"success":true,"predictions":[{"plate":"AB12CD","confidence":0.9,"x_min":9,"y_min":8,"x_max":100,"y_max":30}]}"#
        #expect(
            try RemoteService(other).readings(.init(status: 200, body: Array(found.utf8)), of: [sheet()])[0]?.symbols
                .text
                == "AB12CD")
        #expect(throws: RemoteFault.self) {
            try RemoteService(other).readings(
                .init(status: 200, body: Array(#"{"success":false,"error":"x"}"#.utf8)), of: [sheet()])
        }
    }

    @Test(arguments: [
        (0.97, 0.5, 0.5), (0.97, 0.97, 0.97), (0.8, 0.8, 0.97), (0.8, 0.9, 0.985), (0.8, 0.4, 0.485), (1, 1, 0.97),
    ])
    func `confidences come onto the common scale`(sure: Double, given: Double, common: Double) {
        #expect(abs(ConfidenceScale(sure: sure).common(given) - common) < 1e-9)
        #expect(ConfidenceScale(sure: sure).common(.nan) == 0 && ConfidenceScale(sure: sure).common(7) <= 1)
    }
}
