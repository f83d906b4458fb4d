import ALPR
import Basics
import Foundation
import Logging
import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct EvidenceWriterTests {
    private let scene: EvidenceScene

    init() throws {
        scene = try EvidenceScene()
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: scene.path + "/" + path)))
    }

    // MARK: - Writing

    @Test func `an accepted plate's crop and scene are in its hour's folder, under its id`() throws {
        var writer = try scene.writer()
        let record = scene.write(1, with: &writer)
        let name = "\(EvidenceScene.hour)/\(EvidenceScene.id(1))"
        #expect(try scene.files() == ["\(name).crop.jpg", "\(name).scene.jpg"])
        let crop = try bytes("\(name).crop.jpg")
        #expect(crop.count == 50 && record.crop?.bytes == 50 && record.crop?.path == "\(name).crop.jpg")
        #expect(record.crop?.sha256 == Digest(of: crop).description && record.crop?.width == nil)
        let whole = try bytes("\(name).scene.jpg")
        #expect(record.scene?.sha256 == Digest(of: whole).description && record.scene?.bytes == whole.count)
        // 80 × 60, shrunk.
        #expect(record.scene?.width == 40 && record.scene?.height == 30 && scene.encoder.calls == ["20x10", "40x30"])
        #expect(
            record.box == PlateBox(x: 30, y: 21, width: 12, height: 4) && record.frame == .init(width: 80, height: 60))
        #expect(record.time == EvidenceScene.start && record.missing == nil)
        #expect(writer.counts.written == 2 && writer.counts.missing == 0)
    }

    @Test func `others may not read the pictures`() throws {
        var writer = try scene.writer()
        let path = try #require(scene.write(1, with: &writer).crop?.path)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try #require(try mode(scene.path + "/" + path)) & 0o137 == 0)
        #expect(try #require(try mode(scene.path)) & 0o027 == 0)
        #expect(try #require(try mode(scene.path + "/" + EvidenceScene.hour)) & 0o027 == 0)
    }

    @Test(arguments: [(true, false), (false, true)])
    func `what is not wanted is not encoded`(crop: Bool, whole: Bool) throws {
        var writer = try scene.writer(crop: crop, scene: whole)
        let record = scene.write(1, with: &writer)
        #expect((record.crop != nil) == crop && (record.scene != nil) == whole && record.missing == nil)
        #expect(scene.encoder.calls == (crop ? ["20x10"] : ["40x30"]))
    }

    @Test func `plates of one frame have a scene each, which is encoded once`() throws {
        var writer = try scene.writer()
        let records = [1, 2].map { scene.write($0, with: &writer, evidence: EvidenceScene.evidence(at: 200)) }
        #expect(
            records[0].scene?.path != records[1].scene?.path && records[0].scene?.sha256 == records[1].scene?.sha256)
        #expect(scene.encoder.calls == ["20x10", "40x30", "20x10"])
        _ = scene.write(3, with: &writer, evidence: EvidenceScene.evidence(at: 400))
        #expect(scene.encoder.calls.count == 5)
    }

    @Test func `what was not kept or cannot be encoded is missing, and the other picture is there`() throws {
        var writer = try scene.writer()
        let without = scene.write(1, with: &writer, evidence: EvidenceScene.evidence(scene: false))
        #expect(without.crop != nil && without.scene == nil && without.missing == .noPicture)
        scene.encoder.refuse(width: 20)
        let unencoded = scene.write(2, with: &writer)
        #expect(unencoded.crop == nil && unencoded.scene != nil && unencoded.missing == .noPicture)
        #expect(writer.counts.written == 2 && writer.counts.missing == 2)
    }

    // MARK: - Trouble

    @Test(.enabled(if: SmallDisk.isPossible, "needs to mount a small file system"))
    func `a full disk costs pictures, says so once a minute, and is told when it is over`() throws {
        try FileManager.default.createDirectory(atPath: scene.path, withIntermediateDirectories: true)
        let disk = try SmallDisk(folder: scene.path)
        var writer = try scene.writer(width: 1000)
        // A picture of 80 KB in a file system of 64.
        let large = ColourImage(grey: LumaImage(width: 800, height: 400))
        var evidence = EvidenceScene.evidence()
        (evidence.crop, evidence.scene) = (large, large)
        for number in 0..<8 {
            let record = scene.write(number, with: &writer, evidence: evidence)
            #expect(record.missing == .diskFull && record.crop == nil && record.scene == nil)
            scene.clock.advance(by: .seconds(10))
        }
        #expect(try scene.files() == ["ballast"])
        let said = scene.talk.all
        #expect(said.count == 2 && said.allSatisfy { $0.contains("kept for events") }, "\(said)")
        #expect(said.allSatisfy { $0.contains("Events are written all the same") && $0.contains("not be kept") })
        try disk.makeRoom()
        scene.clock.advance(by: .seconds(20))
        #expect(scene.write(9, with: &writer, evidence: EvidenceScene.evidence(at: 200)).missing == nil)
        #expect(scene.talk.all.last?.contains("plate pictures are kept again") == true, "\(scene.talk.all)")
        #expect(writer.counts.missing == 16 && writer.counts.written == 2)
    }

    @Test func `a folder that is not there is made when it can be`() throws {
        var writer = try scene.writer(at: scene.folder.file("later/evidence"))
        #expect(scene.write(1, with: &writer).missing == .unwritable)
        try FileManager.default.createDirectory(
            atPath: scene.folder.file("later"), withIntermediateDirectories: true)
        let record = scene.write(2, with: &writer)
        #expect(record.missing == nil && record.crop != nil)
    }

    @Test func `a folder that was removed under it is made again`() throws {
        var writer = try scene.writer()
        #expect(scene.write(1, with: &writer).missing == nil)
        try FileManager.default.removeItem(atPath: scene.path)
        // The first picture finds out.
        _ = scene.write(2, with: &writer)
        #expect(scene.write(3, with: &writer).missing == nil)
        #expect(try scene.files().count >= 2)
    }

    @Test func `a second scanner does not get the folder`() throws {
        let first = try scene.writer()
        let failure = #expect(throws: Failure.self) { try scene.writer() }
        #expect(failure?.status == .temporary && failure?.reason.contains("another scanner") == true)
        _ = first
    }

    @Test func `no link leads pictures elsewhere`() throws {
        try scene.folder.write("", to: "elsewhere/there")
        try FileManager.default.createDirectory(atPath: scene.path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: scene.path + "/2026", withDestinationPath: scene.folder.file("elsewhere"))
        var writer = try scene.writer()
        #expect(scene.write(1, with: &writer).missing == .unwritable)
        #expect(try scene.files(of: scene.folder.file("elsewhere")) == ["there"])
    }

    // MARK: - The event

    /// Checks, when it gets an event, that the pictures it names are there.
    private struct CheckingSink: EventSink {
        let folder: String
        let found: @Sendable (PlateEvidence?, Bool) -> Void
        var backlog: Int { 0 }

        func record(_ record: any LogRecord) {
            guard let event = record as? PlateEvent else { return }
            let files = [event.evidence?.crop, event.evidence?.scene].compactMap { $0 }
            let areThere = files.allSatisfy { file in
                FileManager.default.contents(atPath: "\(folder)/\(file.path)").map {
                    Digest(of: $0).description == file.sha256
                } ?? false
            }
            found(event.evidence, areThere && (event.evidence?.crop?.path.contains(event.id) ?? true))
        }
        func reopen() {}
        func flush() {}
        func close() {}
    }

    @Test func `pictures are there before the event that names them, and an event without any names none`() throws {
        let seen = Talk()
        let logger = seen.logger
        let sink = CheckingSink(folder: scene.path) { logger.info("\($0?.crop == nil ? "none" : "named") \($1)") }
        let clock = scene.clock
        var outlet = EventOutlet(
            camera: "gate", engine: "tesseract", clock: .live(epoch: clock.now.instant), sink: sink,
            pictures: try scene.writer(), now: { clock.now })
        var plate = AcceptedPlate(
            text: "AB12CD", raw: "AB12CD", confidence: 1, candidates: [], box: Box(x: 0, y: 0, width: 9, height: 3),
            reads: 2, framesSeen: 2, firstSeen: Timestamp(.zero), lastSeen: Timestamp(.zero), track: 1)
        var recognition = Recognition()
        recognition.accepted = [plate]
        try outlet.write(recognition, arrival: clock.now.instant)
        plate.evidence = EvidenceScene.evidence()
        recognition.accepted = [plate]
        try outlet.write(recognition, arrival: clock.now.instant)
        #expect(seen.all == ["info: none true", "info: named true"])
        #expect(outlet.evidence.written == 2)
    }

    @Test func `the counters say what became of pictures, where any are kept`() {
        var values = Counters.Values()
        #expect(values.summary.count == 2)
        values.evidence.written = 12
        values.evidence.missing = 2
        values.evidence.removed = 1
        #expect(values.summary.last == "evidence: written 12, missing 2, removed 1")
    }
}
