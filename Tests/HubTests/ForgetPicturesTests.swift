import Basics
import Foundation
import History
import Logging
import Records
import TestSupport
import Testing

@testable import plated_hub

/// Pictures that forget finds or misses, and what it says where something stays.
@Suite struct ForgetPicturesTests {
    private let scene: HubScene
    private let plate = "FO26GET"

    init() throws { scene = try HubScene() }

    private func event(hasPicture: Bool = true) throws -> PlateEvent {
        var event = try scene.event(plate)
        let path = "2024/11/20/\(event.id).crop.jpg"
        let bytes = Data("picture of \(event.id)".utf8)
        if hasPicture { try scene.folder.write(bytes, to: "state/gate/evidence/" + path) }
        event.evidence = PlateEvidence(
            time: event.time, box: event.box,
            crop: .init(path: path, sha256: Digest(of: bytes).description, bytes: bytes.count))
        return event
    }

    private func pictures() throws -> Int {
        try FileManager.default.subpathsOfDirectory(atPath: scene.folder.path).count { $0.hasSuffix(".jpg") }
    }

    /// All that stands in a camera's log and what it was rotated to.
    private func logged(_ camera: String) throws -> String {
        try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs"))
            .filter { $0.hasPrefix("\(camera).ndjson") }.map { try scene.folder.text("logs/\($0)") }.joined()
    }

    @Test func `pictures that are not where they were looked for are told, and not called gone`() throws {
        try scene.write([event(), event(hasPicture: false), event(hasPicture: false)])
        try scene.build()
        let missing = "2 of these are not in \(scene.folder.file("state/gate/evidence")): their time was over, or"
        let plan = try scene.hub("forget", plate)
        #expect(plan.output.contains("3 plates in the history, with 3 pictures"), "\(plan)")
        #expect(plan.output.contains(missing), "\(plan)")
        let result = try scene.hub("forget", plate, "--yes")
        #expect(result.status == 0 && result.output.contains(missing), "\(result)")
        #expect(
            result.output.hasSuffix("in the history and the logs; of its pictures those are gone that were found.\n"))
        #expect(try pictures() == 0)
    }

    @Test func `pictures of what only the log has go with its lines, and are counted once`() throws {
        try scene.write([event()])
        try scene.build()
        // No hub has read it yet.
        try scene.write([event()])
        #expect(try pictures() == 2)
        let plan = try scene.hub("forget", plate)
        #expect(plan.output.contains("1 plates in the history, with 1 pictures"), "\(plan)")
        #expect(plan.output.contains("1 pictures of plates that only the logs have"), "\(plan)")
        #expect(!plan.output.contains("are not in"), "\(plan)")
        let result = try scene.hub("forget", plate, "--yes")
        #expect(
            result.status == 0 && result.output.hasSuffix("in the history, its pictures and the logs.\n"), "\(result)")
        #expect(try pictures() == 0)
        #expect(try !logged("gate").contains(plate))
    }

    @Test func `a log that its writer does not leave holds nothing else up, and is told`() async throws {
        try scene.write([event()])
        try scene.write([scene.event(plate, camera: "yard")], to: "yard")
        try scene.build()
        let history = try SQLiteHistory(path: scene.history)
        let forgetting = Forgetting(
            try #require(ForgottenPlate(plate)), settings: try HubFile.settings(scene.config), history: history,
            accounts: nil, delivery: nil, sessions: nil, patience: .milliseconds(1))
        // It never looks whether its log is still where it was.
        let writer = try EventLog(
            .init(path: scene.log("gate"), spool: scene.folder.file("gate.spool"), camera: "gate"),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { .now })
        let before = try logged("gate")
        for _ in 0..<2 {
            let plan = try await forgetting.plan()
            #expect(!plan.isEmpty)
            do {
                _ = try await forgetting.run(plan)
                Issue.record("nothing failed")
            } catch let failure as Failure {
                #expect(failure.status == .temporary && failure.reason.contains(scene.log("gate")), "\(failure)")
            }
            #expect(try logged("gate") == before)
        }
        #expect(try !logged("yard").contains(plate))
        #expect(try await history.search(Search(text: plate), limit: 5).records.isEmpty)
        #expect(try pictures() == 0)
        try writer.close()
        #expect(try await forgetting.run(try await forgetting.plan()).isEmpty)
        #expect(try !logged("gate").contains(plate))
    }

    @Test func `old pages that a reader keeps are told, and overwritten by the next attempt`() throws {
        try scene.write([event()])
        try scene.build()
        let reading = """
            import sqlite3, sys, time
            history = sqlite3.connect(sys.argv[1], isolation_level=None)
            history.execute("BEGIN")
            print(history.execute("SELECT count(*) FROM record").fetchone(), flush=True)
            time.sleep(3600)
            """
        let reader = try Program.start(
            ["-c", reading, scene.history], program: "/usr/bin/python3", output: scene.folder.handle("read"))
        defer { HubScene.end(reader) }
        #expect(try eventually { try scene.folder.text("read").contains("(") })
        let result = try scene.hub("forget", plate, "--yes")
        #expect(result.status == 75 && result.errors.contains("\(scene.history)-wal is emptied"), "\(result)")
        #expect(!result.output.contains("Nothing of this plate is left"), "\(result)")
        #expect(try scene.found(plate) == [])
        HubScene.end(reader)
        let again = try scene.hub("forget", plate, "--yes")
        #expect(again.status == 0, "\(again)")
        #expect(again.output == "There is nothing of this plate in the history and the logs.\n")
        for file in [scene.history, scene.history + "-wal"] where FileManager.default.fileExists(atPath: file) {
            #expect(try Data(contentsOf: URL(filePath: file)).range(of: Data(plate.utf8)) == nil, "\(file)")
        }
    }
}
