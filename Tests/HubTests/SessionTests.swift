import Foundation
import Records
import TestSupport
import Testing

/// Sessions through the program as it is run.
@Suite struct SessionTests {
    private let scene: HubScene
    /// Of one moment, however long the machine takes: a stay is as long as it was written.
    private let now = WallTime.now

    init() throws {
        scene = try HubScene()
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        let site = "{name: park, entries: [gate], exits: [yard], capacity: 5, longest_stay_minutes: 30}"
        try scene.folder.write(text + "\nsessions: [\(site)]\n", to: "hub.yaml")
    }

    private func ago(_ minutes: Int64) -> String {
        WallTime(milliseconds: now.milliseconds - minutes * 60_000).description
    }

    private func records() throws -> [SessionRecord] {
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs")).sorted()
        let files = names.filter { $0.hasPrefix("sessions.ndjson-") } + names.filter { $0 == "sessions.ndjson" }
        return try files.flatMap { file in
            try scene.folder.text("logs/" + file).split(separator: "\n").compactMap { line -> SessionRecord? in
                guard case .session(let session) = try Record(line: Array(line.utf8)) else { return nil }
                return session
            }
        }
    }

    @Test func `who is in is told over kills of the hub, and a forgotten plate is gone from it`() throws {
        var hub = try scene.start()
        defer { HubScene.end(hub) }
        try #require(try eventually { try scene.folder.text("said").contains("there is no log yet") })
        try scene.write([scene.event("AB12CDE", at: ago(50)), scene.event("KL55MNP", at: ago(12))])
        // The first may be told already that it stays too long.
        #expect(try eventually { try Set(records().compactMap(\.entry?.plate)) == ["AB12CDE", "KL55MNP"] })
        HubScene.end(hub)
        // One leaves, misread, while nobody looks.
        try scene.write([scene.event("KL55MNF", camera: "yard", at: ago(7))], to: "yard")
        try scene.write([scene.event("XY98ZKW", at: ago(5))])
        hub = try scene.start()
        #expect(try eventually { try records().contains { $0.change == .overstay } })
        #expect(try eventually { try records().contains { $0.entry?.plate == "XY98ZKW" } })
        HubScene.end(hub)
        hub = try scene.start()
        let told = try records()
        #expect(Set(told.map(\.id)).count == told.count && told.count == 5)
        #expect(told.first { $0.state == .ended }?.entry?.plate == "KL55MNP")
        #expect(
            try eventually { try ["XY98ZKW", "1 of them too long"].allSatisfy(scene.hub("sessions").output.contains) })
        let now = try scene.hub("sessions")
        #expect(now.status == 0 && now.output.contains("park: 2 of 5 are in, 1 of them too long."), "\(now)")
        #expect(!now.output.contains("KL55"), "\(now)")
        let ended = try scene.hub("sessions", "park", "--state", "ended", "--format", "csv")
        #expect(ended.output.contains("KL55MNP") && ended.output.contains(",alike,30"), "\(ended)")
        let late = try scene.hub("sessions", "park", "--overstay")
        #expect(late.output.contains("AB12CDE") && !late.output.contains("KL55"), "\(late)")
        let week = try scene.hub("sessions", "park", "--from", "yesterday", "--format", "csv")
        #expect(week.output.split(separator: "\r\n").count == 4, "\(week)")
        let json = try scene.hub("sessions", "--from", "2 hours ago", "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect((object?["sessions"] as? [Any])?.count == 3, "\(json)")
        #expect(try scene.hub("sessions", "elsewhere").errors.contains("there is no site elsewhere"))
        #expect(try scene.hub("sessions", "--state", "away").status == 64)

        let forgotten = try scene.hub("forget", "AB12CDE", "--yes")
        #expect(forgotten.status == 0 && forgotten.output.contains("records of sessions"), "\(forgotten)")
        let rest = try Program.run(
            ["-c", "cd \"$0\" && grep -rla AB12CDE . | sort", scene.folder.path], program: "/bin/sh")
        #expect(rest.output == "", "\(rest)")
        try scene.write([scene.event("XY98ZKW", camera: "yard", at: ago(1))], to: "yard")
        #expect(try eventually { try records().last?.occupancy == 0 })
        HubScene.end(hub)
        // Made anew from all logs, it has the same.
        try scene.build()
        #expect(try scene.hub("sessions", "--state", "ended").output.contains("XY98ZKW"))
    }

    @Test func `what is wrong with a site is told with its line`() throws {
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("sessions") }
        let wrong = """

            sessions:
              - name: a b
                entries: [gate]
                exits: [{camera: gate, movement: away}, gate]
                capacity: none
                longest_stay_minutes: 5000
              - name: park
                entries: []
                exit: [yard]
            """
        try scene.folder.write(lines.joined(separator: "\n") + wrong, to: "hub.yaml")
        let check = try Program.run(["check", scene.config], program: Program.path(of: "plated-hub"))
        #expect(check.status == 78)
        for part in [
            "name", "movement", "exits", "capacity", "is not shorter than forgotten_after_minutes", "entries", "exit",
        ] {
            #expect(check.errors.contains(part), "\(part): \(check.errors)")
        }
        #expect(try scene.hub("sessions").status == 78)
    }
}
