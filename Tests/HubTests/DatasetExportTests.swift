import Answers
import Evaluation
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Console
@testable import plated_hub

@Suite struct DatasetExportTests {
    private let scene: HubScene
    private let out: String

    init() throws {
        scene = try HubScene()
        out = scene.folder.file("out")
    }

    /// An event with a crop on the disk.
    private func event(_ plate: String, id: String? = nil, crop: String? = "crop") throws -> PlateEvent {
        var event = try scene.event(plate)
        event.id = id ?? event.id
        event.region = "de"
        event.evidence = PlateEvidence(
            time: event.time, box: PlateBox(x: 100, y: 200, width: 140, height: 30),
            frame: PlateEvidence.Size(width: 1920, height: 1080))
        guard let crop else { return event }
        let (path, bytes) = (
            "a/\(plate.filter(\.isLetter))\(event.id.suffix(4).filter(\.isNumber)).jpg", Array(crop.utf8)
        )
        try scene.folder.write(crop, to: "state/gate/evidence/\(path)")
        event.evidence?.crop = .init(path: path, sha256: Digest(of: bytes).description, bytes: bytes.count)
        return event
    }

    private func export(_ arguments: String...) throws -> (said: String, rows: [[String]]) {
        let result = try Program.run(
            ["export", "--format", "dataset", "--output", out, "--config", scene.config] + arguments,
            program: Program.path(of: "plated-hub"))
        try #require(result.status == 0, "\(result)")
        let rows = try scene.folder.text("out/manifest.csv").split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return (result.errors, rows)
    }

    @Test func `a plate is a picture and a row of seven columns, which plated eval reads as they are`() throws {
        let events = try [event("AB12CDE", crop: "one"), event("RK482BN", crop: "two")]
        try scene.write(events)
        try scene.build()
        let (_, rows) = try export()
        #expect(rows[0] == ["image", "x_min", "y_min", "x_max", "y_max", "text", "region"])
        #expect(Set(rows.dropFirst().map { $0[5] }) == ["AB12CDE", "RK482BN"])
        #expect(rows.dropFirst().allSatisfy { Array($0[1...4]) == ["15", "15", "155", "45"] && $0[6] == "de" })
        let manifest = try ManifestFile.read(out)
        #expect(manifest.problems.isEmpty && manifest.pictures.count == 2)
        for picture in manifest.pictures {
            let text = try #require(picture.plates.first?.text)
            #expect(try String(contentsOfFile: picture.path, encoding: .utf8) == (text == "AB12CDE" ? "one" : "two"))
        }
        #expect(try scene.folder.text("out/about.json").contains("\"events\":2,\"pictures\":2"))
    }

    /// Its own programs read that table in the training's tests.
    @Test func `a set is what training/tests has of one`() throws {
        var text = CSVRow.text(LabelledPlate.headings)
        for (number, plate) in [(1, "AB1"), (2, "RK482BN")] {
            let id = "01M7" + String(repeating: "0", count: 21) + "\(number)"
            let one = PlateExport.Plate(event: try event(plate, id: id), line: [], corrected: nil)
            text += CSVRow.text(try #require(LabelledPlate(one)).cells(in: []))
        }
        let kept = "\(repository)/training/tests/own-2026-11-22/manifest.csv"
        #expect(try text == String(contentsOfFile: kept, encoding: .utf8))
    }

    @Test func `a set has what somebody corrected, and neither plates without a picture nor pseudonyms`() throws {
        var unsure = try event("UN51RE")
        unsure.confidence = 0.4
        var wrong = try event("WR0NG")
        wrong.confidence = 0.4
        let changed = try event("CH4NGED")
        try scene.write([
            event("AB12CDE"), unsure, wrong, event("N0P1C", crop: nil), changed, event("p:0123456789abcdef"),
        ])
        try scene.folder.write("other", to: "state/gate/evidence/\(changed.evidence?.crop?.path ?? "")")
        try scene.build()
        let accounts = try AccountFile(path: scene.folder.file("console.sqlite"))
        try accounts.correct(wrong, to: "WRONG", by: "anna", at: .now)
        let (said, rows) = try export("--least-confidence", "0.9")
        #expect(Set(rows.dropFirst().map { $0[5] }) == ["AB12CDE", "WRONG"])
        #expect(said.contains("5 plates were found.") && said.contains("3 of them are left out"), "\(said)")
        // The table has the correction beside what was read.
        let table = try scene.hub("export", "--format", "csv").output.split(separator: "\r\n")
        #expect(table[0].hasSuffix(",scene_sha256,corrected") && table.filter { $0.hasSuffix(",WRONG") }.count == 1)
    }

    @Test func `an identifier that a site made up names a file of the set`() throws {
        try scene.write([event("AB12CDE", id: "../../up"), event("RK482BN", id: String(repeating: "x", count: 300))])
        try scene.build()
        let images = Set(try export().rows.dropFirst().map { $0[0] })
        #expect(images == ["images/gate-------up.jpg", "images/gate-\(String(repeating: "x", count: 64)).jpg"])
        for image in images { #expect(FileManager.default.fileExists(atPath: out + "/" + image)) }
    }

    @Test(arguments: [
        (["--format", "dataset"], "needs --output"),
        (["--format", "dataset", "--output", "x", "--without-pictures"], "leave out --without-pictures"),
        (["--least-confidence", "2"], "is from 0 to 1"),
        (["--output", "x.tgz"], "an export is a .zip, a .tar or a folder"),
        (["--output", "x.tar.GZ"], "an export is a .zip, a .tar or a folder"),
        (["--output", "x.7z/"], "an export is a .zip, a .tar or a folder"),
        (["--output", "plates.csv"], "Leave --output out"), (["-o", "-"], "Leave --output out"),
    ])
    func `what an export cannot become is told before anybody's look-up is recorded`(
        arguments: [String], words: String
    ) throws {
        let text = try scene.folder.text("hub.yaml")
        try scene.folder.write(text.replacing("audit: {", with: "audit: {lookups: true, "), to: "hub.yaml")
        let result = try Program.run(
            ["export", "--config", scene.config] + arguments, program: Program.path(of: "plated-hub"))
        #expect(result.status == 64 && result.errors.contains(words), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("lookups.ndjson")))
    }
}
