import Foundation
import Records
import TestSupport
import Testing

/// What lists have of plates, through the program as it is run.
@Suite struct MatchTests {
    private let scene: HubScene
    private let output: String

    init() throws {
        scene = try HubScene()
        output = scene.folder.file("got")
        try scene.folder.write("", to: "got")
        try scene.folder.write("plate,note\nAB12CDE,blue\nAB12CDX,\n", to: "lists/stolen.wanted.csv")
        try scene.folder.write("plate\nST4FF*\n", to: "lists/staff.allow.csv")
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        // A program that keeps what it is given, a line a record.
        let keeper = try scene.folder.program("#!/bin/sh\ncat >> '\(output)'\n", to: "keep")
        try scene.folder.write(
            text + "\ndestinations: [{name: keep, type: command, program: [\"\(keeper)\"], kinds: [matches]}]\n",
            to: "hub.yaml")
    }

    private var log: String { scene.folder.file("logs/matches.ndjson") }

    private func records(_ path: String) throws -> [MatchRecord] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard case .match(let match) = try Record(line: Array(line.utf8)) else { return nil }
            return match
        }
    }

    private func misread(at time: String = "2024-11-20T12:00:00Z") throws -> PlateEvent {
        var event = try scene.event("A812CDE", at: time)
        event.confidence = 0.6
        event.candidates = [
            PlateCandidate(plate: "A812CDE", confidence: 0.6), PlateCandidate(plate: "AB12CDE", confidence: 0.4),
        ]
        return event
    }

    @Test func `a misread wanted car is told with probably, once, over kills of the hub`() throws {
        try scene.begin()
        var hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.folder.text("said").contains("the lists are: staff (allow, 1), stolen") })
        let wanted = try misread()
        try scene.write([wanted, scene.event("ZZ99ZZZ"), scene.event("ST4FF1")])
        #expect(try eventually { try records(output).count >= 2 })
        for round in 0..<3 {
            HubScene.end(hub)
            try scene.write([scene.event("ST4FF\(round + 2)")])
            hub = try scene.start()
            #expect(try eventually { try records(output).contains { $0.plate == "ST4FF\(round + 2)" } })
        }
        let told = try records(output)
        let first = try #require(told.first)
        #expect(first.word == "probably wanted" && first.entry == "AB12CDE" && first.event == wanted.id)
        #expect(first.plate == "A812CDE" && first.list == "stolen" && first.note == "blue" && first.chance == 0.4)
        let plates = ["A812CDE", "ST4FF1", "ST4FF2", "ST4FF3", "ST4FF4"]
        // What is of an earlier day is put aside at each start.
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs")).sorted()
        let files = names.filter { $0.hasPrefix("matches.ndjson-") } + ["matches.ndjson"]
        #expect(try files.flatMap { try records(scene.folder.file("logs/" + $0)) }.map(\.plate) == plates)
        #expect(Set(told.map(\.id)).count == 5)
        let status = try scene.hub("status")
        #expect(status.output.contains("matches.ndjson") && !status.output.contains(".lists"), "\(status)")
        HubScene.end(hub)
        // Made anew from all logs, it has each once.
        try scene.build()
        let shown = try scene.hub("show", first.id, "--format", "json")
        #expect(shown.status == 0 && shown.output.contains("plated.match/1"), "\(shown)")
    }

    @Test func `a forgotten plate is gone from matches, whoever read it`() throws {
        try scene.begin()
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.folder.text("said").contains("the lists are: staff") })
        try scene.write([misread(), scene.event("AB12CDX"), scene.event("ST4FF1")])
        #expect(try eventually { try records(output).count == 3 })
        let result = try scene.hub("forget", "AB12CDE", "--yes")
        #expect(result.status == 0 && result.output.contains("It stands on the list stolen"), "\(result)")
        let rest = try Program.run(
            ["-c", "cd \"$0\" && grep -rla AB12CDE . | sort", scene.folder.path], program: "/bin/sh")
        // The scanner's log and the history have it among the candidates of the other plate; the list and what was sent are not ours to change.
        let files = Set(rest.output.split(separator: "\n").map(String.init))
        #expect(files.subtracting(["./got", "./lists/stolen.wanted.csv", "./logs/gate.ndjson"]) == [], "\(files)")
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs"))
        let rotated = try #require(names.first { $0.hasPrefix("matches.ndjson-") })
        #expect(try records(scene.folder.file("logs/\(rotated)")).map(\.plate) == ["AB12CDX", "ST4FF1"])
        #expect(try scene.folder.text("logs/\(rotated)").contains("plated.forgotten/1"))
        // Of what is gone the chain still knows that it was there.
        let seen = try Program.run(
            ["verify", scene.folder.file("logs/\(rotated)")], program: Program.path(of: "plated"))
        #expect(seen.status == 0 && seen.output.contains("forgotten"), "\(seen)")
        let changed = try scene.folder.text("logs/\(rotated)").replacing("AB12CDX", with: "AB12CDY")
        let copy = try scene.folder.write(changed, to: "changed.ndjson")
        #expect(try Program.run(["verify", copy], program: Program.path(of: "plated")).status == 1)
        try scene.write([scene.event("ST4FF2")])
        #expect(try eventually { try records(log).map(\.plate) == ["ST4FF2"] })
    }
}
