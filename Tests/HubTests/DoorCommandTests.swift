import Foundation
import Records
import TestSupport
import Testing

/// Doors through the program as it is run.
@Suite struct DoorCommandTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
        try scene.folder.write("plate\nAB12CDE\n", to: "lists/staff.allow.csv")
        try scene.folder.write("", to: "opened")
        let opener = try scene.folder.program(
            "#!/bin/sh\necho \"$PLATED_DOOR $PLATED_PLATE $PLATED_LIST\" >> '\(scene.folder.file("opened"))'\n",
            to: "open")
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        let door =
            "name: barrier, lists: [staff], cameras: [gate], within_ms: 60000, type: command, program: [\"\(opener)\"]"
        try scene.folder.write(text + "\ndoors: [{\(door)}]\n", to: "hub.yaml")
    }

    private func now() -> String { WallTime.now.description }

    private func records() throws -> [OpeningRecord] {
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs")).sorted()
        return try names.filter { $0.hasPrefix("openings.ndjson") && !$0.hasSuffix(".spool") }.flatMap { name in
            try scene.folder.text("logs/" + name).split(separator: "\n").compactMap { line -> OpeningRecord? in
                guard case .opening(let opening) = try Record(line: Array(line.utf8)) else { return nil }
                return opening
            }
        }
    }

    @Test func `a door opens for what is read now, once over a kill, and every refusal is found with its reason`()
        throws
    {
        #expect(try scene.hub("doors").errors.contains("history"))
        let anHourAgo = WallTime(milliseconds: WallTime.now.milliseconds - 3_600_000).description
        var hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.folder.text("said").contains("the lists are: staff") })
        try scene.write([
            scene.event("AB12CDE", at: anHourAgo), scene.event("A812CDE", at: now()), scene.event("AB12CDE", at: now()),
        ])
        #expect(try eventually { try scene.folder.text("opened") == "barrier AB12CDE staff\n" })
        #expect(try eventually { try records().contains { $0.state == .opened } })
        HubScene.end(hub)
        hub = try scene.start()
        // Who still stands there, and a stranger.
        try scene.write([scene.event("AB12CDE", at: now()), scene.event("ZZ99ZZZ", at: now())])
        #expect(try eventually { try records().contains { $0.plate == "ZZ99ZZZ" } })
        #expect(try scene.folder.text("opened") == "barrier AB12CDE staff\n")
        #expect(try eventually { try scene.hub("doors").output.contains("ZZ99ZZZ") })
        let told = try scene.hub("doors")
        for words in [
            "AB12CDE  gate    opened", "no list of the door has the plate", "opened for this visit already",
            "the event is too old",
        ] { #expect(told.output.contains(words), "\(words): \(told)") }
        let refused = try scene.hub(
            "doors", "barrier", "--state", "withheld", "--from", "yesterday", "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(refused.output.utf8)) as? [String: Any]
        #expect((object?["openings"] as? [Any])?.count == 4, "\(refused)")
        #expect(try scene.hub("doors", "garage").status == 1)
        #expect(try scene.hub("doors", "garage").errors.contains("there is no door garage"))
        #expect(try scene.hub("doors", "garage").errors.contains("There are: barrier."))
        // Whoever is forgotten is gone from here, too.
        let forgotten = try scene.hub("forget", "ZZ99ZZZ", "--yes")
        #expect(forgotten.status == 0, "\(forgotten)")
        let rest = try Program.run(["-c", "grep -rla ZZ99ZZZ '\(scene.folder.path)'"], program: "/bin/sh")
        #expect(rest.output == "", "\(rest)")
        let log = try #require(
            try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs")).first {
                $0.hasPrefix("openings.ndjson-")
            })
        let seen = try Program.run(["verify", scene.folder.file("logs/" + log)], program: Program.path(of: "plated"))
        #expect(seen.status == 0, "\(seen)")
    }

    @Test func `check tells what is wrong with a door before anything starts`() throws {
        #expect(try scene.check().output.contains("button: false"))
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        try scene.folder.write(text.replacing("[staff]", with: "[guests]"), to: "hub.yaml")
        let missing = try scene.check()
        #expect(missing.status == 0 && missing.errors.contains("barrier opens for guests, and there is no such list"))
        try scene.folder.write(text.replacing("cameras: [gate]", with: "cameras: []"), to: "hub.yaml")
        let wrong = try scene.check()
        #expect(wrong.status == 78 && wrong.errors.contains("doors[1].cameras: is missing"), "\(wrong)")
    }
}

extension HubScene {
    fileprivate func check() throws -> Program.Result {
        try Program.run(["check", config], program: Program.path(of: "plated-hub"))
    }
}
