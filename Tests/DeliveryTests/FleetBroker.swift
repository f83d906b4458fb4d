import Foundation
import TestSupport
import Testing

/// A broker with the configuration that is shipped (config/brokers), on ports of its own: with TLS, users and their rights. It ends with the
/// value.
final class FleetBroker {
    enum Kind: String, CaseIterable {
        case mosquitto
        /// Three servers that are one broker.
        case nats

        var isThere: Bool { self == .mosquitto ? Broker.isThere : NATSCluster.isThere && Broker.isThere }
    }

    /// User and password.
    typealias Login = (user: String, password: String)

    /// What a client got so far.
    struct Client {
        let folder: TemporaryFolder
        let file: String
        let process: Process

        /// What it heard, behind what it says of the connection.
        func text() throws -> String { try folder.text(file) }
        var isRunning: Bool { process.isRunning }
    }

    let certificate: FileServer.Certificate
    /// Of MQTT, a server each.
    let ports: [Int]
    /// The file with its users.
    let users: String
    private let folder: TemporaryFolder
    private var servers: [Process] = []
    private var clients: [Process] = []

    /// - Parameter text: its users; none but those that the shipped file has, where it is nil.
    init(_ kind: Kind, _ folder: TemporaryFolder, users text: String? = nil) throws {
        self.folder = folder
        certificate = try FileServer.Certificate(named: "broker", in: folder)
        let base = FreePorts.first()
        switch kind {
        case .mosquitto:
            ports = [base]
            users = try folder.write(text ?? "", to: "mosquitto/fleet.passwords")
            try startMosquitto()
        case .nats:
            ports = (0..<3).map { base + $0 }
            users = try folder.write(try text ?? Self.shipped("nats-users.conf"), to: "etc/nats/fleet-users.conf")
            try startNATS()
        }
    }

    deinit {
        for process in clients + servers where process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    static func shipped(_ name: String) throws -> String {
        try String(contentsOfFile: "\(repository)/config/brokers/\(name)", encoding: .utf8)
    }

    /// The shipped text with other words in the place of some that have to be there.
    private static func shipped(_ name: String, _ changes: [(String, String)]) throws -> String {
        try changes.reduce(try shipped(name)) { text, change in
            try #require(text.contains(change.0), "\(name) has no \(change.0) any more")
            return text.replacing(change.0, with: change.1)
        }
    }

    private func startMosquitto() throws {
        let text = try Self.shipped(
            "mosquitto.conf",
            [
                ("listener 8883", "listener \(ports[0]) 127.0.0.1"),
                ("/etc/mosquitto/certs/broker.pem", certificate.path),
                ("/etc/mosquitto/certs/broker.key", certificate.key), ("/etc/mosquitto/", "\(folder.path)/mosquitto/"),
            ])
        try folder.write(text, to: "mosquitto/conf.d/fleet.conf")
        try folder.write(try Self.shipped("mosquitto.acl"), to: "mosquitto/fleet.acl")
        // As Debian's own file does. Root gives its rights away, and could not read what the test made.
        let main = try folder.write(
            "user root\ninclude_dir \(folder.path)/mosquitto/conf.d\n", to: "mosquitto/mosquitto.conf")
        // A thread of the tests has signals blocked, and whoever it starts, too.
        let process = try Program.start(
            ["--default-signal", Broker.program, "-c", main], program: "/usr/bin/env",
            errors: folder.handle("broker.said"))
        servers.append(process)
        let isUp = try eventually { try folder.text("broker.said").contains("running") || !process.isRunning }
        let said = try folder.text("broker.said")
        try #require(isUp && process.isRunning, "\(said)")
    }

    private func startNATS() throws {
        for node in 0..<3 {
            let others = (0..<3).map { ("192.0.2.1\($0 + 1):6222", "127.0.0.1:\(ports[$0] + 20)") }
            let text = try Self.shipped(
                "nats.conf",
                [
                    ("server_name: broker-1", "server_name: broker-\(node + 1)"),
                    ("127.0.0.1:4222", "127.0.0.1:\(ports[node] + 10)"), ("0.0.0.0:8883", "127.0.0.1:\(ports[node])"),
                    ("/etc/nats/broker.pem", certificate.path), ("/etc/nats/broker.key", certificate.key),
                    ("/var/lib/nats", folder.file("store-\(node)")),
                    ("listen: \"192.0.2.11:6222\"", "listen: \"\(others[node].1)\""),
                ] + others)
            let path = try folder.write(text, to: "etc/nats-server-\(node).conf")
            servers.append(
                try Program.start(["-c", path], program: NATSCluster.program, errors: folder.handle("n\(node).said")))
        }
        let isUp = try eventually {
            try servers.contains { !$0.isRunning }
                || (0..<3).contains { try folder.text("n\($0).said").contains("JetStream cluster new metadata leader") }
        }
        let said = try folder.text("n0.said")
        try #require(isUp && servers.allSatisfy(\.isRunning), "\(said)")
    }

    /// Makes it read its users again.
    func reload() { for process in servers { kill(process.processIdentifier, SIGHUP) } }

    /// A script that does.
    func reloadScript() throws -> String {
        try folder.write(servers.map { "kill -HUP \($0.processIdentifier)\n" }.joined(), to: "reload")
    }

    // MARK: - Clients

    private func access(_ login: Login) -> [String] {
        [
            "-h", "localhost", "-p", "\(ports[0])", "--cafile", certificate.path, "-V", "mqttv311", "-u", login.user,
            "-P", login.password,
        ]
    }

    /// A client that writes down what it gets. One that is let listen to nothing ends.
    func listen(_ topic: String, _ login: Login) throws -> Client {
        let name = "client-\(UUID().uuidString)"
        // It would keep what it has to say where nobody looks at it.
        let process = try Program.start(
            ["-oL", "mosquitto_sub"] + access(login) + ["-t", topic, "-q", "0", "-v", "-d"], program: "/usr/bin/stdbuf",
            output: folder.handle(name), errors: folder.handle("\(name)-said"))
        clients.append(process)
        let client = Client(folder: folder, file: name, process: process)
        try #require(try eventually { try client.text().contains("SUBACK") || !process.isRunning })
        return client
    }

    /// Says something, whether it may or not.
    func say(_ topic: String, _ text: String, _ login: Login, isRetained: Bool = false) throws {
        let file = try folder.write(text, to: "said-\(UUID().uuidString)")
        try say(topic, file: file, login, isRetained: isRetained)
    }

    func say(_ topic: String, file: String, _ login: Login, isRetained: Bool = false) throws {
        _ = try Program.run(
            ["20", "mosquitto_pub"] + access(login) + ["-t", topic, "-f", file, "-q", "1"] + (isRetained ? ["-r"] : []),
            program: "/usr/bin/timeout", limit: 60)
    }

    /// Whether it lets somebody in.
    func lets(_ login: Login) throws -> Bool {
        try Program.run(
            ["20", "mosquitto_pub"] + access(login) + ["-t", "plated/v1/\(login.user)/wants", "-m", "x"],
            program: "/usr/bin/timeout", limit: 60
        ).status == 0
    }
}
