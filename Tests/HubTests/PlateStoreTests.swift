import Answers
import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Console
@testable import Delivery
@testable import Rules
@testable import plated_hub

/// The places where a plate can be.
@Suite struct PlateStoreTests {
    private let scene: HubScene
    private let plate = "FO26GET"

    init() throws { scene = try HubScene() }

    @Test func `the page about personal data has the table of them`() throws {
        let page = try String(contentsOfFile: repository + "/docs/personal-data.md", encoding: .utf8)
        #expect(page.contains("\n\n" + PlateStore.table + "\n"), "it is to be:\n\(PlateStore.table)")
    }

    @Test func `a plate goes from every place that forget reaches, and another one stays`() async throws {
        let history = try SQLiteHistory(path: scene.history, access: .writing)
        for plate in [plate, "KE26EPS"] {
            for store in PlateStore.forgetful { try await put(plate, into: store, history) }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs")).sorted()
        let logs = names.filter { $0.hasSuffix(".ndjson") }.map { scene.folder.file("logs/" + $0) }
        try await Intake(history: history, logs: logs, talk: Talk().logger, now: { .now }, limit: { _ in nil })
            .catchUp()
        for store in PlateStore.forgetful {
            #expect(try await holds(plate, store, history), "\(store) does not hold it from the start")
        }
        let result = try scene.hub("forget", plate, "--yes")
        #expect(result.status == 0, "\(result)")
        for store in PlateStore.forgetful {
            #expect(try await !holds(plate, store, history), "\(store) still has it")
            #expect(try await holds("KE26EPS", store, history), "\(store) has lost the other one")
        }
        #expect(try bytes(plate) == [])
    }

    // MARK: - Places

    /// A new place that forget reaches has to be filled here.
    private func put(_ plate: String, into store: PlateStore, _ history: SQLiteHistory) async throws {
        switch store {
        case .log:
            // A rotation that is packed, one that is not, the log, and what a kill left of a line.
            for ending in ["-20241118-", "-20241119-"] {
                try scene.write([scene.event(plate)])
                try FileManager.default.moveItem(
                    atPath: scene.log("gate"), toPath: scene.log("gate") + ending + number(plate))
            }
            try #require(Command.succeeds("gzip", scene.log("gate") + "-20241118-" + number(plate)))
            let torn = TornLine(
                id: scene.ids.next(at: .now), time: .now, camera: "gate", fragment: Array(#"{"plate":"\#(plate)"#.utf8))
            try scene.write([torn])
        case .pictures:
            let event = try scene.event(plate)
            try scene.folder.write(Data(picture(plate)), to: "state/gate/evidence/a/\(event.id).jpg")
            try scene.write([pictured(event, at: "a/\(event.id).jpg")])
        case .sitePictures:
            let event = try scene.event(plate)
            let folder = try HubFile.settings(scene.config).evidenceFolder(of: "north/gate")
            try PictureFolder(path: folder).keep(picture(plate), as: Digest(of: picture(plate)), of: event.time)
            let line = pictured(event, at: "\(event.id).jpg").line
            #expect(try await SiteScene.take([line], of: "north", into: history).isEmpty)
        case .matches: try add(made(of: plate).match.line, to: "logs/matches.ndjson")
        case .openings: try add(made(of: plate).opening.line, to: "logs/openings.ndjson")
        case .sessions:
            let session = try made(of: plate).session
            try add(session.line, to: "logs/sessions.ndjson")
            var step = SessionFile.Step()
            let pass = KeptPass(
                number: Int(number(plate)) ?? 0, isEntry: true, camera: "gate", id: session.id,
                milliseconds: session.time.milliseconds, plate: plate, confidence: 0.9, texts: [plate], weights: [1])
            step.kept = [("park", pass)]
            step.told = [session]
            try SessionFile(path: scene.folder.file("sessions.sqlite")).write(step)
        case .misses:
            let time = try #require(WallTime(rfc3339: "2024-11-20T12:00:00Z"))
            let id = scene.ids.next(at: time)
            try scene.folder.write(
                Data(picture(plate)), to: "state/gate/missed/\(MissedFiles.crop(of: id, on: "2024-11-20"))")
            let miss = MissRecord(
                id: id, time: time, camera: "gate", reason: "no_agreement", firstSeen: time, lastSeen: time, looks: 1,
                reasons: [("no_agreement", 1)], plate: plate, partial: nil,
                box: PlateBox(x: 1, y: 2, width: 3, height: 4), textHeight: 12, frame: .init(width: 64, height: 48),
                moved: true, samples: [PlateLook(offset: 0, plate: plate, textHeight: 12)])
            try add(miss.line, to: "state/gate/missed/2024-11-20.ndjson")
        // Of what stands in the logs.
        case .history: break
        case .corrections:
            let event = try scene.event(plate)
            try AccountFile(path: scene.folder.file("console.sqlite")).correct(
                event, to: plate + "1", by: "anna", at: event.time)
        case .destinations:
            let event = try scene.event(plate)
            try scene.write([event])
            try DeliveryFile(path: scene.folder.file("delivery.sqlite")).keep(
                DeadLetter(
                    destination: number(plate), seq: 1, camera: "gate", id: event.id, time: event.time,
                    reason: "refused",
                    made: event.time))
        case .damagedLog, .remote, .lists, .lookups, .accessLog, .exports, .spool, .explanations, .looks, .live,
            .postedPictures,
            .evaluationSheets, .probes, .journal, .memory:
            Issue.record("forget does not reach \(store)")
        }
    }

    private func holds(_ plate: String, _ store: PlateStore, _ history: SQLiteHistory) async throws -> Bool {
        switch store {
        case .log: try bytes(plate).contains { $0.hasPrefix("./logs/gate.ndjson") }
        case .pictures: try bytes(plate).contains { $0.hasPrefix("./state/gate/evidence/") }
        case .sitePictures: try bytes(plate).contains { $0.hasPrefix("./pictures/north/gate/") }
        case .matches: try bytes(plate).contains { $0.hasPrefix("./logs/matches.ndjson") }
        case .openings: try bytes(plate).contains { $0.hasPrefix("./logs/openings.ndjson") }
        case .sessions:
            try bytes(plate).contains { $0.hasPrefix("./logs/sessions.ndjson") }
                || SessionFile(path: scene.folder.file("sessions.sqlite")).forget(plate, dryRun: true) > 0
        case .misses: try bytes(plate).contains { $0.hasPrefix("./state/gate/missed/2024-11-20") }
        // Lines lie packed in the file.
        case .history:
            try await history.records(after: 0, limit: 1000).contains { $0.line.contains(Array(plate.utf8)) }
        case .corrections:
            try AccountFile(path: scene.folder.file("console.sqlite")).corrections(telling: plate).count > 0
        case .destinations:
            try !DeliveryFile(path: scene.folder.file("delivery.sqlite")).letters(of: number(plate), limit: 1).isEmpty
        default: false
        }
    }

    /// The files below the folder that hold a text, unpacked.
    private func bytes(_ text: String) throws -> [String] {
        let line =
            "cd \"$0\" && for f in $(find . -type f); do case $f in *.gz) zcat $f;; *) cat $f;; esac | grep -aq \"$1\" && echo $f; done; true"
        return try Program.run(["-c", line, scene.folder.path, text], program: "/bin/bash").output
            .split(separator: "\n").map(String.init).sorted()
    }

    // MARK: - What is put there

    /// Tells what is put there of the one plate from that of the other.
    private func number(_ plate: String) -> String { plate == self.plate ? "1" : "2" }

    private func picture(_ plate: String) -> [UInt8] { Array("picture of \(plate)".utf8) }

    private func pictured(_ event: PlateEvent, at path: String) -> PlateEvent {
        var event = event
        let bytes = picture(event.plate)
        event.evidence = PlateEvidence(
            time: event.time, box: event.box,
            crop: .init(path: path, sha256: "\(Digest(of: bytes))", bytes: bytes.count))
        return event
    }

    private func made(of plate: String) throws -> (match: MatchRecord, opening: OpeningRecord, session: SessionRecord) {
        let event = try scene.event(plate)
        let match = MatchRecord(
            id: scene.ids.next(at: event.time), time: event.time, camera: "gate", event: event.id, plate: plate,
            list: "stolen", kind: "wanted", way: .exact, entry: plate, chance: 1)
        let opening = OpeningRecord(
            id: scene.ids.next(at: event.time), time: event.time, camera: "gate", door: "barrier", state: .opened,
            until: event.time, event: event.id, plate: plate, list: "staff")
        let session = SessionRecord(
            id: scene.ids.next(at: event.time), time: event.time, camera: "gate", site: "park",
            session: scene.ids.next(at: event.time), revision: 0, state: .open, change: .began, plate: plate,
            entry: SessionPass(camera: "gate", id: event.id, time: event.time, plate: plate, confidence: 0.9),
            exit: nil,
            occupancy: 1)
        return (match, opening, session)
    }

    private func add(_ line: [UInt8], to name: String) throws {
        let path = scene.folder.file(name)
        let before =
            FileManager.default.fileExists(atPath: path) ? try Data(contentsOf: URL(fileURLWithPath: path)) : Data()
        try scene.folder.write(before + Data(line), to: name)
    }
}
