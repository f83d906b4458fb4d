import Addresses
import Basics
import Settings
import Yams

/// A request over HTTP for each record.
package struct WebhookWay: Way {
    package static var type: String { "webhook" }

    /// How a picture goes with a record.
    enum Attachment: String, CaseIterable, Sendable {
        case attached
        case linked
    }

    enum Method: String, CaseIterable, Sendable {
        case post = "POST"
        case put = "PUT"
        case get = "GET"
    }

    /// Nil where a file has it.
    var address: SourceAddress?
    var addressFile: String?
    var format = WebhookFormat.plated
    var secretFile: String?
    var headers: [String] = []
    var headersFile: String?
    var picture = PictureChoice.none
    var pictureAs = Attachment.attached
    /// Where browsers reach the console.
    var links: String?
    /// Numbers of cameras, for receivers that know no names.
    var numbers: [String: Int] = [:]
    var method = Method.post
    var body: String?
    var contentType = "application/json"
    var timeout = Duration.seconds(10)
    var authorities: String?
    var certificate: String?
    var key: String?

    package init() {}

    package var kinds: [DestinationSettings.Kind] { format.kinds }

    package var place: String {
        address.flatMap { WebAddress($0)?.origin } ?? "the address in \(addressFile ?? "its file")"
    }

    package var hosts: [String] { address.flatMap { WebAddress($0)?.host }.map { [$0] } ?? [] }

    package var addresses: [SourceAddress] { [address].compactMap { $0 } }

    package var lines: [String] { lines(Self.keys) }

    package mutating func read(_ reader: MappingReader) {
        read(Self.keys, from: reader)
        if let address, let problem = WebAddress.problem(with: address) { reader.problem("url", problem) }
        if (address == nil) == (addressFile == nil) {
            reader.problem(address == nil ? "url" : "url_file", "one of url and url_file is needed, and no more")
        }
        if secretFile != nil, format != .plated {
            reader.problem("secret_file", "signs the format plated alone: to be let in elsewhere, use headers_file")
        }
        for header in headers {
            if let problem = WebhookHeader.problem(with: header) { reader.problem("headers", problem) }
        }
        if pictureAs == .linked, links == nil {
            reader.problem("links", "is missing: it is where browsers reach the console, such as https://hub.example")
        }
        if pictureAs == .linked, ![.plated, .template].contains(format) {
            reader.problem("picture_as", "is linked, which the format \(format.rawValue) has no place for")
        }
        if (certificate == nil) != (key == nil) {
            reader.problem(certificate == nil ? "certificate_file" : "key_file", "is missing: both belong together")
        }
        readTemplate(reader)
    }

    private func readTemplate(_ reader: MappingReader) {
        guard format == .template else {
            for key in ["body", "method", "content_type"] where reader.has(key) {
                reader.problem(key, "belongs to the format template")
            }
            return
        }
        if method != .get, body == nil { reader.problem("body", "is missing: what is sent, with {plate} and the like") }
        if method == .get, body != nil { reader.problem("body", "is given, and a GET has none") }
        let templates = [("url", address?.location, TemplateText.Escape.address), ("body", body, escape)]
        for case (let key, let text?, let escape) in templates {
            if let problem = TemplateText.problem(with: text, as: escape) { reader.problem(key, problem) }
        }
    }

    package var doubts: [String] {
        guard format == .template, escape == .json, let body, let doubt = TemplateText.doubt(with: body) else {
            return []
        }
        return ["body \(doubt). Where the receiver takes raw text, content_type says so (text/plain)"]
    }

    /// How texts are written into the body.
    var escape: TemplateText.Escape {
        // What stands behind a semicolon, such as a character set, says nothing of that.
        let type = contentType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        if type.hasSuffix("/json") || type.hasSuffix("+json") { return .json }
        return type == "application/x-www-form-urlencoded" ? .address : .plain
    }

    package func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        try Webhook(self, name: settings.name, secrets: secrets)
    }

    package func openDoor(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        try Webhook(self, name: settings.name, secrets: secrets, isDoor: true)
    }
}

extension WebhookWay {
    private static var keys: [WayKey<WebhookWay>] {
        [
            .value(
                "url",
                read: { reader, reading in
                    var text: String?
                    reader.string("url", into: &text)
                    reading.configuration.address = text.map { SourceAddress($0) }
                }, text: { $0.address.map { YAMLText.quoted($0.description) } ?? "null" }),
            .text("url_file", \.addressFile),
            .choice("format", \.format),
            .text("secret_file", \.secretFile),
            .list("headers", \.headers),
            .text("headers_file", \.headersFile),
            .choice("picture", \.picture),
            .choice("picture_as", \.pictureAs),
            .text("links", \.links),
            numbers,
            .choice("method", \.method),
            .text("body", \.body),
            .text("content_type", \.contentType),
            .milliseconds("timeout_ms", in: 100...300_000, \.timeout),
            .text("ca_file", \.authorities),
            .text("certificate_file", \.certificate),
            .text("key_file", \.key),
        ]
    }

    private static var numbers: WayKey<WebhookWay> {
        .value(
            "camera_numbers",
            read: { reader, reading in
                reader.section("camera_numbers") { cameras in
                    for name in cameras.names {
                        var number = 0
                        cameras.integer(name, in: 0...Int(Int32.max), into: &number)
                        reading.configuration.numbers[name] = number
                    }
                }
            },
            text: { way in
                let pairs = way.numbers.sorted { $0.key < $1.key }.map { "\(YAMLText.quoted($0.key)): \($0.value)" }
                return "{" + pairs.joined(separator: ", ") + "}"
            })
    }
}

extension DeclaredKey {
    /// Texts in quotes.
    static func list(_ name: String, _ path: Path<[String]>) -> Self {
        value(
            name, read: { reader, reading in reader.strings(name, into: &reading.configuration[keyPath: path]) },
            text: { YAMLText.list($0[keyPath: path].map(YAMLText.quoted)) })
    }
}
