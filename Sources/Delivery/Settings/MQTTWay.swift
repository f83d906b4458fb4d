import Addresses
import Basics
import Settings

/// A broker of MQTT 3.1.1.
struct MQTTWay: Way {
    static var type: String { "mqtt" }

    var address: SourceAddress?
    /// A line `user:password`.
    var credentialsFile: String?
    /// What all topics begin with.
    var topic = "plated"
    var picture = PictureChoice.none
    /// Whether Home Assistant is told of hub and cameras, and its buttons are heard.
    var homeAssistant = false
    /// What the topics begin with under which it is told.
    var discoveryPrefix = "homeassistant"
    /// Where browsers reach the console, for Home Assistant's pages.
    var links: String?
    var authorities: String?
    var certificate: String?
    var key: String?

    var place: String { address.flatMap { BrokerAddress($0)?.origin } ?? "" }

    var hosts: [String] { address.flatMap { BrokerAddress($0)?.host }.map { [$0] } ?? [] }

    var addresses: [SourceAddress] { [address].compactMap { $0 } }

    var lines: [String] { lines(Self.keys) }

    /// Whether a camera sees stays with the broker.
    var alwaysTakes: [DestinationSettings.Kind] { [.gaps] }

    mutating func read(_ reader: MappingReader) {
        read(Self.keys, from: reader)
        let broker = address.flatMap { BrokerAddress($0) }
        if broker == nil {
            reader.problem(
                "url", "takes a broker's address, such as mqtt://broker.example or mqtts://broker.example:8883")
        }
        if credentialsFile != nil, address?.credentials != nil {
            reader.problem("credentials_file", "and a user in the url cannot both be given")
        }
        for (name, topic) in [("topic", topic), ("discovery_prefix", discoveryPrefix)] {
            let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
            if !levels.allSatisfy({ HubName.isLevel($0) }) {
                reader.problem(
                    name,
                    "has a level that some broker does not take: letters, digits, dash and underscore, between slashes")
            }
        }
        for name in ["discovery_prefix", "links"] where !homeAssistant && reader.has(name) {
            reader.problem(name, "belongs to home_assistant: true")
        }
        if let links, !["http://", "https://"].contains(where: links.hasPrefix) {
            reader.problem("links", "expects an address that begins with http:// or https://")
        }
        if (certificate == nil) != (key == nil) {
            reader.problem(certificate == nil ? "certificate_file" : "key_file", "is missing: both belong together")
        }
        for name in ["ca_file", "certificate_file"] where broker?.isSecure == false && reader.has(name) {
            reader.problem(name, "belongs to mqtts://")
        }
    }

    func clash(with other: any Way) -> (key: String, reason: String)? {
        guard homeAssistant, let other = other as? MQTTWay, other.homeAssistant, other.place == place,
            other.discoveryPrefix == discoveryPrefix
        else { return nil }
        return ("home_assistant", "at one broker, the cameras of one would be withdrawn by the other")
    }

    func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        try MQTTDestination(self, settings: settings, secrets: secrets, surroundings: surroundings)
    }

    func openDoor(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        try DoorBroker(self, settings: settings, secrets: secrets, surroundings: surroundings)
    }

    private static var keys: [WayKey<MQTTWay>] {
        [
            .value(
                "url",
                read: { reader, reading in
                    var text: String?
                    reader.string("url", into: &text)
                    reading.configuration.address = text.map { SourceAddress($0) }
                }, text: { $0.address.map { YAMLText.quoted($0.description) } ?? "null" }),
            .text("credentials_file", \.credentialsFile),
            .text("topic", \.topic),
            .choice("picture", \.picture),
            .flag("home_assistant", \.homeAssistant),
            .text("discovery_prefix", \.discoveryPrefix),
            .text("links", \.links),
            .text("ca_file", \.authorities),
            .text("certificate_file", \.certificate),
            .text("key_file", \.key),
        ]
    }
}

/// The parts of a broker's address.
struct BrokerAddress: Equatable {
    let isSecure: Bool
    let host: String
    let port: Int

    /// Nil of what is none.
    init?(_ address: SourceAddress) {
        guard let scheme = address.scheme, ["mqtt", "mqtts"].contains(scheme),
            let start = address.location.firstRange(of: "://")
        else { return nil }
        var rest = address.location[start.upperBound...]
        if rest.hasSuffix("/") { rest.removeLast() }
        var name = rest
        isSecure = scheme == "mqtts"
        var number = isSecure ? 8883 : 1883
        if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") {
            name = rest[..<colon]
            guard let given = UInt16(rest[rest.index(after: colon)...]), given > 0 else { return nil }
            number = Int(given)
        }
        port = number
        host = String(name.first == "[" ? name.dropFirst().dropLast() : name)
        guard !host.isEmpty, !host.contains(where: { "/?#@".contains($0) }) else { return nil }
    }

    var origin: String { "mqtt\(isSecure ? "s" : "")://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
