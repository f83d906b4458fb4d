import Settings

/// How sites are let in and shut out: the file in which the broker has its users, which `plated-hub site` writes.
package struct EnrolSettings: Sendable, Equatable {
    package enum Broker: String, CaseIterable, Sendable {
        case mosquitto
        case nats
    }

    package var broker = Broker.mosquitto
    package var usersFile = usual(.mosquitto).file
    /// What makes the broker read it again: a program with its arguments.
    package var reload = usual(.mosquitto).reload
    /// Addresses of the brokers as sites have them, where they are others than the centre's.
    package var brokers: [String] = []
    /// Of the sites that have joined; beside the configuration.
    package var sitesFile = "sites.yaml"

    package init() {}

    /// As config/brokers has it.
    private static func usual(_ broker: Broker) -> (file: String, reload: [String]) {
        switch broker {
        case .mosquitto: ("/etc/mosquitto/fleet.passwords", ["systemctl", "reload", "mosquitto"])
        case .nats: ("/etc/nats/fleet-users.conf", ["systemctl", "reload", "nats-server"])
        }
    }

    private static var keys: [WayKey<EnrolSettings>] {
        [
            .choice("broker", \.broker), .text("users_file", \.usersFile), .texts("reload", \.reload),
            .texts("brokers", \.brokers), .text("sites_file", \.sitesFile),
        ]
    }

    /// As the configuration has it; nil where it does not.
    static func read(_ key: String, from reader: MappingReader) -> EnrolSettings? {
        guard reader.has(key) else {
            _ = reader.node(key)
            return nil
        }
        var reading = WayReading(configuration: EnrolSettings())
        reader.section(key) { section in
            for key in keys { key.read(from: section, into: &reading) }
            let usual = usual(reading.configuration.broker)
            if !section.has("users_file") { reading.configuration.usersFile = usual.file }
            if !section.has("reload") { reading.configuration.reload = usual.reload }
            if !reading.configuration.usersFile.hasPrefix("/") {
                section.problem("users_file", "expects a path from the root on, such as \(usual.file)")
            }
            if let wrong = reading.configuration.brokers.first(where: { !JoinLine.isBroker($0) }) {
                section.problem("brokers", "has \(wrong), and takes addresses such as mqtts://broker.example:8883")
            }
        }
        return reading.configuration
    }

    static func text(_ settings: EnrolSettings?) -> String {
        guard let settings else { return "null" }
        return "{" + keys.flatMap { $0.lines(of: settings) }.joined(separator: ", ") + "}"
    }
}
