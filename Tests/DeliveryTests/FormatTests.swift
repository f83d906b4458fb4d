import Addresses
import Answers
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Delivery

/// Payloads field by field, against what the programs send in whose place we do.
@Suite struct FormatTests {
    private let folder: TemporaryFolder
    private let crop = Data(PicturedPlateTests.picture(170, 60))
    /// An hour east of Greenwich.
    private let zone = LocalZone { _ in 3600 }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(crop, to: "gate/a/crop.jpg")
    }

    private func parcel(_ change: (inout PlateEvent) -> Void = { _ in }) throws -> Parcel {
        var event = DeliveryScene.event(1, plate: "AB12CDE")
        change(&event)
        return try parcel(event.line)
    }

    private func parcel(_ line: [UInt8]) throws -> Parcel {
        let line = Array(line.dropLast())
        let record = try Record(line: line)
        let stored = StoredRecord(
            seq: 1, camera: "gate", time: WallTime(milliseconds: DeliveryScene.noon.milliseconds + 1123),
            record: record,
            line: line)
        return Parcel(hub: "site", record: stored, folder: { [path = folder.path] in "\(path)/\($0)" })
    }

    func full() throws -> Parcel {
        try parcel { event in
            event.region = "GB"
            event.format = "current"
            event.lane = "in"
            event.direction = PlateDirection(degrees: 90, movement: .approaching)
            event.evidence = PlateEvidence(
                time: event.time, box: event.box, frame: .init(width: 1920, height: 1080),
                crop: .init(path: "a/crop.jpg", sha256: Digest(of: crop).description, bytes: crop.count))
        }
    }

    func request(_ parcel: Parcel, _ format: WebhookFormat, _ change: (inout WebhookWay) -> Void = { _ in })
        -> WebhookRequest
    {
        var way = WebhookWay()
        way.format = format
        change(&way)
        let address = SourceAddress("https://user:pw@example.org/in")
        return format.request(for: parcel, way: way, address: address, zone: zone)
    }

    func json(_ request: WebhookRequest) throws -> NSDictionary {
        let text: [UInt8] =
            switch request.body {
            case .bytes(let bytes, let type) where type == "application/json": bytes
            case .form(let json, _): Array(json.utf8)
            default: []
            }
        return try #require(JSONSerialization.jsonObject(with: Data(text)) as? NSDictionary)
    }

    private func object(_ text: String) throws -> NSDictionary {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    // MARK: - Matches

    private func match() throws -> Parcel {
        let match = MatchRecord(
            id: "01H", time: DeliveryScene.noon, camera: "gate", event: "01A", plate: "A812CDE", list: "stolen",
            kind: "wanted", way: .nearest, entry: "AB12CDE", chance: 0.4, note: "blue \"Golf\"", lane: "in")
        return try parcel(match.line)
    }

    @Test func `a match is sent as its line, and as whatever a template makes of it`() throws {
        let parcel = try match()
        let body = try json(request(parcel, .plated))
        #expect(body["type"] as? String == "plate.matched")
        #expect(body["data"] as? NSDictionary == (try object(parcel.line)))
        let sent = request(parcel, .template) { way in
            way.body = #"{"text":"{word}: {plate} ({list}, {list_kind}, {match} {entry}, {chance_percent} %, {note})"}"#
            way.links = "https://hub.example"
        }
        #expect(
            try json(sent)["text"] as? String
                == "probably wanted: A812CDE (stolen, wanted, nearest AB12CDE, 40 %, blue \"Golf\")")
        #expect(parcel.link("https://hub.example", picture: .none) == "https://hub.example/plates/01A")
        #expect(WebhookFormat.openALPR.kinds == [.plates] && WebhookFormat.plated.kinds.contains(.matches))
        #expect(parcel.cleaned("500: A812CDE is not AB12CDE") == "500: … is not …")
    }

    @Test func `a session is sent as its line, and as whatever a template makes of it`() throws {
        let parcel = try Parcel.session()
        let text = PlatedFormat.json(parcel, picture: nil, way: WebhookWay())
        #expect(text.hasPrefix(#"{"type":"session.ended","timestamp":"#) && text.contains(#""data":"# + parcel.line))
        let values = TemplateValues(parcel, way: WebhookWay(), picture: nil, zone: zone)
        let filled = TemplateText.filled(
            "{kind} {site} {change} {state} {match} {plate} {dwell_s} {speed_km_h} {overstay} {occupancy}/{capacity} "
                + "{revision}",
            with: values, as: .plain)
        #expect(filled == "session park ended ended exact AB1 225.0 80.0 false 2/5 1")
        var settings = DestinationSettings(way: WebhookWay())
        #expect(!settings.takes(parcel.record))
        settings.kinds = [.sessions]
        #expect(settings.takes(parcel.record) && settings.schemas == [SessionRecord.schema])
        #expect(WebhookFormat.openALPR.kinds == [.plates])
    }

    @Test func `a destination gets the matches of the lists that it names`() throws {
        var settings = DestinationSettings("one", ScriptedWay.Script())
        let record = try match().record
        #expect(!settings.takes(record))
        settings.kinds = [.matches]
        #expect(try settings.takes(record) && !settings.takes(parcel().record))
        settings.lists = ["staff"]
        #expect(!settings.takes(record))
        settings.lists = ["staff", "stolen"]
        #expect(settings.takes(record))
    }

    // MARK: - Ours

    @Test func `ours is type, time and the line of the log`() throws {
        let parcel = try full()
        let sent = request(parcel, .plated) { $0.picture = .crop }
        let body = try json(sent)
        #expect(
            try body
                == object(
                    """
                    {"type": "plate.accepted", "timestamp": "2026-11-22T12:00:01.123Z", "hub": "site", "data": \(parcel.line),
                     "picture": {"kind": "crop", "content_type": "image/jpeg", "base64": "\(crop.base64EncodedString())"}}
                    """))
        #expect(parcel.identity == "site~gate~\(parcel.id ?? "")")
    }

    @Test func `a picture goes only where it is asked for, is a link, or is left out where it changed`() throws {
        #expect(try json(request(full(), .plated))["picture"] == nil)
        let linked = try json(
            request(full(), .plated) {
                $0.picture = .crop
                $0.pictureAs = .linked
                $0.links = "https://hub.example/"
            })
        let picture = try #require(linked["picture"] as? [String: String])
        #expect(picture["url"] == "https://hub.example/plates/\(DeliveryScene.event(1).id)/crop.jpg")
        #expect(picture["base64"] == nil)
        try folder.write("another", to: "gate/a/crop.jpg")
        #expect(try json(request(full(), .plated) { $0.picture = .crop })["picture"] == nil)
    }

    @Test func `a gap says that it began, and that it ended`() throws {
        #expect(
            try json(request(parcel(DeliveryScene.gap(1, ended: false).line), .plated))["type"] as? String
                == "gap.began")
        #expect(
            try json(request(parcel(DeliveryScene.gap(1, ended: true).line), .plated))["type"] as? String == "gap.ended"
        )
    }

    // MARK: - Plate Recognizer

    private let recognised = """
        {"hook": {"target": "https://example.org/in", "id": "gate", "event": "recognition",
          "filename": "gate_screenshots/26-11-22/13-00-01.123000.jpg"},
         "data": {"camera_id": "gate", "filename": "gate_screenshots/26-11-22/13-00-01.123000.jpg",
          "timestamp": "2026-11-22T12:00:01.123000Z", "timestamp_local": "2026-11-22 13:00:01.123000+01:00",
          "timestamp_camera": null, "results": [{
            "box": {"xmin": 100, "ymin": 200, "xmax": 240, "ymax": 230}, "plate": "ab12cde",
            "region": REGION, "score": 0.938,
            "candidates": [{"score": 0.755, "plate": "ab12cde"}, {"score": 0.245, "plate": "ab"}],
            "dscore": null, "vehicle": null, "direction": DIRECTION, "source_url": null, "position_sec": null, "speed": null,
            "user_data": null}]}}
        """

    @Test func `Plate Recognizer's has lower case, scores to 1, and angles that turn the other way`() throws {
        let expected = try object(
            recognised.replacing("REGION", with: #"{"code": "gb", "score": null}"#).replacing("DIRECTION", with: "270"))
        #expect(try json(request(full(), .plateRecognizerJSON)) == expected)
        #expect(try json(request(full(), .plateRecognizer)) == expected)
        let sent = try request(full(), .plateRecognizer) { $0.picture = .crop }
        guard case .form(_, let picture) = sent.body else {
            Issue.record("no form")
            return
        }
        #expect(picture == .init(name: "13-00-01.123000.jpg", bytes: Array(crop)))
    }

    @Test func `what is not known is null, and without a picture there is no file`() throws {
        let expected = try object(recognised.replacing("REGION", with: "null").replacing("DIRECTION", with: "null"))
        let sent = try request(parcel(), .plateRecognizer) { $0.picture = .crop }
        #expect(try json(sent) == expected)
        guard case .form(_, nil) = sent.body else {
            Issue.record("a picture from nowhere")
            return
        }
    }

    // MARK: - OpenALPR

    @Test func `OpenALPR's results have percentages, corners and a number for the camera`() throws {
        let sent = try json(
            request(full(), .openALPR) {
                $0.numbers = ["gate": 7]
                $0.picture = .crop
            })
        #expect(
            try sent
                == object(
                    """
                    {"version": 2, "data_type": "alpr_results", "epoch_time": \(DeliveryScene.noon.milliseconds + 1000),
                     "img_width": 170, "img_height": 60, "uuid": "\(DeliveryScene.event(1).id)", "camera_id": 7, "site_id": "site",
                     "results": [{"plate": "AB12CDE", "confidence": 93.8, "plate_index": 0, "region": "gb", "requested_topn": 2,
                      "coordinates": [{"x": 15, "y": 15}, {"x": 155, "y": 15}, {"x": 155, "y": 45}, {"x": 15, "y": 45}],
                      "candidates": [{"plate": "AB12CDE", "confidence": 75.5}, {"plate": "AB", "confidence": 24.5}],
                      "plate_crop_jpeg": "\(crop.base64EncodedString())"}]}
                    """))
        let bare = try json(request(parcel(), .openALPR))
        #expect(bare["camera_id"] == nil && bare["img_width"] == nil)
    }

    @Test func `OpenALPR's group has the best plate, and the way of the vehicle from above`() throws {
        let first = DeliveryScene.noon.milliseconds + 1000
        let id = DeliveryScene.event(1).id
        #expect(
            try json(request(full(), .openALPRGroup) { $0.numbers = ["gate": 7] })
                == object(
                    """
                    {"data_type": "alpr_group", "version": 2, "epoch_start": \(first), "epoch_end": \(first + 400), "agent_uid": "site",
                     "agent_type": "plated-hub", "camera_id": 7, "country": "gb", "uuids": ["\(id)"], "plate_indexes": [0],
                     "candidates": [{"plate": "AB12CDE", "confidence": 75.5}, {"plate": "AB", "confidence": 24.5}],
                     "best_plate": {"plate": "AB12CDE", "confidence": 93.8, "plate_index": 0, "region": "gb", "requested_topn": 2,
                      "coordinates": [{"x": 100, "y": 200}, {"x": 240, "y": 200}, {"x": 240, "y": 230}, {"x": 100, "y": 230}],
                      "candidates": [{"plate": "AB12CDE", "confidence": 75.5}, {"plate": "AB", "confidence": 24.5}]},
                     "best_confidence": 93.8, "best_uuid": "\(id)", "best_plate_number": "AB12CDE", "best_region": "gb",
                     "best_image_width": 1920, "best_image_height": 1080, "travel_direction": 180,
                     "web_server_config": {"camera_label": "gate", "agent_label": "site"}}
                    """))
    }

    // MARK: - Templates

    @Test func `a template is filled in, and no value can be more than a value`() throws {
        let parcel = try parcel { $0.plate = #"A"&?/ B"# }
        let gate = request(parcel, .template) { $0.method = .get }
        #expect(gate.method == "GET" && gate.body == .none)
        let values = TemplateValues(parcel, way: WebhookWay(), picture: nil, zone: zone)
        #expect(
            TemplateText.filled("https://x/{plate}?c={camera}&l={lane}", with: values, as: .address)
                == "https://x/A%22%26%3F%2F%20B?c=gate&l=")
        #expect(
            TemplateText.filled(#"{"t": "{plate} at {time}", "e": {json}}"#, with: values, as: .json).hasPrefix(
                #"{"t": "A\"&?/ B at 13:00:01", "e": {"schema""#))
        #expect(
            TemplateText.filled("{plate} {percent} {date}", with: values, as: .plain) == #"A"&?/ B 93.8 2026-11-22"#)
    }

    @Test(arguments: [
        (#"{"text": "{plate}"}"#, nil), (#"{"n": {percent}}"#, nil), (#"{"e": {json}}"#, nil),
        (#"{"text": "{plat}"}"#, "has {plat}, and there are: plate, "), (#"{"text": {"#, "is no JSON"),
    ])
    func `what cannot be filled in is found before`(text: String, problem: String?) {
        let found = TemplateText.problem(with: text, as: .json)
        #expect(problem.map { found?.hasPrefix($0) == true } ?? (found == nil), "\(found ?? "nothing")")
    }
}
