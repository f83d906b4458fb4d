import Foundation
import Records
import TestSupport
import Testing

@testable import Proof

@Suite struct PictureTests {
    private let scene: ProofScene
    private var evidence: String { scene.folder.file("evidence") }

    init() throws {
        scene = try ProofScene()
        let settings = EventLog.Settings(path: scene.path, spool: scene.folder.file("spool"), camera: "gate")
        let log = try EventLog(settings, sealer: ProofScene.key, log: Talk().logger)
        for number in 1...4 { try log.record(try event(number)) }
        try log.close()
    }

    /// Writes two pictures and returns the event that names them.
    private func event(_ number: Int) throws -> PlateEvent {
        let time = WallTime(milliseconds: 1_795_257_125_000 + Int64(number) * 1000)
        func file(_ kind: String) throws -> PlateEvidence.File {
            let bytes = Array("picture \(kind) \(number)".utf8)
            try scene.folder.write(Data(bytes), to: "evidence/\(number).\(kind).jpg")
            return .init(path: "\(number).\(kind).jpg", sha256: "\(Digest(of: bytes))", bytes: bytes.count)
        }
        let box = PlateBox(x: 1, y: 2, width: 3, height: 4)
        return PlateEvent(
            id: "\(number)", time: time, camera: "gate", plate: "AB12CD", plateRaw: "AB12CD", confidence: 1,
            candidates: [], box: box, reads: 2, framesSeen: 2, firstSeen: time, lastSeen: time, engine: "none",
            latencyMilliseconds: 0,
            evidence: PlateEvidence(time: time, box: box, crop: try file("crop"), scene: try file("scene")))
    }

    private func found() throws -> [String] { try scene.found { $0.evidence = evidence } }

    @Test func `pictures that are there are counted, in the folder of a camera and in that of all`() throws {
        #expect(try scene.report { $0.evidence = evidence }.pictures == 8)
        #expect(try found() == [])
        try FileManager.default.createDirectory(atPath: scene.folder.file("all"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: evidence, toPath: scene.folder.file("all/gate"))
        #expect(try scene.report { $0.evidence = scene.folder.file("all") }.pictures == 8)
        #expect(try scene.report().pictures == nil)
    }

    @Test func `a picture that was altered is named with the line that names it`() throws {
        try scene.folder.write("another", to: "evidence/2.scene.jpg")
        #expect(try found() == ["picture_changed gate.ndjson:3"])
    }

    @Test func `a picture that is gone is a finding where older ones are there, and else as retention takes them`()
        throws
    {
        try FileManager.default.removeItem(atPath: evidence + "/3.crop.jpg")
        #expect(try found() == ["picture_missing gate.ndjson:4"])
        try FileManager.default.removeItem(atPath: evidence + "/3.scene.jpg")
        for number in 1...2 {
            for kind in ["crop", "scene"] {
                try FileManager.default.removeItem(atPath: evidence + "/\(number).\(kind).jpg")
            }
        }
        let report = try scene.report { $0.evidence = evidence }
        #expect(report.isWhole && report.pictures == 2)
        #expect(report.notes.contains { $0.hasPrefix("6 pictures from before 2026-11-21T10:32:09.000Z are gone") })
    }

    @Test func `where there is no picture at all, that is told once`() throws {
        try scene.expect(["picture_missing gate.ndjson:2"]) { $0.evidence = scene.folder.file("nothing") }
    }

    @Test func `no line leads out of the folder`() throws {
        try scene.folder.write("picture crop 1", to: "1.crop.jpg")
        for path in ["../1.crop.jpg", scene.folder.file("1.crop.jpg"), ""] {
            try scene.edit {
                $0[1] = $0[1].replacing(/"path":"[^"]*"/, with: "\"path\":\"\(path)\"", maxReplacements: 1)
            }
            #expect(try found().contains("picture_missing gate.ndjson:2"))
        }
    }
}
