import Fleet

/// What a user of the broker may say and hear, by topics. mosquitto knows it from its list of rights, by the user's name.
struct BrokerRights {
    var says: [String]
    var hears: [String]

    static let centre = BrokerRights(
        says: [
            FleetTopic.committed(of: "+"), FleetTopic.lists(of: "+"), FleetTopic.pieces(of: "+"),
            FleetTopic.looks(of: "+"),
        ],
        hears: [
            FleetTopic.records(of: "+"), FleetTopic.wants(of: "+"), FleetTopic.pictures(of: "+"),
            FleetTopic.join(under: "+"),
        ])

    static func site(_ name: String) -> BrokerRights {
        BrokerRights(
            says: [FleetTopic.records(of: name), FleetTopic.wants(of: name), FleetTopic.pictures(of: name)],
            hears: [
                FleetTopic.committed(of: name), FleetTopic.lists(of: name), FleetTopic.pieces(of: name),
                FleetTopic.looks(of: name),
            ])
    }

    static func joining(_ name: String) -> BrokerRights {
        BrokerRights(says: [FleetTopic.join(of: name)], hears: [])
    }

    /// As NATS has a user.
    ///
    /// - Parameter password: or its hash.
    func line(of user: String, password: String) -> String {
        "{user: \"\(user)\", password: \"\(password)\", permissions: {publish: \(Self.subjects(says)), "
            + "subscribe: \(Self.subjects(hears))}}"
    }

    private static func subjects(_ topics: [String]) -> String {
        let all = topics.map { "\"\($0.replacing("/", with: ".").replacing("+", with: "*"))\"" }
        // Nothing at all has to be said so.
        return all.isEmpty ? "{deny: \">\"}" : "[" + all.joined(separator: ", ") + "]"
    }
}
