import Addresses
import Basics
import Fleet
import Proof
import Records
import Settings

/// The centre of many sites, behind brokers (docs/fleet.md).
struct CentreWay: Way {
    static var type: String { "centre" }

    var access = BrokerAccess()
    /// The centre's public keys: lists that one of them has signed are taken in. Without one, none is.
    var listKeys: [String] = []
    /// Whether the pictures leave this site.
    var pictures = PicturePolicy.never

    var place: String { access.place }
    var hosts: [String] { access.hosts }
    var addresses: [SourceAddress] { access.addresses }
    var lines: [String] { lines(Self.keys) }
    /// The centre's word says where it goes on, and its history knows what it has already.
    var takesEverything: Bool { true }

    mutating func read(_ reader: MappingReader) {
        read(Self.keys, from: reader)
        access.check("brokers", reader)
        if listKeys.contains(where: { PublicKey(in: $0) == nil }) {
            reader.problem(
                "list_keys", "expects public keys, 44 characters of base64, as the centre's `site key` prints")
        }
    }

    func clash(with other: any Way) -> (key: String, reason: String)? {
        let own = Set(access.brokers.map(\.origin))
        if let other = other as? CentreWay, !listKeys.isEmpty, !other.listKeys.isEmpty {
            return ("list_keys", "lists come from one centre")
        }
        guard let other = other as? CentreWay, !own.isDisjoint(with: other.access.brokers.map(\.origin)) else {
            return nil
        }
        return ("brokers", "both would hear the word of one centre")
    }

    func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        try CentreDestination(self, settings: settings, secrets: secrets, surroundings: surroundings)
    }

    private static var keys: [WayKey<CentreWay>] {
        BrokerAccess.keys(\.access) + [.texts("list_keys", \.listKeys), .choice("pictures", \.pictures)]
    }
}

extension BrokerAccess {
    /// Its keys, for whoever has one.
    static func keys<Settings>(_ path: WritableKeyPath<Settings, BrokerAccess>) -> [WayKey<Settings>] {
        [
            .value(
                "brokers",
                read: { reader, reading in
                    var texts: [String] = []
                    reader.strings("brokers", into: &texts)
                    reading.configuration[keyPath: path].addresses = texts.map { SourceAddress($0) }
                }, text: { YAMLText.list($0[keyPath: path].addresses.map { YAMLText.quoted($0.description) }) }),
            .text("credentials_file", path.appending(path: \.credentialsFile)),
            .text("ca_file", path.appending(path: \.authorities)),
            .text("certificate_file", path.appending(path: \.certificate)),
            .text("key_file", path.appending(path: \.key)),
        ]
    }
}
