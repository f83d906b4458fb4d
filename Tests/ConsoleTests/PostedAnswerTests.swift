import CameraSetup
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import Records
import TestSupport
import Testing

@testable import Console

/// Answers to posted pictures, field by field against those of the programs in whose place we answer, and as their clients index them.
@Suite struct PostedAnswerTests {
    private let boundary = "mark"

    private func form(_ parts: [(head: String, body: String)], end: String = "--mark--\r\n") -> [UInt8] {
        Array(parts.map { "--mark\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.body)\r\n" }.joined().utf8)
            + Array(end.utf8)
    }

    private let picture = (head: #"name="upload"; filename="C:\\cars\\a \"b\".jpg""#, body: "\r\n--mar JPEG \r\n")

    private func posted(_ parts: [(head: String, body: String)]) throws -> PostedForm {
        try PostedForm(form(parts), type: "multipart/form-data; boundary=mark")
    }

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

    private let nowhere = ["xmin": 0, "ymin": 0, "xmax": 0, "ymax": 0]
    private let usage = ["calls": 7, "max_calls": 1_000_000_000]

    /// As a client indexes it.
    private func at(_ object: NSDictionary, _ names: String...) -> Any? {
        names.reduce(object as Any?) { ($0 as? NSDictionary)?[$1] }
    }

    private func json(_ text: String) throws -> NSDictionary {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    @Test func `Plate Recognizer's answer, field by field`() throws {
        let form = try posted([(#"name="camera_id""#, "gate"), picture])
        let text = PictureDialect.plateRecognizer.text(answer, to: form, waited: 105, calls: 7, now: noon)
        #expect(PictureDialect.plateRecognizer.success == .created && PictureDialect.codeProject.success == .ok)
        #expect(
            try json(text) == [
                "processing_time": 85.4, "filename": #"a "b".jpg"#, "version": 1, "camera_id": "gate",
                "timestamp": "2026-11-22T12:00:00.123000Z", "usage": usage,
                "results": [
                    [
                        "box": ["xmin": 100, "ymin": 200, "xmax": 240, "ymax": 230], "plate": "ab12cde",
                        "region": ["code": "gb", "score": 0], "score": 0.938,
                        "candidates": [
                            ["score": 0.938, "plate": "ab12cde"], ["score": 0.09, "plate": "a812cde"],
                        ], "dscore": 0.938, "vehicle": ["score": 0, "type": "", "box": nowhere],
                    ]
                ],
            ] as NSDictionary)
    }

    @Test func `CodeProject.AI's answer, field by field`() throws {
        let text = PictureDialect.codeProject.text(answer, to: try posted([picture]), waited: 105, calls: 7, now: noon)
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
            PictureAnswer(plates: [], milliseconds: 3), to: try posted([picture]), waited: 4, calls: 7, now: noon)
        #expect(try json(none)["message"] as? String == "No plates found" && json(none)["success"] as? Bool == true)
    }

    @Test func `each field that clients index has the vendor's type, whatever is known`() throws {
        var unknown = answer
        unknown.plates[0].country = nil
        unknown.unknown = ["mx"]
        let form = try posted([(#"name="mmc""#, "True"), (#"name="regions""#, "mx, nl"), picture])
        let text = PictureDialect.plateRecognizer.text(unknown, to: form, waited: 1, calls: 7, now: noon)
        let results = try #require(try json(text)["results"] as? [NSDictionary])
        let first = results[0]
        #expect(first["region"] as? NSDictionary == ["code": "", "score": 0])
        // Home Assistant's client: r["vehicle"]["type"], response["usage"]["max_calls"] - response["usage"]["calls"].
        #expect(at(first, "vehicle", "type") as? String == "")
        #expect(at(try json(text), "usage", "max_calls") as? Int == 1_000_000_000)
        // ParkPow's: result["model_make"][0]["make"], result["color"][0]["color"], item["vehicle"]["box"]["ymin"] += y.
        #expect((first["model_make"] as? [NSDictionary])?.first == ["make": "", "model": "", "score": 0])
        #expect((first["color"] as? [NSDictionary])?.first == ["color": "", "score": 0])
        #expect((first["orientation"] as? [NSDictionary])?.first == ["orientation": "", "score": 0])
        #expect(at(first, "vehicle", "box") as? NSDictionary == nowhere as NSDictionary)
        #expect(try json(text)["camera_id"] is NSNull && json(text)["unknown_regions"] as? [String] == ["mx"])
        #expect(
            try json(PictureDialect.plateRecognizer.text(answer, to: form, waited: 1, calls: 7, now: noon))[
                "unknown_regions"] == nil)
        let bare = PictureDialect.plateRecognizer.text(
            answer, to: try posted([(#"name="upload""#, "YSBqcGVn")]), waited: 1, calls: 7, now: noon)
        #expect(try json(bare)["filename"] as? String == "upload")
    }

    @Test func `of vehicles the answer has the vendor's second form`() throws {
        let form = try posted([("name=config", #"{"detection_mode":"vehicle"}"#), (#"name="mmc""#, "true"), picture])
        let text = PictureDialect.plateRecognizer.text(answer, to: form, waited: 1, calls: 7, now: noon)
        let results = try #require(try json(text)["results"] as? [NSDictionary])
        #expect(
            results == [
                [
                    "plate": [
                        "type": "Plate", "score": 0.938, "box": ["xmin": 100, "ymin": 200, "xmax": 240, "ymax": 230],
                        "props": [
                            "plate": [["value": "ab12cde", "score": 0.938], ["value": "a812cde", "score": 0.09]],
                            "region": [["value": "gb", "score": 0]],
                        ],
                    ],
                    "vehicle": [
                        "score": 0, "type": "", "box": nowhere,
                        "props": [
                            "make_model": [["make": "", "model": "", "score": 0]],
                            "color": [["value": "", "score": 0]], "orientation": [["value": "", "score": 0]],
                        ],
                    ],
                ]
            ])
    }

    @Test func `what is not sure enough is left out`() throws {
        let sure = try posted([(#"name="min_confidence""#, "0.95"), picture])
        #expect(
            try json(PictureDialect.codeProject.text(answer, to: sure, waited: 1, calls: 7, now: noon))["message"]
                as? String
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
}
