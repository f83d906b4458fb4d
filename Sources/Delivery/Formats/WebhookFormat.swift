import Addresses
import Answers
import Records

/// What a webhook's request looks like.
enum WebhookFormat: String, CaseIterable, Sendable {
    /// Our own, signed as Standard Webhooks say.
    case plated
    /// Plate Recognizer Stream's webhook: a form with JSON and picture.
    case plateRecognizer = "plate-recognizer"
    /// The same JSON as the body.
    case plateRecognizerJSON = "plate-recognizer-json"
    /// OpenALPR's `alpr_results`.
    case openALPR = "openalpr"
    /// OpenALPR's `alpr_group`.
    case openALPRGroup = "openalpr-group"
    /// Whatever the configuration says.
    case template

    var kinds: [DestinationSettings.Kind] {
        switch self {
        case .plated, .template: DestinationSettings.Kind.allCases
        case .plateRecognizer, .plateRecognizerJSON, .openALPR, .openALPRGroup: [.plates]
        }
    }

    func request(for parcel: Parcel, way: WebhookWay, address: SourceAddress, zone: LocalZone) -> WebhookRequest {
        let kind = way.pictureAs == .attached ? way.picture : .none
        func json(_ text: String) -> WebhookRequest {
            WebhookRequest(body: .bytes(Array(text.utf8), type: "application/json"))
        }
        switch self {
        case .plated:
            return json(PlatedFormat.json(parcel, picture: parcel.picture(kind)?.bytes, way: way))
        case .plateRecognizer:
            let format = PlateRecognizerFormat(parcel, target: address.location, picture: kind, zone: zone)
            return WebhookRequest(body: .form(json: format.json, picture: format.file))
        case .plateRecognizerJSON:
            // A body of JSON has no place for a picture.
            return json(PlateRecognizerFormat(parcel, target: address.location, picture: .none, zone: zone).json)
        case .openALPR:
            return json(OpenALPRFormat(parcel, number: way.numbers[parcel.camera], picture: kind).results)
        case .openALPRGroup:
            return json(OpenALPRFormat(parcel, number: way.numbers[parcel.camera], picture: kind).group)
        case .template:
            let values = TemplateValues(parcel, way: way, picture: parcel.picture(kind)?.bytes, zone: zone)
            return WebhookRequest(
                method: way.method.rawValue,
                address: TemplateText.filled(address.location, with: values, as: .address),
                body: way.body.map { body in
                    .bytes(
                        Array(TemplateText.filled(body, with: values, as: way.escape).utf8), type: way.contentType)
                } ?? .none)
        }
    }
}

extension Parcel {
    /// Where the console shows a picture of it, or the whole of it.
    ///
    /// - Parameter links: where browsers reach the console.
    func link(_ links: String, picture: PictureChoice) -> String? {
        // A match and an opening are shown with their event, a session with its last one. Of a door's button there is none.
        guard opening?.user == nil else { return nil }
        guard let id = match?.event ?? opening?.event ?? session?.exit?.id ?? session?.entry?.id ?? id else {
            return nil
        }
        // Which a site makes up: it is one part of the address, and nothing else.
        let part = id.percentEncoded
        let page = "\(links.hasSuffix("/") ? String(links.dropLast()) : links)/plates/\(part)"
        switch picture {
        case .none: return page
        case .crop: return plate?.evidence?.crop == nil ? nil : page + "/crop.jpg"
        case .scene: return plate?.evidence?.scene == nil ? nil : page + "/scene.jpg"
        }
    }
}
