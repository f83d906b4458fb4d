import Addresses
import Basics
import Fleet
import Settings

/// The centre that this site reports to (docs/fleet.md).
package struct CentreWay: Way {
    package static var type: String { "centre" }

    /// Which of the centre's lists this site takes.
    enum TakenLists: String, CaseIterable, Sendable {
        case all
        /// None that could open a door.
        case withoutAllow = "without_allow"
        case none
    }

    /// Tried in turn.
    var urls: [SourceAddress] = []
    var tokenFile = "centre.token"
    var authorities: String?
    var lists = TakenLists.all
    /// Whether the pictures leave this site.
    var pictures = PicturePolicy.never

    package init() {}

    package var place: String { urls.compactMap { WebAddress($0)?.origin }.joined(separator: ", ") }
    package var hosts: [String] { urls.compactMap { WebAddress($0)?.host } }
    package var addresses: [SourceAddress] { urls }
    package var lines: [String] { lines(Self.keys) }
    /// The centre says where it goes on, and its history knows what it has already.
    package var takesEverything: Bool { true }

    package mutating func read(_ reader: MappingReader) {
        read(Self.keys, from: reader)
        if urls.isEmpty { reader.problem("urls", "is missing: the centre's address, such as https://centre.example") }
        for url in urls {
            if let problem = Self.problem(with: url) { reader.problem("urls", problem) }
        }
        if authorities != nil, urls.contains(where: { WebAddress($0)?.scheme == "http" }) {
            reader.problem("ca_file", "belongs to https://")
        }
    }

    /// What keeps an address from being a centre's; nil where nothing does.
    package static func problem(with url: SourceAddress) -> String? {
        if let problem = WebAddress.problem(with: url) { return problem }
        guard let address = WebAddress(url), url.credentials == nil,
            [address.origin, address.origin + "/"].contains(url.location)
        else { return "has \(url.location), and takes no more than https, a name and a port: https://centre.example" }
        if address.scheme == "http", !address.isThisMachine {
            return "has \(url.location): plates and this site's token would cross the network unencrypted"
        }
        return nil
    }

    package func clash(with other: any Way) -> (key: String, reason: String)? {
        guard let other = other as? CentreWay else { return nil }
        if !Set(hosts).isDisjoint(with: other.hosts) { return ("urls", "both would report to one centre") }
        return lists != .none && other.lists != .none
            ? ("lists", "lists come from one centre: the other destination says lists: none") : nil
    }

    package func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        try CentreDestination(self, settings: settings, secrets: secrets, surroundings: surroundings)
    }

    private static var keys: [WayKey<CentreWay>] {
        [
            .value(
                "urls",
                read: { reader, reading in
                    var texts: [String] = []
                    reader.strings("urls", into: &texts)
                    reading.configuration.urls = texts.map { SourceAddress($0) }
                }, text: { YAMLText.list($0.urls.map { YAMLText.quoted($0.description) }) }),
            .text("token_file", \.tokenFile), .text("ca_file", \.authorities), .choice("lists", \.lists),
            .choice("pictures", \.pictures),
        ]
    }
}

extension DestinationSettings {
    /// How this destination reaches a centre; nil where it is none.
    package var centre: (urls: [String], tokenFile: String, authorities: String?, takesLists: Bool)? {
        (way as? CentreWay).map { ($0.urls.map(\.location), $0.tokenFile, $0.authorities, $0.lists != .none) }
    }

    /// This one, and what it takes beside itself: pictures go by themselves, so that no record waits for one.
    var couriers: [DestinationSettings] {
        guard let centre = way as? CentreWay, centre.pictures == .always else { return [self] }
        var pictures = DestinationSettings(way: CentrePicturesWay(centre))
        // No name of a configuration has a dot.
        pictures.name = name + ".pictures"
        pictures.cameras = cameras
        pictures.retry = retry
        return [self, pictures]
    }
}
