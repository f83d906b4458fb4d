import Basics
import Foundation
import Records
import TestSupport
import Testing

@testable import plated_hub

/// Cameras whose files have other names than they: a service's folders are called by its file.
@Suite struct CameraFilesTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
        let text = try scene.folder.text("hub.yaml")
        try scene.folder.write(
            "\(text)\nsetup: {folder: \"\(scene.folder.path)/etc\"}\ncameras: {front: {evidence: /srv/front}}\n",
            to: "hub.yaml")
        try scene.folder.write("logs: [\"/x/*.ndjson\"]\n", to: "etc/hub.yaml")
        try camera("gate", "camera: entrance\n")
        try camera("yard")
    }

    /// - Parameter keys: beside the source.
    private func camera(_ file: String, _ keys: String = "") throws {
        try scene.folder.write("source: {url: rtsp://192.0.2.10/stream}\n\(keys)", to: "etc/\(file).yaml")
    }

    private var settings: HubConfiguration {
        get throws { try HubFile.settings(scene.config) }
    }

    @Test func `folders of all kinds are those of the file`() throws {
        let settings = try self.settings
        #expect(settings.evidenceFolder(of: "entrance") == scene.folder.file("evidence/gate"))
        #expect(settings.missedFolder(of: "entrance") == scene.folder.file("state/gate/missed"))
        // What it wrote before it had that name, and cameras without such a key.
        #expect(settings.evidenceFolder(of: "gate") == scene.folder.file("evidence/gate"))
        #expect(settings.evidenceFolder(of: "yard") == scene.folder.file("evidence/yard"))
        #expect(settings.evidenceFolder(of: "moon") == scene.folder.file("evidence/moon"))
        #expect(settings.cameraFiles.cameras == ["entrance", "yard"])
    }

    @Test func `what this hub's settings say counts, and a folder that the file names is not guessed`() throws {
        try camera("south", "camera: front\n")
        try camera("north", "camera: back\nevidence: {folder: /srv/back}\n")
        let settings = try self.settings
        #expect(settings.evidenceFolder(of: "front") == "/srv/front")
        #expect(settings.missedFolder(of: "front") == scene.folder.file("state/south/missed"))
        #expect(settings.evidenceFolder(of: "back") == scene.folder.file("evidence/back"))
        #expect(settings.missedFolder(of: "back") == scene.folder.file("state/north/missed"))
    }

    @Test func `of two files with one camera, that of its name counts, or else the first`() throws {
        try camera("a-yard", "camera: yard\n")
        try camera("hall", "camera: entrance\n")
        let settings = try self.settings
        #expect(settings.evidenceFolder(of: "yard") == scene.folder.file("evidence/yard"))
        #expect(settings.evidenceFolder(of: "entrance") == scene.folder.file("evidence/gate"))
        #expect(settings.cameraFiles.names == ["a-yard", "gate", "hall", "yard"])
        #expect(settings.cameraFiles.camera(of: "hall") == "entrance")
    }

    @Test func `what is no file of a camera changes nothing`() throws {
        try scene.folder.write("camera: [", to: "etc/broken.yaml")
        // Nobody writes to one, and the other has no end.
        #expect(mkfifo(scene.folder.file("etc/pipe.yaml"), 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: scene.folder.file("etc/zero.yaml"), withDestinationPath: "/dev/zero")
        let began = ContinuousClock.now
        _ = CameraFiles(folder: scene.folder.file("etc"), environment: [:])
        #expect(began.duration(to: .now) < .seconds(2))
        try scene.folder.write("camera: ../../srv\n", to: "etc/odd.yaml")
        try scene.folder.write("camera: moon\n", to: "etc/note.txt")
        let settings = try self.settings
        #expect(settings.cameraFiles.cameras == ["entrance", "yard"])
        #expect(HubConfiguration(cameraFiles: CameraFiles(folder: "/none", environment: [:])) == HubConfiguration())
    }

    @Test func `forget takes pictures and misses of such a camera, each once`() throws {
        let plate = "FO26GET"
        var event = try scene.event(plate, camera: "entrance")
        let path = "2024/11/20/\(event.id).crop.jpg"
        let bytes = Data("picture".utf8)
        try scene.folder.write(bytes, to: "evidence/gate/" + path)
        event.evidence = PlateEvidence(
            time: event.time, box: event.box,
            crop: .init(path: path, sha256: Digest(of: bytes).description, bytes: bytes.count))
        let miss = MissRecord(
            id: event.id, time: event.time, camera: "entrance", reason: "no_agreement", firstSeen: event.firstSeen,
            lastSeen: event.lastSeen, looks: 1, reasons: [("no_agreement", 1)], plate: plate, box: event.box,
            textHeight: 12, frame: .init(width: 64, height: 48), moved: true)
        let ledger = "state/gate/missed/\(MissedFiles.ledger(of: "2024-11-20"))"
        try scene.folder.write(Data(miss.line), to: ledger)
        // The file's name is a camera of the history, too: of the time before it had the key.
        try scene.write([scene.event("KE26EPS"), event])
        try scene.build()
        let plan = try scene.hub("forget", plate)
        let lines = "1 lines in \(scene.folder.file(ledger))"
        #expect(plan.output.ranges(of: lines).count == 1 && !plan.output.contains("are not in"), "\(plan)")
        #expect(try scene.hub("forget", plate, "--yes").status == 0)
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("evidence/gate/" + path)))
        let left = scene.folder.file(ledger)
        let isThere = FileManager.default.fileExists(atPath: left)
        #expect(try !isThere || !String(contentsOfFile: left, encoding: .utf8).contains(plate))
    }

    @Test func `check and search tell a camera that nobody has heard of`() throws {
        let text = try scene.folder.text("hub.yaml").replacing(
            "cameras: {front: {evidence: /srv/front}}", with: "cameras: {Yard: {events_days: 9}}")
        let door = "name: bar, lists: [staff], cameras: [Gate, entrance, yard, exit], type: command"
        let destination = "name: run, type: command, program: [/bin/true]"
        try scene.folder.write(
            """
            \(text)
            doors: [{\(door), program: [/bin/true]}]
            sessions: [{name: park, entries: [entrance], exits: [Exit]}]
            destinations: [{\(destination), cameras: [Entrance, old]}]

            """, to: "hub.yaml")
        try scene.write([scene.event("AB12CDE", camera: "exit")], to: "exit")
        try scene.write([scene.event("AB12CDE", camera: "old")], to: "old")
        try scene.build()
        // A camera whose log is gone is one of the history.
        for name in try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs"))
        where name.hasPrefix("old") { try FileManager.default.removeItem(atPath: scene.folder.file("logs/\(name)")) }
        let check = try scene.hub("check")
        #expect(check.status == 0, "\(check)")
        let notes = check.errors.split(separator: "\n").filter { $0.contains("nothing is known of it yet") }
        #expect(notes.count == 4, "\(notes)")
        for words in [
            "doors: bar has the camera Gate,", "sessions: park has the camera Exit,",
            "destinations: run has the camera Entrance,", "cameras: has the camera Yard,",
        ] { #expect(notes.contains { $0.contains(words) }, "\(words): \(notes)") }
        #expect(notes.allSatisfy { $0.hasSuffix("there are: entrance, exit, old, yard") }, "\(notes)")
        let search = try scene.hub("search", "AB12CDE", "--camera", "Gate")
        #expect(search.status == 64 && search.errors.contains("nothing has been heard of it yet"), "\(search)")
        // One that has a file may log tomorrow.
        #expect(try scene.hub("search", "AB12CDE", "--camera", "entrance").status == 1)
    }

    @Test func `where nothing is known yet, and at a centre, no camera is told`() throws {
        let scene = try HubScene()
        let text = try scene.folder.text("hub.yaml") + "\nsetup: {folder: \"\(scene.folder.path)/none\"}\n"
        let door = "doors: [{name: bar, lists: [staff], cameras: [north.gate], type: command, program: [/bin/true]}]\n"
        try scene.folder.write(text + door, to: "hub.yaml")
        func isTold() throws -> Bool { try scene.hub("check").errors.contains("nothing is known of it yet") }
        #expect(try !isTold())
        try scene.folder.write("", to: "logs/yard.ndjson")
        #expect(try isTold())
        let ingest = "ingest: {brokers: [\"mqtt://broker.example\"], sites: [{name: north}]}\n"
        try scene.folder.write(text + door + ingest, to: "hub.yaml")
        let check = try scene.hub("check")
        #expect(check.status == 0 && !check.errors.contains("nothing is known of it yet"), "\(check)")
    }
}
