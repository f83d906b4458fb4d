import Console
import Delivery
import Fleet
import Foundation
import Records
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
        // Those of ingest are one value.
        let told = try keys(printed).filter { !$0.hasPrefix("ingest.") }
        let named = try keys(shipped()).filter { !$0.hasPrefix("ingest.") }
        #expect(told == HubKey.all.flatMap(\.names))
        #expect(named == HubKey.all.flatMap(\.names))
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
              no.name: {}
              gate: {events: 3}
            audit: {reason_required: true}
            """)
        #expect(
            file.problems.map(\.description) == [
                "hub.yaml:1: logs: has /var/*/x.ndjson, with a wildcard in the folder's name: it may stand in the file's name only",
                "hub.yaml:2: histroy: is not a key that plated knows; did you mean history?",
                "hub.yaml:4: retention.events_days: is -1, and must be from 0 to 36500",
                "hub.yaml:6: cameras.no.name: is no camera's name: one \(CameraRef.rule)",
                "hub.yaml:7: cameras.gate.events: is not a key that plated knows",
                "hub.yaml:8: audit.reason_required: is true, and asks for reasons that nobody keeps: set audit.lookups, too",
            ])
    }

    @Test func `what a centre has for sites is printed as it was read, and so is a site's destination`() {
        let file = read(
            """
            ingest:
              address: https://centre.example
              sites: [{name: north}, {name: south, lists: [staff]}]
              lists: [stolen]
            destinations:
              - {name: centre, type: centre, urls: ["https://centre.example:8443"], lists: without_allow, pictures: asked}
            """)
        let ingest = file.configuration.ingest
        #expect(file.problems.isEmpty && ingest.sites.map(\.name) == ["north", "south"], "\(file.problems)")
        #expect(ingest.lists(of: "south") == ["stolen", "staff"] && ingest.lists(of: "any") == ["stolen"])
        let printed = read(file.configuration.effective(in: StateFolder("/x")))
        #expect(printed.problems.isEmpty && printed.configuration.ingest == ingest, "\(printed.problems)")
        #expect(printed.configuration.destinations == file.configuration.destinations)
        #expect(
            !read("").configuration.ingest.namesLists && read("ingest: {lists: []}").configuration.ingest.namesLists)
    }

    @Test func `names of sites are theirs alone, lists have names of lists, and an address of a centre is one`() {
        for (text, words) in [
            ("ingest: {sites: [{name: north}, {name: north}]}", "that of another site"),
            ("ingest: {sites: [{name: no.th}]}", "is no.th"), ("ingest: {lists: ['']}", "no name of one"),
            ("ingest: {lists: [../../etc/passwd]}", "no name of one"), ("ingest: {lists: [stölen]}", "no name of one"),
            ("ingest: {sites: [{name: north, lists: [A]}]}", "no name of one"),
            ("ingest: {address: 'http://centre.example'}", "unencrypted"),
            ("destinations: [{name: c, type: centre}]", "urls: is missing"),
            ("destinations: [{name: c, type: centre, urls: ['http://centre.example']}]", "unencrypted"),
            ("destinations: [{name: c, type: centre, urls: ['https://centre.example/in']}]", "no more than https"),
            (
                "destinations: [{name: c, type: centre, urls: ['https://me:secret@centre.example']}]",
                "no more than https"
            ),
            ("destinations: [{name: c, type: centre, urls: ['mqtts://centre.example']}]", "http:// or https://"),
            ("destinations: [{name: c, type: centre, urls: ['http://127.0.0.1:1'], ca_file: x}]", "belongs to https"),
            (
                "destinations: [{name: a, type: centre, urls: ['https://a.example']}, {name: b, type: centre, urls: ['https://b.example']}]",
                "lists come from one centre"
            ),
            (
                "destinations: [{name: a, type: centre, urls: ['https://a.example']}, {name: b, type: centre, urls: ['https://a.example'], lists: none}]",
                "both would report to one centre"
            ),
        ] {
            let found = read(text).problems.map(\.description)
            #expect(found.contains { $0.contains(words) }, "\(text): \(found)")
            #expect(!found.contains { $0.contains("secret") })
        }
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
