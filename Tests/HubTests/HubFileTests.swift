import Console
import Delivery
import Fleet
import Foundation
import Rules
import Settings
import TestSupport
import Testing
import Yams

@testable import plated_hub

@Suite struct HubFileTests {
    private func read(_ text: String) -> HubFile {
        HubFile(text: text, path: "hub.yaml", environment: ["HERE": "/srv"])
    }

    private func shipped() throws -> String {
        let text = try String(contentsOfFile: repository + "/config/hub.yaml", encoding: .utf8)
        // Every key is a comment that begins without a space.
        return text.replacing(/(?m)^( *)#([a-z_]+:)/) { "\($0.1)\($0.2)" }
    }

    private func keys(_ text: String) throws -> [String] {
        func keys(_ node: Node, under path: [String]) -> [String] {
            (node.mapping ?? [:]).flatMap { key, value -> [String] in
                let path = path + [key.string ?? "?"]
                let isValue = value.mapping.map { $0.style == .flow } ?? true
                return [path.joined(separator: ".")] + (isValue ? [] : keys(value, under: path))
            }
        }
        return keys(try #require(try Yams.compose(yaml: text)), under: [])
    }

    @Test func `check prints every key, in the order of the shipped file, which states the defaults`() throws {
        let printed = HubConfiguration().effective(in: StateFolder("/x"))
        #expect(try keys(printed) == HubKey.all.flatMap(\.names))
        #expect(try keys(shipped()) == HubKey.all.flatMap(\.names))
        let file = read(try shipped())
        #expect(file.problems == [])
        #expect(file.configuration == HubConfiguration())
    }

    @Test func `what check prints is read back as the same settings`() throws {
        let file = read(
            """
            logs: ["${HERE}/*.ndjson", /srv/gate.ndjson]
            history: {path: /x/h}
            retention: {events_days: 7}
            cameras:
              gate: {events_days: 90}
              yard: {events_days: 0}
            audit: {lookups: true, reason_required: true, file: /a}
            console: {listen: off, hosts: [hub.example], socket: /x/s}
            lists: {folder: /l}
            log: {level: debug}
            """)
        #expect(file.problems == [])
        #expect(file.configuration.listFolder(in: StateFolder("/x")).path == "/l")
        #expect(HubConfiguration().listFolder(in: StateFolder("/x")).path == "/x/lists")
        #expect(file.configuration.logs == ["/srv/*.ndjson", "/srv/gate.ndjson"])
        #expect(file.configuration.retention(of: "gate") == .init(events: 90))
        #expect(file.configuration.retention(of: "yard") == .init(events: 0))
        #expect(file.configuration.retention(of: "door") == .init(events: 7))
        #expect(file.configuration.consoleSettings.listen == nil && file.configuration.console.listen == "off")
        #expect(file.configuration.accountFile(in: StateFolder("/x")) == "/x/console.sqlite")
        #expect(file.configuration.evidenceFolder(of: "yard") == "/var/lib/plated/yard/evidence")
        #expect(read("state: /s").configuration.evidenceFolder(of: "yard") == "/s/yard/evidence")
        #expect(read(file.configuration.effective(in: StateFolder("/x"))).configuration == file.configuration)
    }

    @Test func `every problem is told at once, with line and key`() {
        let file = read(
            """
            logs: ["/var/*/x.ndjson"]
            histroy: {path: x}
            retention:
              events_days: -1
            cameras:
              "no/name": {}
              gate: {events: 3}
            audit: {reason_required: true}
            """)
        #expect(
            file.problems.map(\.description) == [
                "hub.yaml:1: logs: has /var/*/x.ndjson, with a wildcard in the folder's name: it may stand in the file's name only",
                "hub.yaml:2: histroy: is not a key that plated knows; did you mean history?",
                "hub.yaml:4: retention.events_days: is -1, and must be from 0 to 36500",
                "hub.yaml:6: cameras.no/name: is no name of a camera: it takes letters (without accents), digits, dash, dot and"
                    + " underscore: at most 64, and no dot at the start",
                "hub.yaml:7: cameras.gate.events: is not a key that plated knows",
                "hub.yaml:8: audit.reason_required: is true, and asks for reasons that nobody keeps: set audit.lookups, too",
            ])
    }

    @Test func `sites that report to a centre have names that are theirs alone, and keys that are some`() {
        let key = String(repeating: "A", count: 43) + "="
        let file = read(
            """
            ingest:
              brokers: ["mqtt://broker.example"]
              sites: [{name: north, keys: ["\(key)"]}, {name: south, lists: [staff]}]
              lists: [stolen]
            destinations:
              - {name: centre, type: centre, brokers: ["mqtt://broker.example"], list_keys: ["\(key)"]}
            """)
        #expect(file.problems.isEmpty && file.configuration.ingest?.sites.map(\.name) == ["north", "south"])
        #expect(
            file.configuration.ingest?.listsOfSites == ["north": ["stolen"], "south": ["stolen", "staff"]])
        let printed = read(file.configuration.effective(in: StateFolder("/x")))
        #expect(printed.problems.isEmpty && printed.configuration.ingest == file.configuration.ingest)
        #expect(printed.configuration.destinations == file.configuration.destinations)
        let wrong = read(
            """
            ingest:
              brokers: []
              sites:
                - {name: north, keys: [x]}
                - {name: north}
                - {name: no.th}
            """
        ).problems.map(\.description)
        #expect(wrong.count == 4, "\(wrong)")
        for words in ["brokers", "public keys", "that of another site", "is no.th"] {
            #expect(wrong.contains { $0.contains(words) }, "\(words)")
        }
    }

    @Test func `what lets sites in writes over no file that is somebody's, and lists have names of lists`() {
        func problems(_ text: String) -> [String] {
            read(
                "ingest: {brokers: ['mqtts://h:1'], credentials_file: /etc/plated/c, ca_file: /etc/plated/ca, \(text)}"
            ).problems.map(\.description)
        }
        let enrol = "enrol: {broker: nats, users_file: /etc/nats/users.conf}"
        #expect(problems(enrol).isEmpty)
        for (text, words) in [
            ("enrol: {users_file: ''}", "from the root on"), ("enrol: {users_file: users}", "from the root on"),
            ("enrol: {users_file: /etc/plated/../plated/c}", "ingest.credentials_file"),
            ("enrol: {sites_file: /etc/plated/ca}", "ingest.ca_file"),
            ("enrol: {users_file: /x, sites_file: /x}", "that of users_file"),
            ("\(enrol), lists: ['']", "no name of one"), ("\(enrol), lists: [../../etc/passwd]", "no name of one"),
            ("\(enrol), lists: [stölen]", "no name of one"),
            ("sites: [{name: north, lists: [A]}]", "no name of one"),
        ] {
            let found = problems(text)
            #expect(found.contains { $0.contains(words) }, "\(text): \(found)")
        }
        let file = read("ingest: {brokers: ['mqtt://h:1'], enrol: {broker: nats}}")
        #expect(file.configuration.ingest?.enrol?.usersFile == "/etc/nats/fleet-users.conf")
        #expect(file.configuration.ingest?.enrol?.reload == ["systemctl", "reload", "nats-server"])
    }

    @Test func `of the folders that systemd hands over, the hub's own is the one of its name`() {
        let scanners = "/var/lib/plated/.hub"
        #expect(StateFolder.given("\(scanners):/var/lib/plated-hub").path == "/var/lib/plated-hub")
        #expect(StateFolder.given("/var/lib/plated-hub:\(scanners)").path == "/var/lib/plated-hub")
        #expect(StateFolder.given("/tmp/some").path == "/tmp/some")
        #expect(StateFolder.given(nil).path == StateFolder.usual && StateFolder.given("").path == StateFolder.usual)
    }

    @Test func `a pattern finds the logs of its folder, and nothing else`() throws {
        let folder = try TemporaryFolder()
        for name in ["b.ndjson", "a.ndjson", "a.ndjson.1", ".hidden.ndjson", "a.txt"] { try folder.write("", to: name) }
        #expect(LogPattern(folder.file("*.ndjson")).logs == [folder.file("a.ndjson"), folder.file("b.ndjson")])
        #expect(LogPattern(folder.file("?.ndjson")).logs.count == 2)
        // A log that was rotated is one, whether its scanner has written since or not.
        for name in ["c.ndjson-20261121-1795219200.gz", "c.ndjson.1", "d.ndjson-notes", "e.txt.1"] {
            try folder.write("", to: name)
        }
        #expect(LogPattern(folder.file("?.ndjson")).logs == ["a", "b", "c"].map { folder.file($0 + ".ndjson") })
        #expect(LogPattern(folder.file("none.ndjson")).logs == [folder.file("none.ndjson")])
        #expect(LogPattern(folder.file("none/*.ndjson")).logs == [])
    }
}
