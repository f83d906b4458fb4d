import CameraSetup
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import Records
import TestSupport
import Testing

@testable import Console

/// Pictures that others post: what is taken for a form, and answers field by field against those of the programs in whose place we
/// answer. `scripts/test-console` posts real ones.
@Suite struct PostedPictureTests {
    private let boundary = "mark"

    private func form(_ parts: [(head: String, body: String)], end: String = "--mark--\r\n") -> [UInt8] {
        Array(parts.map { "--mark\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.body)\r\n" }.joined().utf8)
            + Array(end.utf8)
    }

    private let picture = (head: #"name="upload"; filename="C:\\cars\\a \"b\".jpg""#, body: "\r\n--mar JPEG \r\n")

    private func posted(_ parts: [(head: String, body: String)]) throws -> PostedForm {
        try PostedForm(form(parts), type: "multipart/form-data; boundary=mark")
    }

    // MARK: - Forms

    @Test func `a form is read as clients write it, whatever stands in the picture`() throws {
        let form = try posted([
            ("name=regions", "nl"), (#"name="regions""#, "GB, de"), (#"name="camera_id""#, "gate"),
            (#"name="timestamp""#, "2026-11-22T12:00:00Z"), (#"name="mmc""#, "true"),
            (#"name="config""#, #"{"region": "strict", "threshold_o": 0.7, "mode": "fast", "threshold_d": 0.2}"#),
            picture,
        ])
        #expect(form.picture == Array(picture.body.utf8) && form.fileName == #"a "b".jpg"#)
        #expect(form.regions == ["nl", "gb", "de"] && form.isStrict && form.least == 0.7)
        #expect(form.camera == "gate" && form.timestamp == "2026-11-22T12:00:00Z")
        #expect(MultipartForm.boundary(of: #"Multipart/Form-Data; charset=utf-8; boundary="a b""#) == "a b")
    }

    @Test func `a picture may be text in base64, also as browsers write it`() throws {
        for text in ["YSBqcGVn", "YSBq\ncGVn", "data:image/jpeg;base64,YSBqcGVn"] {
            #expect(try posted([(#"name="upload""#, text)]).picture == Array("a jpeg".utf8), "\(text)")
        }
        let plain = try PostedForm(
            Array("camera_id=gate&upload=YSBqcGVn".utf8), type: "application/x-www-form-urlencoded")
        #expect(plain.picture == Array("a jpeg".utf8) && plain.camera == "gate" && plain.fileName == nil)
    }

    @Test(arguments: [
        "", "--mark", "--mark\r\n", "--mark--", "--mark\r\n\r\nx\r\n--mark--",
        "--mark\r\nContent-Disposition: form-data\r\n\r\nx\r\n--mark--",
        "--mark\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"a\"\r\n\r\nno end", "--other\r\n",
        "--mark\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n\r\n--mark--",
    ])
    func `what is no whole form with a picture is refused`(text: String) {
        #expect(throws: RequestProblem.self) {
            try PostedForm(Array(text.utf8), type: "multipart/form-data; boundary=mark")
        }
    }

    @Test func `a form that is cut anywhere, or has any byte changed, is read or refused, and no more`() throws {
        let whole = form([("name=regions", "nl"), picture])
        var chance = SplitMix64(seed: 4)
        for length in 0..<whole.count {
            _ = try? PostedForm(Array(whole[..<length]), type: "multipart/form-data; boundary=mark")
            var changed = whole
            changed[length] = UInt8.random(in: 0...255, using: &chance)
            _ = try? PostedForm(changed, type: "multipart/form-data; boundary=mark")
        }
        #expect(throws: RequestProblem.self) {
            try PostedForm(Array(whole.dropLast(6)), type: "multipart/form-data; boundary=mark")
        }
    }

    @Test func `heads with thousands of parameters cost nothing to speak of`() {
        let head = "form-data" + String(repeating: ";é", count: 2600)
        let part = "--mark\r\nContent-Disposition: \(head)\r\n\r\nx\r\n"
        let text = String(repeating: part, count: 60) + "--mark--"
        let time = ContinuousClock().measure {
            #expect(MultipartForm(Array(text.utf8), boundary: "mark") == nil)
            for _ in 0..<60 { #expect(MultipartForm.boundary(of: "multipart/" + head) == nil) }
        }
        #expect(time < .seconds(5))
        #expect(MultipartForm.boundary(of: "multipart/form-data; é=1; Boundary=x") == "x")
    }

    @Test(arguments: [
        (#"name="config""#, "{"), (#"name="config""#, #"{"threshold_o": 7}"#), (#"name="min_confidence""#, "much"),
        (#"name="min_confidence""#, "1.1"), (#"name="camera_id""#, String(repeating: "x", count: 5000)),
    ])
    func `a field that makes no sense is told by its name`(head: String, body: String) {
        let problem = #expect(throws: RequestProblem.self) { try posted([(head, body), picture]) }
        #expect(problem?.status == .badRequest)
    }

    // MARK: - Answers, against the documents that docs/integrations/plate-recognizer.md names

    private let answer = PictureAnswer(
        plates: [
            .init(
                text: "AB12CDE", confidence: 0.9375,
                candidates: [.init(text: "AB12CDE", confidence: 0.9375), .init(text: "A812CDE", confidence: 0.09)],
                x: 100, y: 200, width: 140, height: 30, country: "gb", countryConfidence: nil)
        ], milliseconds: 85.4)

    @Test func `numbers that no picture has are no answer`() {
        #expect(answer.isSound)
        let spoilt: [(inout PictureAnswer) -> Void] = [
            { $0.plates[0].x = .max }, { $0.plates[0].y = .min }, { $0.plates[0].width = 1 << 40 },
            { $0.milliseconds = 1e300 }, { $0.milliseconds = -1 }, { $0.plates[0].confidence = 1e300 },
            { $0.plates[0].candidates[1].confidence = -0.5 }, { $0.plates[0].countryConfidence = 2 },
        ]
        for spoil in spoilt {
            var answer = answer
            spoil(&answer)
            #expect(!answer.isSound)
        }
        let plate = SetupFindings.Plate(
            text: "AB12CDE", country: nil, lane: nil, direction: nil, reads: 3, confidence: 0.9, height: 14, picture: 1)
        var findings = SetupFindings(
            width: 1920, height: 1080, frames: 50, facts: [], advice: [], plates: [plate], rejected: [],
            marks: [.init(box: [1, 2, 3, 4], text: "x", isPlate: true)], picture: 1)
        #expect(findings.isSound)
        findings.plates[0].height = 1e300
        #expect(!findings.isSound)
        findings.plates[0].height = nil
        findings.marks[0].box = [1, 2, 3]
        #expect(!findings.isSound)
    }

    private let noon = WallTime(milliseconds: 1_795_348_800_123)

    private func json(_ text: String) throws -> NSDictionary {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    @Test func `Plate Recognizer's answer, field by field`() throws {
        let form = try posted([(#"name="camera_id""#, "gate"), picture])
        let text = PictureDialect.plateRecognizer.text(answer, to: form, waited: 105, now: noon)
        #expect(
            try json(text) == [
                "processing_time": 85.4, "filename": #"a "b".jpg"#, "version": 1, "camera_id": "gate",
                "timestamp": "2026-11-22T12:00:00.123000Z",
                "results": [
                    [
                        "box": ["xmin": 100, "ymin": 200, "xmax": 240, "ymax": 230], "plate": "ab12cde",
                        "region": ["code": "gb", "score": NSNull()], "score": 0.938,
                        "candidates": [
                            ["score": 0.938, "plate": "ab12cde"], ["score": 0.09, "plate": "a812cde"],
                        ], "dscore": NSNull(), "vehicle": NSNull(),
                    ]
                ],
            ] as NSDictionary)
    }

    @Test func `CodeProject.AI's answer, field by field`() throws {
        let text = PictureDialect.codeProject.text(answer, to: try posted([picture]), waited: 105, now: noon)
        #expect(
            try json(text) == [
                "success": true, "processMs": 105, "inferenceMs": 85,
                "predictions": [
                    [
                        "confidence": 0.938, "label": "Plate: AB12CDE", "plate": "AB12CDE", "x_min": 100, "y_min": 200,
                        "x_max": 240, "y_max": 230,
                    ]
                ], "message": "Found Plate: AB12CDE", "moduleId": "ALPR", "moduleName": "License Plate Reader",
                "code": 200,
                "command": "alpr", "executionProvider": "CPU", "canUseGPU": false, "statusData": NSNull(),
                "analysisRoundTripMs": 105, "processedBy": "localhost",
            ] as NSDictionary)
        let none = PictureDialect.codeProject.text(
            PictureAnswer(plates: [], milliseconds: 3), to: try posted([picture]), waited: 4, now: noon)
        #expect(try json(none)["message"] as? String == "No plates found" && json(none)["success"] as? Bool == true)
    }

    @Test func `what is not known of a plate is null, and what is not sure enough is left out`() throws {
        var unknown = answer
        unknown.plates[0].country = nil
        let text = PictureDialect.plateRecognizer.text(unknown, to: try posted([picture]), waited: 1, now: noon)
        let results = try #require(try json(text)["results"] as? [NSDictionary])
        #expect(results[0]["region"] as? NSDictionary == ["code": NSNull(), "score": NSNull()])
        #expect(try json(text)["camera_id"] is NSNull)
        let sure = try posted([(#"name="min_confidence""#, "0.95"), picture])
        #expect(
            try json(PictureDialect.codeProject.text(answer, to: sure, waited: 1, now: noon))["message"] as? String
                == "No plates found")
    }

    @Test func `refusals are those of each program`() throws {
        let throttled = RequestProblem(
            .tooManyRequests, "Request was throttled. Expected available in 1 second.", retryAfter: 1)
        let response = PictureDialect.plateRecognizer.refused(throttled)
        #expect(response.status == .tooManyRequests && response.headers[.retryAfter] == "1")
        // They know no 401.
        #expect(PictureDialect.plateRecognizer.refused(RequestProblem(.unauthorized, "no")).status == .forbidden)
        #expect(PictureDialect(path: "/v1/plate-reader/") == .plateRecognizer)
        #expect(PictureDialect(path: "/v1/image/alpr") == .codeProject && PictureDialect(path: "/api/plates") == nil)
    }

    // MARK: - Who may ask

    @Test(arguments: [
        ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.1", false), ("192.0.2.7", "192.0.2.7", true),
        ("192.0.2.7", "192.0.2.8", false), ("0.0.0.0/0", "8.8.8.8", true), ("192.0.2.0/23", "192.0.3.9", true),
        ("192.0.2.0/24", "::ffff:192.0.2.9", true), ("2001:db8::/32", "2001:db8:1::9", true),
        ("2001:db8::/32", "2001:db9::1", false), ("::1", "127.0.0.1", false), ("192.0.2.7", "unknown", false),
    ])
    func `an address is in a range or not`(range: String, address: String, isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(address) == isIn)
    }

    @Test(arguments: [
        "", "lan", "192.0.2.0/33", "192.0.2.0/", "192.0.2.0/-1", "192.0.2.0/+8", "192.0.2/24", "1.2.3.4/8/8", "::/129",
    ])
    func `what is no range is none`(text: String) { #expect(AddressRange(text) == nil) }

    @Test func `a reader's token is for pictures, and no account is a reader's`() throws {
        let folder = try TemporaryFolder()
        let accounts = try AccountFile(path: folder.file("console.sqlite"))
        let token = try #require(Token(try accounts.addToken("poster", role: .reader, days: 1)))
        #expect(try accounts.program(token.digest, at: .now)?.role == .reader)
        #expect(Role.allCases.filter { $0 <= .reader } == [.reader], "it may less than all others")
        #expect(throws: (any Error).self) { try accounts.add("bob", role: .reader, password: "correct horse battery") }
        #expect(throws: (any Error).self) { try accounts.invite(role: .reader) }
        #expect(throws: (any Error).self) { try accounts.addToken("one", role: .reader, cameras: ["gate"], days: 1) }
    }
}
