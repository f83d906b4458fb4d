import Basics
import Delivery
import Foundation
import TestSupport
import Testing

@testable import plated_hub

/// The files in which brokers have their users, as `plated-hub site` writes them.
@Suite struct BrokerUsersTests {
    private func shipped(_ name: String) throws -> String {
        try String(contentsOfFile: "\(repository)/config/brokers/\(name)", encoding: .utf8)
    }

    @Test func `the shipped users of NATS may do what plated-hub site would write`() throws {
        let lines = try shipped("nats-users.conf").split(separator: "\n").map { $0.drop { "# ".contains($0) } }
        #expect(lines.contains { $0 == BrokerRights.centre.line(of: "centre", password: "CHANGE") })
        #expect(lines.contains { $0 == BrokerRights.site("north").line(of: "north", password: "CHANGE") })
    }

    @Test func `the shipped rights of mosquitto are the same`() throws {
        let lines = Set(try shipped("mosquitto.acl").split(separator: "\n").map(String.init))
        for (rights, mark, site) in [
            (BrokerRights.centre, "topic", "+"), (.site("%u"), "pattern", "%u"),
        ] {
            let wanted = rights.says.map { "\(mark) write \($0)" } + rights.hears.map { "\(mark) read \($0)" }
            let there = lines.filter {
                $0.hasPrefix("\(mark) ") && $0.contains("/\(site)/") && !$0.hasSuffix("%u/join")
            }
            #expect(there == Set(wanted), "\(mark)")
        }
        #expect(lines.contains("pattern write plated/v1/%u/join"))
    }

    @Test func `what stands in mosquitto's file beside stays as it was, and its hash is mosquitto's`() throws {
        let text = "# of a person\nweather:$7$101$abc$def\n\nnorth:old\n"
        var users = try BrokerUsers(text: text, path: "users", kind: .mosquitto)
        #expect(users.names == ["weather", "north"])
        try users.set("north", password: "secret", rights: .site("north"))
        #expect(users.lines.prefix(3) == ["# of a person", "weather:$7$101$abc$def", ""])
        #expect(users.lines.count == 4 && users.line(of: "north")?.hasPrefix("north:$7$101$") == true)
        // As `mosquitto_passwd` made it of "secret".
        #expect(
            try BrokerPassword.mosquitto("secret", salt: Array(#require(Data(base64Encoded: Self.salt)))) == Self.hash)
    }

    @Test func `what stands in the file of NATS beside stays, and one that is other than ours is not touched`() throws {
        var users = try BrokerUsers(text: try shipped("nats-users.conf"), path: "users", kind: .nats)
        // Nobody has given it a password yet.
        #expect(users.names.isEmpty)
        try users.set("centre", password: "secret", rights: .centre)
        try users.set("south", password: "secret", rights: .site("south"))
        #expect(users.names == ["centre", "south"])
        users.remove("south")
        #expect(users.names == ["centre"])
        #expect(
            try users.lines.filter { $0.hasPrefix("#") }
                == shipped("nats-users.conf").split(separator: "\n").prefix(3).map(String.init))
        #expect(throws: Failure.self) {
            _ = try BrokerUsers(text: "users = [ {user: a, password: b} ]\n", path: "users", kind: .nats)
        }
    }

    @Test func `a file of NATS never becomes one without users, with which everybody is let in`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("users: [\n  {user: \"north\", password: \"x\"}\n]\n", to: "users")
        var settings = EnrolSettings()
        settings.broker = .nats
        settings.usersFile = path
        var users = try BrokerUsers(settings)
        users.remove("north")
        try users.write()
        let text = try folder.text("users")
        #expect(!text.contains("north") && text.contains("{user: \"nobody\", password: \"$2a$"))
    }

    private static let salt = "niFAUj+Q7Y9g8Mrc"
    private static let hash =
        "$7$101$niFAUj+Q7Y9g8Mrc$qE2JTko7gmQyg+YsIaFwk2cMRQ7fetUw7aRSwyN7RWGSzOr2xED+O1E3r3w36l/zRSWZSpq1snqFHZFzwklGcg=="
}
