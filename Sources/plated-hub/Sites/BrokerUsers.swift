import Basics
import Delivery
import Fleet
import Service
import Settings

/// The file in which a broker has its users: a line each. What else stands in it stays as it is.
struct BrokerUsers {
    static let centre = "centre"
    private static let largest = 16 << 20
    /// Of NATS: what stands before and behind the users.
    private static let (head, foot) = ("users: [", "]")
    /// Of the shipped file's users, until somebody gives them another.
    private static let placeholder = "password: \"CHANGE\""

    let path: String
    let kind: EnrolSettings.Broker
    private(set) var lines: [String]

    init(_ settings: EnrolSettings) throws(Failure) {
        let (path, kind) = (settings.usersFile, settings.broker)
        let text: String
        do { text = try TextFile(path, upTo: Self.largest).text() } catch {
            throw Failure(
                error.isMissing ? .noInput : .inputOutput, while: "reading the broker's users, \(path)",
                because: error.reason,
                remedy: error.isMissing
                    ? "The broker must be able to read it, and its configuration to name it. \(Self.making(kind, path))"
                    : error.isForbidden ? "Run it as root." : "")
        }
        try self.init(text: text, path: path, kind: kind)
    }

    init(text: String, path: String, kind: EnrolSettings.Broker) throws(Failure) {
        self.path = path
        self.kind = kind
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard kind == .mosquitto || lines.contains(Self.head) && lines.contains(Self.foot) else {
            throw Failure(
                .badData, while: "reading the broker's users, \(path)",
                because: "it has no line `\(Self.head)`, with a user a line behind it and a line `\(Self.foot)`",
                remedy: "config/brokers/nats-users.conf is such a file.")
        }
    }

    private static func making(_ kind: EnrolSettings.Broker, _ path: String) -> String {
        switch kind {
        case .mosquitto: "To make it: sudo install -o mosquitto -m 640 /dev/null \(path)"
        case .nats: "To make it: sudo install -o nats -m 640 nats-users.conf \(path), from config/brokers."
        }
    }

    /// Without those of the shipped file that nobody has given a password.
    var names: [String] { lines.filter { !$0.contains(Self.placeholder) }.compactMap(name) }

    func line(of user: String) -> String? { lines.first { name($0) == user } }

    private func name(_ line: String) -> String? {
        switch kind {
        case .mosquitto:
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return line.hasPrefix("#") || parts.count < 2 ? nil : String(parts[0])
        case .nats:
            let mark = "{user: \""
            let text = line.drop { $0 == " " }
            guard text.hasPrefix(mark) else { return nil }
            return String(text.dropFirst(mark.count).prefix { $0 != "\"" })
        }
    }

    mutating func remove(_ user: String) { lines = lines.filter { name($0) != user } }

    /// Puts a user in the place of one of that name.
    mutating func set(_ user: String, password: String, rights: BrokerRights) throws(Failure) {
        remove(user)
        switch kind {
        case .mosquitto: lines.append("\(user):\(try BrokerPassword.mosquitto(password))")
        case .nats:
            let line = rights.line(of: user, password: try BrokerPassword.nats(password))
            lines.insert("  " + line, at: lines.lastIndex(of: Self.foot) ?? lines.count)
        }
    }

    func write() throws(Failure) {
        var whole = self
        if kind == .nats, !lines.contains(where: { name($0) != nil }) {
            // With no user at all NATS lets everybody in.
            try whole.set("nobody", password: SiteToken.random(), rights: BrokerRights(says: [], hears: []))
        }
        let file = try WholeFile(path, as: "the broker's users")
        try file.write(Array(whole.lines.map { $0 + "\n" }.joined().utf8))
    }
}
