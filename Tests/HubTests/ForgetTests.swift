import Foundation
import Records
import TestSupport
import Testing

@testable import plated_hub

/// What forget takes away, and what it leaves.
@Suite struct ForgetTests {
    private let scene: HubScene
    private let plate = "FO26GET"
    private let keeper: PlateEvent

    init() throws {
        scene = try HubScene()
        keeper = try scene.event("KE26EPS", candidates: ["KE26EPS", "FO26GET"])
        // Two rotations, one of them packed, and the log itself.
        try scene.write([event(), scene.event("AA11AAA")])
        try rotate("-20241118-1")
        #expect(Command.succeeds("gzip", scene.log("gate") + "-20241118-1"))
        try scene.write([scene.event("BB22BBB"), event(), event()])
        try rotate("-20241119-1")
        try scene.write([keeper, event(raw: "F026GET"), scene.event("CC33CCC")])
        try scene.build()
    }

    private func event(raw: String? = nil) throws -> PlateEvent {
        var event = try scene.event(plate, raw: raw)
        let path = "2024/11/20/\(event.id).crop.jpg"
        let bytes = Data("picture of \(event.id)".utf8)
        try scene.folder.write(bytes, to: "state/gate/evidence/" + path)
        event.evidence = PlateEvidence(
            time: event.time, box: event.box,
            crop: .init(path: path, sha256: Digest(of: bytes).description, bytes: bytes.count))
        return event
    }

    private func rotate(_ ending: String) throws {
        try FileManager.default.moveItem(atPath: scene.log("gate"), toPath: scene.log("gate") + ending)
    }

    /// All bytes below the folder, of files that are packed, too.
    private func holds(_ text: String) throws -> [String] {
        let result = try Program.run(
            [
                "-c",
                "cd \"$0\" && for f in $(find . -type f); do case $f in *.gz) zcat $f;; *) cat $f;; esac | grep -aq \"$1\" && echo $f; done; true",
                scene.folder.path, text,
            ], program: "/bin/bash")
        return result.output.split(separator: "\n").map(String.init).sorted()
    }

    private struct Chain: Equatable {
        var isWhole: Bool
        var forgotten: Int
    }

    /// Whether each line names the one before it, over all files of the log; and how many were forgotten.
    private func chain() throws -> Chain {
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs"))
        let rotated = names.filter { $0.hasPrefix("gate.ndjson-") }.sorted()
        var (head, forgotten) = (Digest.zero, 0)
        for name in rotated + ["gate.ndjson"] where names.contains(name) {
            var text = try LogText(path: scene.folder.file("logs/\(name)"))
            while let line = try text.next() {
                if ChainLink.previous(of: line.bytes) != head { return Chain(isWhole: false, forgotten: forgotten) }
                if case .forgotten = try Record(line: line.bytes) { forgotten += 1 }
                head = line.digest
            }
        }
        return Chain(isWhole: true, forgotten: forgotten)
    }

    @Test func `without yes it says what it would do, and changes nothing`() throws {
        let before = try holds(plate)
        let result = try scene.hub("forget", "fo26 get")
        #expect(result.status == 0, "\(result)")
        for words in [
            "4 plates in the history, with 4 pictures",
            "1 plates in the history that were read as it for a moment: they stay",
            "1 lines in \(scene.log("gate"))-20241118-1.gz",
            "2 lines in \(scene.log("gate"))-20241119-1", "1 lines in \(scene.log("gate")), which is rotated first",
            "--yes",
        ] { #expect(result.output.contains(words), "\(words): \(result.output)") }
        #expect(try holds(plate) == before)
        #expect(try scene.found(plate).count == 4)
    }

    @Test func `a history that is not there is not made, and nothing is called forgotten`() throws {
        let result = try scene.hub("forget", plate, "--yes", "--history", scene.folder.file("mistyped.sqlite"))
        #expect(result.status == 66 && result.output.isEmpty && result.errors.contains("there is no such file"))
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("mistyped.sqlite")))
        #expect(try scene.found(plate).count == 4)
    }

    @Test func `nothing of the plate is left but what is about another, and the chain is whole`() throws {
        #expect(try chain() == Chain(isWhole: true, forgotten: 0))
        let result = try scene.hub("forget", plate, "--yes")
        #expect(result.status == 0, "\(result)")
        #expect(try scene.found(plate) == [])
        #expect(try scene.found().count == 4)
        #expect(try holds("picture of") == [])
        // Where it is a candidate of another plate: that event's line, in the log and packed in the history.
        let left = try holds(plate)
        #expect(left.count == 1 && left[0].hasPrefix("./logs/gate.ndjson-20"), "\(left)")
        #expect(try chain() == Chain(isWhole: true, forgotten: 4))
        let again = try scene.hub("forget", plate, "--yes")
        #expect(again.output == "There is nothing of this plate in the history and the logs.\n")
        // The next line goes on in the chain.
        try scene.write([scene.event("DD44DDD")])
        #expect(try chain() == Chain(isWhole: true, forgotten: 4))
        // A history made anew does not know it either.
        try scene.build()
        #expect(try scene.found(plate) == [])
        #expect(try scene.found().count == 5)
    }

    @Test func `a log that was rotated, and not written to since, is looked into all the same`() throws {
        try rotate("-20241120-1")
        let result = try scene.hub("forget", plate, "--yes")
        #expect(result.status == 0, "\(result)")
        // Where it is a candidate of another plate.
        #expect(try holds(plate) == ["./logs/gate.ndjson-20241120-1"])
        #expect(try chain() == Chain(isWhole: true, forgotten: 4))
    }

    /// Of the camera gate, which has a crop.
    private func miss(_ texts: [String], partial: String? = nil) throws -> MissRecord {
        let time = try #require(WallTime(rfc3339: "2024-11-20T12:00:00Z"))
        let id = scene.ids.next(at: time)
        try scene.folder.write(
            "picture of \(texts)", to: "state/gate/missed/\(MissedFiles.crop(of: id, on: "2024-11-20"))")
        return MissRecord(
            id: id, time: time, camera: "gate", reason: "no_agreement", firstSeen: time, lastSeen: time,
            looks: texts.count, reasons: [("no_agreement", texts.count)], plate: texts.first, partial: partial,
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), textHeight: 12, frame: .init(width: 64, height: 48),
            moved: true, samples: texts.map { PlateLook(offset: 0, plate: $0, textHeight: 12) })
    }

    @Test func `what was not read of it goes from the ledger of misses, with its pictures`() throws {
        let kept = [try miss(["KE26EPS"]), try miss(["KE26EPS", "KE2?EPS"])]
        let gone = [try miss(["F026GET", plate]), try miss(["FO2GGET"], partial: "FO2?GET")]
        var text = (kept + gone).flatMap(\.line)
        text += Array("{\"schema\":\"plated.missed/1\",\"plate\":\"\(plate)\"\n".utf8)
        try scene.folder.write(Data(text), to: "state/gate/missed/2024-11-20.ndjson")
        let plan = try scene.hub("forget", plate)
        #expect(plan.output.contains("3 lines in") && plan.output.contains("with their pictures"), "\(plan)")
        #expect(try scene.hub("forget", plate, "--yes").status == 0)
        #expect(try scene.folder.text("state/gate/missed/2024-11-20.ndjson").utf8.elementsEqual(kept.flatMap(\.line)))
        let crops = try FileManager.default.contentsOfDirectory(
            atPath: scene.folder.file("state/gate/missed/2024-11-20"))
        #expect(Set(crops) == Set(kept.map { "\($0.id).jpg" }))
        #expect(try holds("F026GET").isEmpty)
    }

    @Test func `scanner and hub go on meanwhile`() throws {
        let hub = try scene.start()
        let writer = try Program.start(
            [scene.log("gate"), "--spool", scene.folder.file("gate.spool"), "--pause", "5000"],
            program: Program.path(of: "plated-logwriter"))
        defer { for process in [hub, writer] { HubScene.end(process) } }
        #expect(try eventually { try scene.found("N100").count == 1 })
        let result = try scene.hub("forget", plate, "--yes")
        #expect(result.status == 0, "\(result)")
        #expect(try scene.hub("forget", "N50", "--yes").status == 0)
        let last = try #require(scene.found("--limit", "1").first)
        #expect(try eventually { try scene.found("--limit", "1").first != last })
        #expect(try scene.found(plate) == [] && scene.found("N50") == [])
        #expect(try scene.found("N51").count == 1 && scene.found("N49").count == 1)
        kill(writer.processIdentifier, SIGTERM)
        writer.waitUntilExit()
        #expect(writer.terminationStatus == 0)
        #expect(try chain() == Chain(isWhole: true, forgotten: 5))
    }

    @Test func `a picture that cannot be removed keeps the plate in the history`() throws {
        let id = try #require(try scene.found(plate).first)
        let path = scene.folder.file("state/gate/evidence/2024/11/20/\(id).crop.jpg")
        try FileManager.default.removeItem(atPath: path)
        try scene.folder.write("x", to: "state/gate/evidence/2024/11/20/\(id).crop.jpg/x")
        let result = try scene.hub("forget", plate, "--yes")
        #expect(result.status == 74 && result.errors.contains(path), "\(result)")
        #expect(try !scene.found(plate).isEmpty)
    }
}

@Suite struct ExportTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
        var event = try scene.event("AB12CDE")
        let crop = Data("crop".utf8)
        try scene.folder.write(crop, to: "state/gate/evidence/a/crop.jpg")
        try scene.folder.write("SCENE", to: "state/gate/evidence/a/scene.jpg")
        event.evidence = PlateEvidence(
            time: event.time, box: event.box,
            crop: .init(path: "a/crop.jpg", sha256: Digest(of: crop).description, bytes: 4),
            scene: .init(path: "a/scene.jpg", sha256: Digest(of: Array("scene".utf8)).description, bytes: 5))
        var other = try scene.event("AB12CDE", at: "2024-11-20T13:00:00Z")
        other.evidence = PlateEvidence(
            time: other.time, box: other.box,
            crop: .init(path: "../../hub.yaml", sha256: String(repeating: "0", count: 64), bytes: 4),
            scene: .init(path: "a/gone.jpg", sha256: String(repeating: "0", count: 64), bytes: 4))
        try scene.write([event, other, scene.event("ZZ99ZZZ")])
        try scene.build()
    }

    @Test func `all of one plate goes into a folder, with its pictures and what is wrong with them`() throws {
        let result = try scene.hub(
            "export", "--plate", "AB12CDE", "--output", scene.folder.file("out"), "--format", "csv")
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.contains("2 plates were found") && result.errors.contains("3 of 4 pictures"), "\(result)")
        #expect(try scene.folder.text("out/pictures/gate/a/crop.jpg") == "crop")
        #expect(try scene.folder.text("out/events.csv").split(separator: "\r\n").count == 3)
        let pictures = try scene.folder.text("out/pictures.csv")
        for state in ["whole", "changed", "unreadable", "missing"] {
            #expect(pictures.contains(",\(state)\r\n"), "\(pictures)")
        }
        let about =
            try JSONSerialization.jsonObject(with: Data(scene.folder.text("out/about.json").utf8)) as? [String: Any]
        #expect(about?["events"] as? Int == 2 && (about?["faulty_pictures"] as? [Any])?.count == 3)
        let again = try scene.hub("export", "--output", scene.folder.file("out"))
        #expect(again.status == 74 && again.errors.contains("is there already"), "\(again)")
    }

    @Test(arguments: ["out.tar", "out.zip"]) func `an archive holds the same`(name: String) throws {
        #expect(try scene.hub("export", "--plate", "AB12CDE", "--output", scene.folder.file(name)).status == 0)
        let unpacked = scene.folder.file("unpacked")
        #expect(
            Command.succeeds(
                "python3", "-m", name.suffix(3) == "tar" ? "tarfile" : "zipfile", "-e", scene.folder.file(name),
                unpacked))
        #expect(try scene.folder.text("unpacked/pictures/gate/a/crop.jpg") == "crop")
        #expect(try scene.folder.text("unpacked/events.ndjson").split(separator: "\n").count == 2)
        #expect(try scene.folder.text("unpacked/about.json").contains("plated.export/1"))
    }

    @Test func `show says which pictures are what was written`() throws {
        let output = try scene.found("AB12CDE").map { try scene.hub("show", $0).output }.joined()
        for words in [
            "a/crop.jpg  (there, with the right hash)", "a/scene.jpg  (there, and changed", "a/gone.jpg  (not there)",
            "(there, and cannot be read: its path leads out of the folder)",
        ] { #expect(output.contains(words), "\(words): \(output)") }
    }

    @Test func `lines to standard output are those of the log`() throws {
        let result = try scene.hub("export", "--plate", "ZZ99ZZZ")
        let log = try String(contentsOfFile: scene.log("gate"), encoding: .utf8)
        #expect(result.status == 0 && log.contains(result.output) && result.output.contains("ZZ99ZZZ"), "\(result)")
        #expect(try scene.hub("export", "--plate", "NONE1").status == 1)
    }

    @Test func `look-ups are recorded where that is wanted, and refused where they cannot be`() throws {
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        try scene.folder.write(
            text.replacing("audit: {", with: "audit: {lookups: true, reason_required: true, "), to: "hub.yaml")
        let without = try scene.hub("search", "AB12CDE")
        #expect(without.status == 64 && without.errors.contains("--reason"), "\(without)")
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("lookups.ndjson")))
        #expect(try scene.hub("search", "AB12CDE", "--reason", "case 7").status == 0)
        #expect(try scene.hub("forget", "AB12CDE", "--reason", "asked for").status == 0)
        let lines = try scene.folder.text("lookups.ndjson").split(separator: "\n")
        #expect(lines.count == 2)
        let first = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
        #expect(first?["reason"] as? String == "case 7" && first?["command"] as? String == "search")
        #expect((first?["question"] as? String)?.hasPrefix("AB12CDE") == true && first?["who"] is String)
        // A plate that is to be forgotten is not written down for it.
        #expect(!lines[1].contains("AB12CDE"))
        try FileManager.default.removeItem(atPath: scene.folder.file("lookups.ndjson"))
        try FileManager.default.createDirectory(
            atPath: scene.folder.file("lookups.ndjson"), withIntermediateDirectories: false)
        let refused = try scene.hub("search", "AB12CDE", "--reason", "case 7")
        #expect(
            refused.status == 74 && refused.output.isEmpty && refused.errors.contains("recording the look-up"),
            "\(refused)")
    }
}
