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
        try run(1...4)
    }

    /// One run of a scanner, with these events.
    private func run(_ numbers: ClosedRange<Int>) throws {
        let settings = EventLog.Settings(path: scene.path, spool: scene.folder.file("spool"), camera: "gate")
        let log = try EventLog(settings, sealer: ProofScene.key, log: Talk().logger, now: { .now })
        for number in numbers { try log.record(try event(number)) }
        try log.close()
    }

    private func remove(_ numbers: ClosedRange<Int>, _ kinds: [String] = ["crop", "scene"]) throws {
        for number in numbers {
            for kind in kinds { try FileManager.default.removeItem(atPath: evidence + "/\(number).\(kind).jpg") }
        }
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
        try FileManager.default.createDirectory(
            atPath: scene.folder.file("all/gate"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: evidence, toPath: scene.folder.file("all/gate/evidence"))
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
        try remove(3...3, ["crop"])
        #expect(try found() == ["picture_missing gate.ndjson:4"])
        try remove(3...3, ["scene"])
        try remove(1...2)
        let report = try scene.report { $0.evidence = evidence }
        #expect(report.isWhole && report.pictures == 2)
        let note = "6 pictures are gone, the newest of 2026-11-21T10:32:08.000Z, as retention takes them"
        #expect(report.notes.contains(note))
    }

    @Test func `a rotated file may have no picture left, where the next one has its own`() throws {
        try scene.rotate(to: "gate.ndjson.1")
        try run(5...6)
        try remove(1...4)
        let report = try scene.report { $0.evidence = evidence }
        #expect(report.files.count == 2 && report.isWhole && report.pictures == 4)
        #expect(report.notes.count { $0.contains("as retention takes them") } == 1)
    }

    @Test func `what is newer than a picture of an older file is not gone by retention`() throws {
        try scene.rotate(to: "gate.ndjson.1")
        try run(5...6)
        try remove(3...6)
        try remove(1...1)
        #expect(
            try found() == [
                "picture_missing gate.ndjson.1:4", "picture_missing gate.ndjson.1:4",
                "picture_missing gate.ndjson.1:5", "picture_missing gate.ndjson.1:5",
                "picture_missing gate.ndjson:2", "picture_missing gate.ndjson:2",
                "picture_missing gate.ndjson:3", "picture_missing gate.ndjson:3",
            ])
    }

    @Test func `retention may stop between the two pictures of an event, and takes the crop first`() throws {
        try remove(1...1, ["crop"])
        let report = try scene.report { $0.evidence = evidence }
        #expect(report.isWhole && report.pictures == 7)
        let note = "1 picture is gone, the newest of 2026-11-21T10:32:06.000Z, as retention takes them"
        #expect(report.notes.contains(note))
        try run(5...5)
        try remove(2...2, ["scene"])
        #expect(try found() == ["picture_missing gate.ndjson:3"])
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
