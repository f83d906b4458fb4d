import Foundation
import TestSupport
import Testing

/// What check tells before the hub is started.
@Suite struct CheckTests {
    private let scene: HubScene

    init() throws { scene = try HubScene() }

    private static let wrong = [
        ("console: {listen: \"0.0.0.0:1\"}", "passwords and plates would cross the network unencrypted"),
        ("console: {listen: \"192.0.2.8:1\"}", "passwords and plates would cross the network unencrypted"),
        ("console: {socket: console.sock}", "is console.sock, and is the path of a Unix socket"),
        ("history: {path: FOLDER}", "it is a folder or a device"),
        ("destinations: [{name: run, type: command, program: [FOLDER]}]", "it is a folder or a device"),
    ]

    @Test(arguments: wrong) func `what the hub would refuse is told, and by the hub as well`(
        line: String, words: String
    ) throws {
        let line = line.replacing("FOLDER", with: scene.folder.path)
        let key = line.prefix { $0 != ":" }
        let text = try scene.folder.text("hub.yaml").split(separator: "\n").filter { !$0.hasPrefix("\(key):") }
        try scene.folder.write((text + [Substring(line)]).joined(separator: "\n") + "\n", to: "hub.yaml")
        let check = try scene.hub("check")
        #expect(check.status == 78 && check.errors.contains(words), "\(check)")
        let run = try scene.hub("run")
        #expect(run.status != 0, "\(run)")
    }

    @Test func `a key of proof that is none is told`() throws {
        let text = try scene.folder.text("hub.yaml") + "\nproof: {keys: [\"\(scene.config)\"]}\n"
        try scene.folder.write(text, to: "hub.yaml")
        let check = try scene.hub("check")
        #expect(check.status == 0 && check.errors.contains("which is no public key in PEM"), "\(check)")
    }

    @Test(arguments: [
        (["--from", "2026-13-01"], "--from is a date"), (["--until", "never"], "--until is a date"),
        (["--from", "2026-02-01", "--until", "2026-01-01"], "it would end (--until) before it begins"),
    ]) func `an entry of a list that can never count is refused`(options: [String], words: String) throws {
        let result = try Program.run(
            ["list", "add", "staff", "AB12CDE", "--kind", "allow", "--config", scene.config] + options,
            program: Program.path(of: "plated-hub"))
        #expect(result.status == 64 && result.errors.contains(words), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("lists/staff.allow.csv")))
    }

    @Test func `a camera whose events go before who came past it is forgotten is told`() throws {
        let text = try scene.folder.text("hub.yaml")
        try scene.folder.write(
            """
            \(text)
            cameras: {short: {events_days: 2}, enough: {events_days: 3}, ever: {events_days: 0}}
            sessions: [{name: park, entries: [short, enough], exits: [ever]}, {name: road, entries: [short], exits: [ever],
              forgotten_after_minutes: 30}]

            """, to: "hub.yaml")
        let check = try scene.hub("check")
        #expect(check.status == 0, "\(check)")
        let notes = check.errors.split(separator: "\n").filter { $0.contains("no page shows it") }
        // Two days, and an hour in which a pairing may change.
        #expect(notes.count == 1, "\(check.errors)")
        #expect(notes.first?.contains("park: events of short are kept for 2 days") == true, "\(notes)")
    }

    @Test func `plates that are denied at a camera that has another name now are told`() throws {
        try scene.folder.write(
            "plate,cameras\nAB12CDE,gate\nCD34EFG,gate yard\nEF56GHJ,\nGH78JKL,far barn\n", to: "lists/banned.deny.csv")
        try scene.folder.write("plate,cameras\nJK90LMN,nowhere\n", to: "lists/staff.allow.csv")
        try scene.folder.write("title: The barn\n", to: "state/barn.yaml")
        try scene.folder.write("source: {url: rtsp://192.0.2.10/stream}\n", to: "state/gate.yaml")
        // Of another machine.
        try scene.folder.write("", to: "far/far.ndjson")
        let door = "name: bar, lists: [staff], cameras: [yard], type: command, program: [/bin/true]"
        let text = try scene.folder.text("hub.yaml")
        let logs = "logs: [\"\(scene.folder.path)/logs/*.ndjson\", \"\(scene.folder.path)/far/*.ndjson\"]"
        let rest = text.split(separator: "\n").filter { !$0.hasPrefix("logs:") }.joined(separator: "\n")
        try scene.folder.write(
            "\(logs)\n\(rest)\ndoors: [{\(door)}]\n", to: "hub.yaml")
        func notes() throws -> [String] {
            let check = try scene.hub("check")
            #expect(check.status == 0, "\(check)")
            return check.errors.split(separator: "\n").map(String.init).filter { $0.contains("denies plates") }
        }
        try scene.folder.write("", to: "logs/gate.ndjson")
        #expect(try notes() == [])
        // Its old log is kept for some time.
        let old = scene.folder.file("state/gate.yaml")
        try FileManager.default.moveItem(atPath: old, toPath: scene.folder.file("state/entrance.yaml"))
        try scene.folder.write("", to: "logs/entrance.ndjson")
        let told = try notes()
        #expect(told.count == 1, "\(told)")
        let words =
            "banned.deny.csv: the list banned denies plates at gate, and no camera is called so: they are denied nowhere"
        #expect(told.first?.contains(words) == true, "\(told)")
    }

    @Test func `a text outside quotes in a template of JSON is noted, and the hub starts all the same`() throws {
        try scene.folder.write("plate\nAB12CDE\n", to: "lists/staff.allow.csv")
        let template = "type: webhook, url: \"http://127.0.0.1:9/\", format: template"
        let text = try scene.folder.text("hub.yaml")
        try scene.folder.write(
            """
            \(text)
            destinations:
              - {name: raw, \(template), body: '{plate}'}
              - {name: plain, \(template), body: '{plate}', content_type: text/plain}
              - {name: quoted, \(template), body: '{"plate": "{plate}"}'}
            doors:
              - {name: bar, lists: [staff], cameras: [gate], \(template), body: '{"camera": {camera}}'}

            """, to: "hub.yaml")
        let check = try scene.hub("check")
        #expect(check.status == 0, "\(check)")
        let notes = check.errors.split(separator: "\n").filter { $0.contains("outside quotes") }
        #expect(notes.count == 2, "\(check.errors)")
        #expect(notes.contains { $0.contains("raw: body has {plate} outside quotes") }, "\(notes)")
        #expect(notes.contains { $0.contains("bar: body has {camera} outside quotes") }, "\(notes)")
        // It stores plates all the same.
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        try scene.write([scene.event("AB12CDE")])
        #expect(try eventually { try scene.hub("search", "AB12CDE").output.contains("AB12CDE") })
    }
}
