import Basics
import Foundation
import Records
import TestSupport
import Testing

@testable import plated_hub

/// Cameras by their files: a file's name is the camera's, in everything that the hub makes of it.
@Suite struct CameraFilesTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
        try camera("gate", "title: The entrance\n")
        try camera("yard")
    }

    /// - Parameter keys: beside the source.
    private func camera(_ file: String, _ keys: String = "") throws {
        try scene.folder.write("source: {url: rtsp://192.0.2.10/stream}\n\(keys)", to: "state/\(file).yaml")
    }

    @Test func `a file that is no camera's is told, and nothing is read to know that`() throws {
        for name in ["hub", "sites", "pictures", "key", "front_gate", "Yard.2", ".hidden"] { try camera(name) }
        try scene.folder.write("", to: "state/exit.yaml.before")
        // Nobody writes to one, and the other has no end.
        #expect(mkfifo(scene.folder.file("state/pipe.yaml"), 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: scene.folder.file("state/zero.yaml"), withDestinationPath: "/dev/zero")
        let root = try HubFile.settings(scene.config).root
        #expect(root.cameras == ["gate", "pipe", "yard", "zero"])
        #expect(root.strangers == ["Yard.2.yaml", "front_gate.yaml", "key.yaml"])
        #expect(CameraPlaces.Root.folder(scene.folder.file("none")).cameras.isEmpty)
    }

    @Test func `forget takes pictures and misses of a camera`() throws {
        let plate = "FO26GET"
        var event = try scene.event(plate, camera: "gate")
        let path = "2024/11/20/\(event.id).crop.jpg"
        let bytes = Data("picture".utf8)
        try scene.folder.write(bytes, to: "state/gate/evidence/" + path)
        event.evidence = PlateEvidence(
            time: event.time, box: event.box,
            crop: .init(path: path, sha256: Digest(of: bytes).description, bytes: bytes.count))
        let miss = MissRecord(
            id: event.id, time: event.time, camera: "gate", reason: "no_agreement", firstSeen: event.firstSeen,
            lastSeen: event.lastSeen, looks: 1, reasons: [("no_agreement", 1)], plate: plate, box: event.box,
            textHeight: 12, frame: .init(width: 64, height: 48), moved: true)
        let ledger = "state/gate/missed/\(MissedFiles.ledger(of: "2024-11-20"))"
        try scene.folder.write(Data(miss.line), to: ledger)
        try scene.write([scene.event("KE26EPS"), event])
        try scene.build()
        let plan = try scene.hub("forget", plate)
        let lines = "1 lines in \(scene.folder.file(ledger))"
        #expect(plan.output.ranges(of: lines).count == 1 && !plan.output.contains("are not in"), "\(plan)")
        #expect(try scene.hub("forget", plate, "--yes").status == 0)
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("state/gate/evidence/" + path)))
        let left = scene.folder.file(ledger)
        let isThere = FileManager.default.fileExists(atPath: left)
        #expect(try !isThere || !String(contentsOfFile: left, encoding: .utf8).contains(plate))
    }

    @Test func `check and search tell a camera that nobody has heard of`() throws {
        let text = try scene.folder.text("hub.yaml") + "\ncameras: {yart: {events_days: 9}}"
        let door = "name: bar, lists: [staff], cameras: [gat, gate, yard, exit], type: command"
        let destination = "name: run, type: command, program: [/bin/true]"
        try scene.folder.write(
            """
            \(text)
            doors: [{\(door), program: [/bin/true]}]
            sessions: [{name: park, entries: [gate], exits: [exid]}]
            destinations: [{\(destination), cameras: [entrance, old]}]

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
            "doors: bar has the camera gat,", "sessions: park has the camera exid,",
            "destinations: run has the camera entrance,", "cameras: has the camera yart,",
        ] { #expect(notes.contains { $0.contains(words) }, "\(words): \(notes)") }
        #expect(notes.allSatisfy { $0.hasSuffix("there are: exit, gate, old, yard") }, "\(notes)")
        let search = try scene.hub("search", "AB12CDE", "--camera", "gat")
        #expect(search.status == 64 && search.errors.contains("nothing has been heard of it yet"), "\(search)")
        // One that has a file may log tomorrow.
        #expect(try scene.hub("search", "AB12CDE", "--camera", "gate").status == 1)
    }

    @Test func `where nothing is known yet, and of a site, no camera is told`() throws {
        let scene = try HubScene()
        let text = try scene.folder.text("hub.yaml") + "\n"
        let door = "doors: [{name: bar, lists: [staff], cameras: [gate], type: command, program: [/bin/true]}]\n"
        try scene.folder.write(text + door, to: "hub.yaml")
        func isTold() throws -> Bool { try scene.hub("check").errors.contains("nothing is known of it yet") }
        #expect(try !isTold())
        try scene.folder.write("", to: "logs/yard.ndjson")
        #expect(try isTold())
        try scene.folder.write(text + door.replacing("[gate]", with: "[north/gate]"), to: "hub.yaml")
        let check = try scene.hub("check")
        #expect(check.status == 0 && !check.errors.contains("nothing is known of it yet"), "\(check)")
    }

    @Test func `a name that is no camera's is refused wherever one stands`() throws {
        let text = try scene.folder.text("hub.yaml")
        let run = "type: command, program: [/bin/true]"
        try scene.folder.write(
            """
            \(text)
            cameras: {tor.1: {events_days: 9}}
            doors: [{name: bar, lists: [staff], cameras: [Gate], \(run)}]
            sessions: [{name: park, entries: [a b], exits: [{camera: key}]}]
            destinations: [{name: run, cameras: [north.gate], \(run)}]

            """, to: "hub.yaml")
        let check = try scene.hub("check")
        #expect(check.status == 78, "\(check)")
        for words in [
            "cameras.tor.1: is no camera's name", "cameras: has Gate, and a camera's name has small letters",
            "entries: has a b, and", "exits: has key, and", "cameras: has north.gate, and",
        ] { #expect(check.errors.contains(words), "\(words): \(check.errors)") }
    }
}
