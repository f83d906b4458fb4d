import ALPR
import Plates

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A plate that a server found, as a whole.
struct FoundPlate: Equatable {
    var text: String
    /// 0-1, of the whole text.
    var confidence: Double
    /// In pixels of the picture that it was shown.
    var box: Box
    /// What else it may be, best first.
    var others: [(text: String, confidence: Double)] = []

    static func == (a: Self, b: Self) -> Bool {
        a.text == b.text && a.confidence == b.confidence && a.box == b.box
            && a.others.elementsEqual(b.others, by: ==)
    }

    /// The plate at a place; nothing read where none lies there.
    static func reading(of plates: [FoundPlate], in region: Region, scale: ConfidenceScale) -> ViewReading {
        let here = plates.max { $0.box.overlap(region.box) < $1.box.overlap(region.box) }
        guard let here, here.box.overlap(region.box) > 0.25 * min(here.box.area, region.box.area) else {
            return ViewReading([])
        }
        return ViewReading(here.symbols(scale), outlines: [Quad(here.box)])
    }

    /// A plate's characters; none of a text that is longer than any plate.
    private static func characters(of text: String) -> [Character] {
        // What a server sends may be of any length: it is not even looked through.
        guard text.utf8.count <= 8 * FoundText.longest else { return [] }
        let characters = text.compactMap { Character.ofPlate(String($0)) }
        return characters.count <= FoundText.longest ? characters : []
    }

    /// Each character as sure as the whole text is, with those that texts of the same length have in its place.
    private func symbols(_ scale: ConfidenceScale) -> [Symbol] {
        let read = Self.characters(of: text)
        let same = others.map { (characters: Self.characters(of: $0.text), $0.confidence) }
            .filter { $0.characters.count == read.count }
        return read.enumerated().map { index, character in
            var alternatives = [Symbol.Alternative(character, scale.common(confidence))]
            for (characters, confidence) in same
            where !alternatives.contains(where: { $0.character == characters[index] }) {
                alternatives.append(.init(characters[index], min(scale.common(confidence), alternatives[0].confidence)))
            }
            return Symbol(alternatives)
        }
    }
}

/// Plate Recognizer's snapshot API.
struct SnapshotAPI {
    let key: String?

    func request(_ picture: [UInt8]) -> RemoteRequest {
        let form = PictureForm(jpeg: picture)
        return RemoteRequest(
            headers: key.map { ["Authorization: Token \($0)"] } ?? [], type: form.type, body: form.body)
    }

    func plates(_ body: [UInt8]) throws(RemoteFault) -> [FoundPlate] {
        struct Answer: Decodable {
            struct Result: Decodable {
                struct Corners: Decodable {
                    var xmin: Double
                    var ymin: Double
                    var xmax: Double
                    var ymax: Double
                }
                struct Candidate: Decodable {
                    var plate: String
                    var score: Double
                }
                var box: Corners
                var plate: String
                var score: Double
                var candidates: [Candidate]?
            }
            var results: [Result]
        }
        return try decode(Answer.self, body).results.prefix(FoundText.most).map { result in
            let box = result.box
            return FoundPlate(
                text: result.plate, confidence: result.score,
                box: Box(x: box.xmin, y: box.ymin, width: box.xmax - box.xmin, height: box.ymax - box.ymin),
                others: (result.candidates ?? []).prefix(8).map { ($0.plate, $0.score) })
        }
    }
}

/// CodeProject.AI's reader of plates.
struct CodeProjectAPI {
    let key: String?

    func request(_ picture: [UInt8]) -> RemoteRequest {
        let form = PictureForm(jpeg: picture)
        return RemoteRequest(
            headers: key.map { ["Authorization: Bearer \($0)"] } ?? [], type: form.type, body: form.body)
    }

    func plates(_ body: [UInt8]) throws(RemoteFault) -> [FoundPlate] {
        struct Answer: Decodable {
            struct Prediction: Decodable {
                var plate: String?
                var confidence: Double
                var left: Double
                var top: Double
                var right: Double
                var bottom: Double

                enum CodingKeys: String, CodingKey {
                    case plate, confidence
                    case left = "x_min"
                    case top = "y_min"
                    case right = "x_max"
                    case bottom = "y_max"
                }
            }
            var success: Bool
            var predictions: [Prediction]?
        }
        let answer = try decode(Answer.self, body)
        guard answer.success else { throw .broken("the server says that it failed") }
        return (answer.predictions ?? []).prefix(FoundText.most).map { found in
            FoundPlate(
                text: found.plate ?? "", confidence: found.confidence,
                box: Box(
                    x: found.left, y: found.top, width: found.right - found.left, height: found.bottom - found.top)
            )
        }
    }
}

private func decode<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) throws(RemoteFault) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(body)) } catch {
        throw .broken("the server's answer cannot be read")
    }
}
