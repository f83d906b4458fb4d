import Foundation
import Records
import TestSupport
import Testing

/// What a camera is called, and where its files are.
@Suite struct CameraNamesTests {
    @Test(arguments: ["gate", "gate-2", "2", "north-gate", String(repeating: "a", count: 24)])
    func `a name says the same in paths, units, topics and addresses`(name: String) {
        #expect(CameraID(name)?.description == name)
        #expect(CameraRef(name)?.description == name && CameraRef(name)?.hub == nil)
    }

    @Test(arguments: [
        "", "-gate", "gate-", "Gate", "front_gate", "tor.1", "north.gate", "a b", "gäte", "gate\n", "gate\0", "../x",
        ".x",
        "*", "#", "hub", "sites", "pictures", "new", "evidence", "key", String(repeating: "a", count: 25),
    ])
    func `what is no name is refused by one rule`(name: String) {
        #expect(CameraID(name) == nil && CameraRef(name) == nil && CameraRef("north/" + name) == nil)
    }

    @Test func `a camera of another hub has that before a slash, and no name has one`() throws {
        let text = "north/gate"
        let ref = try #require(CameraRef(text))
        #expect(ref.hub == "north" && ref.camera == "gate" && "\(ref)" == "north/gate")
        #expect(CameraRef(hub: "north", camera: "gate") == ref && CameraRef(hub: nil, camera: "gate") == "gate")
        for text in ["/gate", "north/", "a/b/c", "North/gate", "north_1/gate", "north/key", "north.gate", "/"] {
            #expect(CameraRef(text) == nil, "\(text)")
        }
        #expect(CameraID(text) == nil)
    }

    @Test(arguments: [
        ("/etc/plated/gate.yaml", "gate"), ("gate.yml", "gate"), ("logs/gate.ndjson", "gate"), ("gate", "gate"),
        ("/var/log/north.gate.ndjson", "north.gate"), ("/dev/stdin", nil),
    ])
    func `a file's name without its ending may be a camera's`(path: String, stem: String?) {
        #expect(CameraID.stem(of: path) == stem)
    }

    @Test func `a service's files are where the package has them`() {
        let places = CameraPlaces("gate", .system)
        #expect(places.configuration == "/etc/plated/gate.yaml" && places.log == "/var/log/plated/gate.ndjson")
        #expect(places.file(of: .credentials) == "/etc/plated/gate.credentials")
        #expect(places.file(of: .remoteKey) == "/etc/plated/gate.remote-key")
        #expect(places.unit == "plated@gate.service" && CameraPlaces.camera(ofUnit: places.unit) == "gate")
        #expect(CameraPlaces.camera(ofUnit: "plated@Gate.service") == nil)
        #expect(CameraPlaces.camera(ofUnit: "plated-hub.service") == nil)
        #expect(places.socket == "/run/plated/gate/live.sock")
        #expect(places.pseudonymKey == "/run/plated/gate/pseudonym.key")
        let kept = [places.evidence, places.missed, places.gaps, places.spool, places.remoteUsage]
        #expect(places.state == "/var/lib/plated/gate" && kept.allSatisfy { $0.hasPrefix("/var/lib/plated/gate/") })
        #expect(Set(kept).count == kept.count)
        #expect(CameraPlaces.Root.system.logPattern == "/var/log/plated/*.ndjson")
    }

    @Test func `by hand all of it is in one folder, and no key of pseudonyms is on a disk`() {
        let places = CameraPlaces("gate", .folder("/s"))
        #expect(places.configuration == "/s/gate.yaml" && places.state == "/s/gate")
        #expect(places.evidence == "/s/gate/evidence" && places.socket == "/s/gate/live.sock")
        #expect(places.pseudonymKey == nil)
    }

    @Test func `what lies beside a log or a configuration is called by it`() {
        #expect(CameraPlaces.lock(of: "gate", besideLog: "logs/x.ndjson") == "logs/.gate.lock")
        #expect(CameraPlaces.lock(of: "gate", besideLog: "x.ndjson") == ".gate.lock")
        #expect(CameraPlaces.spool(besideLog: "logs/x.ndjson") == "logs/x.ndjson.spool")
        #expect(CameraPlaces.file(of: .credentials, beside: "a/gate.yaml") == "a/gate.credentials")
        #expect(CameraPlaces.file(of: .remoteKey, beside: "gate") == "gate.remote-key")
        #expect(CameraPlaces.isLog("/l/gate.ndjson", of: "gate") && !CameraPlaces.isLog("/l/a-gate.ndjson", of: "gate"))
    }
}
