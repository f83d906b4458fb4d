import Foundation
import Records
import TestSupport
import Testing

/// Pictures that lie under their hash, of events whose paths lead anywhere: those of a site, or of a scanner that was taken over.
@Suite struct ExportedNamesTests {
    private let scene: HubScene
    /// Where the picture is, in the camera's folder.
    private let place: String

    init() throws {
        scene = try HubScene()
        let bytes = Array("picture".utf8)
        let hash = "\(Digest(of: bytes))"
        place = "\(hash.prefix(2))/\(hash).jpg"
        try scene.folder.write("picture", to: "state/gate/evidence/\(place)")
        // The second is where its site had it.
        let events = try ["../../../stray", "2024/11/20/12/a.crop.jpg"].map { path in
            var event = try scene.event("AB12CDE")
            event.evidence = PlateEvidence(
                time: event.time, box: event.box, crop: .init(path: path, sha256: hash, bytes: bytes.count))
            return event
        }
        try scene.write(events)
        try scene.build()
    }

    private var isThereAStray: Bool { FileManager.default.fileExists(atPath: scene.folder.file("stray")) }

    @Test func `a folder has them by their hashes, and nothing lies beside it`() throws {
        let result = try scene.hub("export", "--plate", "AB12CDE", "--output", scene.folder.file("out"))
        #expect(result.status == 0 && !isThereAStray, "\(result)")
        let names = try FileManager.default.subpathsOfDirectory(atPath: scene.folder.file("out"))
        let folders = ["pictures", "pictures/gate", "pictures/gate/\(place.prefix(2))"]
        #expect(
            Set(names) == Set(folders + ["events.ndjson", "pictures.csv", "about.json", "pictures/gate/\(place)"]))
        #expect(try scene.folder.text("out/pictures/gate/\(place)") == "picture")
        let rows = try scene.folder.text("out/pictures.csv").split(separator: "\r\n").dropFirst()
        #expect(rows.count == 2 && rows.allSatisfy { $0.contains(",pictures/gate/\(place),") }, "\(rows)")
    }

    @Test func `an archive has no member that leads out`() throws {
        let result = try scene.hub("export", "--plate", "AB12CDE", "--output", scene.folder.file("out.tar"))
        #expect(result.status == 0, "\(result)")
        let list = try Program.run(["tar", "-tf", scene.folder.file("out.tar")], program: "/usr/bin/env")
        let members = list.output.split(separator: "\n").map(String.init)
        #expect(members.count == 4, "\(members)")
        #expect(Set(members) == ["events.ndjson", "pictures/gate/\(place)", "pictures.csv", "about.json"])
    }

    @Test func `a camera whose name leads elsewhere keeps nothing from being exported`() throws {
        let bytes = Array("another".utf8)
        let hash = "\(Digest(of: bytes))"
        let events = try ["gate//x", "/..", "../up"].map { camera in
            var event = try scene.event("AB12CDE")
            event.camera = camera
            event.evidence = PlateEvidence(
                time: event.time, box: event.box, crop: .init(path: "p.jpg", sha256: hash, bytes: bytes.count))
            return event
        }
        try scene.folder.write("another", to: "state/gate/evidence/x/p.jpg")
        try scene.folder.write("another", to: "up/p.jpg")
        try scene.write(events)
        try scene.build()
        for output in ["out", "out.tar"] {
            let result = try scene.hub("export", "--plate", "AB12CDE", "--output", scene.folder.file(output))
            #expect(result.status == 0 && !isThereAStray, "\(result)")
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: scene.folder.file("out"))
        #expect(names.contains("pictures/gate/\(place)") && !names.contains { $0.contains("gate/x") }, "\(names)")
    }

    @Test func `show tells where they are`() throws {
        let path = scene.folder.file("state/gate/evidence/\(place)")
        let ids = try scene.found("AB12CDE")
        #expect(ids.count == 2)
        for id in ids {
            let table = try scene.hub("show", id).output
            #expect(table.contains("\(path)  (there, with the right hash)"), "\(table)")
            let json = try scene.hub("show", id, "--format", "json").output
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            let pictures = try #require(object?["pictures"] as? [[String: Any]])
            #expect(pictures.map { $0["path"] as? String } == [path], "\(json)")
        }
    }
}
