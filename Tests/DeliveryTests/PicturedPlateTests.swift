import Addresses
import Answers
import Foundation
import Records
import TestSupport
import Testing

@testable import Delivery

/// Whoever cuts the box out of the picture beside it finds the plate there.
@Suite struct PicturedPlateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a JPEG of that size begins with, and its end.
    static func picture(_ width: Int, _ height: Int) -> [UInt8] {
        func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
        return [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + bytes(height) + bytes(width) + [1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8]
            + [1, 1, 0, 0, 0x3F, 0, 1, 2, 3, 0xFF, 0xD9]
    }

    private func kept(_ kind: String, _ width: Int, _ height: Int) throws -> PlateEvidence.File {
        let bytes = Self.picture(width, height)
        try folder.write(Data(bytes), to: "gate/\(kind).jpg")
        return .init(path: "\(kind).jpg", sha256: Digest(of: bytes).description, bytes: bytes.count)
    }

    /// A plate that was last seen at another place than in its pictures, and later.
    private func parcel(box: PlateBox, frame: PlateEvidence.Size? = .init(width: 1920, height: 1080)) throws -> Parcel {
        let pictures = (crop: try kept("crop", 170, 60), scene: try kept("scene", 960, 540))
        return try Parcel.event(1, evidence: folder.path) { event in
            event.evidence = PlateEvidence(
                time: WallTime(milliseconds: event.time.milliseconds - 400), box: box, frame: frame,
                crop: pictures.crop,
                scene: pictures.scene)
        }
    }

    private func sent(_ parcel: Parcel, _ format: WebhookFormat, _ picture: PictureChoice) throws -> NSDictionary {
        var way = WebhookWay()
        way.format = format
        way.picture = picture
        let request = format.request(
            for: parcel, way: way, address: SourceAddress("https://example.org/in"), zone: .utc)
        let text: [UInt8] =
            switch request.body {
            case .bytes(let bytes, _): bytes
            case .form(let json, _): Array(json.utf8)
            case .none: []
            }
        return try #require(JSONSerialization.jsonObject(with: Data(text)) as? NSDictionary)
    }

    /// Left, top, right and bottom.
    private func corners(_ parcel: Parcel, _ format: WebhookFormat, _ picture: PictureChoice) throws -> [Int] {
        let body = try sent(parcel, format, picture)
        switch format {
        case .openALPR, .openALPRGroup:
            let result = (body["results"] as? [NSDictionary])?.first ?? body["best_plate"] as? NSDictionary
            let corners = try #require(result?["coordinates"] as? [[String: Int]])
            return [corners[0]["x"], corners[0]["y"], corners[2]["x"], corners[2]["y"]].compactMap(\.self)
        default:
            let results = try #require((body["data"] as? NSDictionary)?["results"] as? [NSDictionary])
            let box = try #require(results[0]["box"] as? [String: Int])
            return ["xmin", "ymin", "xmax", "ymax"].compactMap { box[$0] }
        }
    }

    @Test(arguments: [WebhookFormat.plateRecognizer, .openALPR, .openALPRGroup])
    func `a box is in the pixels of the picture that goes with it`(format: WebhookFormat) throws {
        let parcel = try parcel(box: PlateBox(x: 610, y: 402, width: 140, height: 30))
        #expect(try corners(parcel, format, .crop) == [15, 15, 155, 45])
        #expect(try corners(parcel, format, .scene) == [305, 201, 375, 216])
        #expect(try corners(parcel, format, .none) == [100, 200, 240, 230])
    }

    @Test func `without a place for a picture it is the frame's`() throws {
        let parcel = try parcel(box: PlateBox(x: 610, y: 402, width: 140, height: 30))
        #expect(try corners(parcel, .plateRecognizerJSON, .scene) == [100, 200, 240, 230])
    }

    @Test(arguments: [(PictureChoice.crop, 170, 60), (.scene, 960, 540), (.none, 1920, 1080)])
    func `the size is the picture's`(picture: PictureChoice, width: Int, height: Int) throws {
        let parcel = try parcel(box: PlateBox(x: 610, y: 402, width: 140, height: 30))
        let (results, group) = (try sent(parcel, .openALPR, picture), try sent(parcel, .openALPRGroup, picture))
        #expect(results["img_width"] as? Int == width && results["img_height"] as? Int == height)
        #expect(group["best_image_width"] as? Int == width && group["best_image_height"] as? Int == height)
    }

    @Test func `the moment is the picture's`() throws {
        let parcel = try parcel(box: PlateBox(x: 610, y: 402, width: 140, height: 30))
        let taken = Int(DeliveryScene.noon.milliseconds + 600)
        #expect(try sent(parcel, .openALPR, .scene)["epoch_time"] as? Int == taken)
        #expect(try sent(parcel, .openALPR, .none)["epoch_time"] as? Int == taken + 400)
        func times(_ picture: PictureChoice) throws -> [String] {
            let data = try #require(sent(parcel, .plateRecognizer, picture)["data"] as? NSDictionary)
            return ["timestamp", "timestamp_local"].compactMap { data[$0] as? String }
        }
        #expect(try times(.crop) == ["2026-11-22T12:00:00.600000Z", "2026-11-22 12:00:00.600000+00:00"])
        #expect(try times(.none) == ["2026-11-22T12:00:01.000000Z", "2026-11-22 12:00:01.000000+00:00"])
    }

    @Test func `a plate at the frame's edge is where it is in what was cut`() throws {
        #expect(
            try corners(parcel(box: PlateBox(x: 4, y: 200, width: 140, height: 30)), .plateRecognizer, .crop)
                == [4, 15, 144, 45])
        #expect(
            try corners(parcel(box: PlateBox(x: -6, y: -2, width: 140, height: 30)), .plateRecognizer, .crop)
                == [0, 0, 140, 30])
        // What is wider than its crop ends there.
        #expect(
            try corners(parcel(box: PlateBox(x: 1780, y: 402, width: 190, height: 30)), .plateRecognizer, .crop)
                == [15, 15, 170, 45])
        #expect(
            try corners(parcel(box: PlateBox(x: 1780, y: 402, width: 190, height: 30)), .plateRecognizer, .scene)
                == [890, 201, 960, 216])
    }

    /// Of an old log: then no picture goes with it, since nobody could find the plate in it.
    @Test func `a scene of a frame of unknown size does not go with a box`() throws {
        let parcel = try parcel(box: PlateBox(x: 610, y: 402, width: 140, height: 30), frame: nil)
        #expect(try corners(parcel, .openALPR, .scene) == [100, 200, 240, 230])
        #expect(try (sent(parcel, .openALPR, .scene)["results"] as? [NSDictionary])?[0]["plate_crop_jpeg"] == nil)
        #expect(try corners(parcel, .openALPR, .crop) == [15, 15, 155, 45])
    }
}
