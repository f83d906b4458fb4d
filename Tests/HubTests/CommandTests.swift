import Foundation
import Records
import TestSupport
import Testing

/// The commands as somebody runs them, on a history of generated logs.
@Suite struct CommandTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
        try scene.write([
            scene.event("AB12CDE", at: "2024-11-20T12:00:00Z"), scene.event("AB12CDF", at: "2024-11-20T13:00:00Z"),
            scene.event("XY34ZZZ", at: "2024-11-21T08:00:00Z", candidates: ["XY34ZZZ", "XY34ZZ2"]),
        ])
        try scene.write(
            [scene.event("AB12CDE", camera: "yard", at: "2024-11-19T12:00:00Z")]
                + scene.gap("yard", from: "2024-11-20T00:00:00Z", to: "2024-11-20T09:21:00Z"), to: "yard")
        try scene.build()
    }

    @Test(arguments: [
        (["AB12CDE"], ["2024-11-20T12", "2024-11-19T12"]), (["ab-12 cde", "--camera", "yard"], ["2024-11-19T12"]),
        (["AB1*"], ["2024-11-20T13", "2024-11-20T12", "2024-11-19T12"]),
        (["A812CDE", "--match", "alike"], ["2024-11-20T12", "2024-11-19T12"]),
        (["AB12CXE", "--match", "near"], ["2024-11-20T12", "2024-11-19T12"]),
        (["AB12CXX", "--match", "near", "--distance", "2"], ["2024-11-20T13", "2024-11-20T12", "2024-11-19T12"]),
        (["XY34ZZ2", "--match", "candidate"], ["2024-11-21T08"]),
        (["--from", "2024-11-20", "--to", "2024-11-20"], ["2024-11-20T13", "2024-11-20T12"]),
        (["--from", "2024-11-20 12:30", "--to", "2024-11-20T13:00:00.001Z"], ["2024-11-20T13"]),
        (["--limit", "1"], ["2024-11-21T08"]),
    ])
    func `search finds what was asked for, the newest first`(arguments: [String], times: [String]) throws {
        let result = try Program.run(
            ["search", "--format", "csv", "--config", scene.config] + arguments, program: Program.path(of: "plated-hub")
        )
        #expect(result.status == 0, "\(result)")
        let rows = result.output.split(separator: "\r\n").dropFirst()
        #expect(rows.map { String($0.prefix(13)) } == times, "\(result)")
    }

    @Test func `a table has the time in the zone of whoever asks, with its offset`() throws {
        let result = try scene.hub("search", "AB12CDF", environment: ["TZ": "Europe/Amsterdam"])
        #expect(result.output.contains("2024-11-20 14:00:00 +01:00  gate    AB12CDF  0.97"), "\(result)")
        let day = try scene.hub("search", "--from", "2024-11-20 13:59", environment: ["TZ": "Europe/Amsterdam"])
        #expect(day.output.contains("AB12CDF") && !day.output.contains("AB12CDE"), "\(day)")
    }

    @Test func `every answer says how long cameras were blind`() throws {
        let table = try scene.hub("search", "NONE1", "--from", "2024-11-19")
        #expect(table.status == 1)
        #expect(table.output == "No plate was found.\nIn this time yard was blind for 9 h 21 min.\n")
        let csv = try scene.hub("search", "AB1*", "--format", "csv")
        // No hub of it runs, so nobody knows how cameras stand now.
        let said = "plated-hub: no hub is running, so nobody knows whether cameras see now.\n"
        #expect(csv.errors == said + "plated-hub: In this time yard was blind for 9 h 21 min.\n")
        #expect(try scene.hub("search", "AB1*", "--to", "2024-11-21").errors.isEmpty)
        let json = try scene.hub("search", "AB1*", "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        let blind = try #require(object?["blind"] as? [[String: Any]])
        #expect(blind.count == 1 && blind[0]["blind_s"] as? Double == 33_660 && blind[0]["camera"] as? String == "yard")
        #expect(try scene.hub("search", "AB1*", "--camera", "gate").output.contains("blind") == false)
        #expect(try scene.hub("search", "--from", "2024-11-21").output.contains("blind") == false)
    }

    @Test func `pages follow on one another`() throws {
        var ids: [String] = []
        var after: [String] = []
        for _ in 0..<4 {
            let result = try Program.run(
                ["search", "--limit", "1", "--format", "json", "--config", scene.config] + after,
                program: Program.path(of: "plated-hub"))
            let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            ids += (object?["events"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            guard let next = object?["next"] as? String else { break }
            after = ["--after", next]
        }
        #expect(ids == (try scene.found()))
        #expect(Set(ids).count == 4)
    }

    @Test func `show tells all of an event, and 1 where there is none`() throws {
        let id = try #require(try scene.found("XY34ZZZ").first)
        let result = try scene.hub("show", id)
        #expect(result.status == 0)
        for words in [
            "plate       XY34ZZZ", "candidates  XY34ZZZ (0.50), XY34ZZ2 (0.50)", "2024-11-21 08:00:00 +00:00", id,
        ] {
            #expect(result.output.contains(words), "\(words): \(result.output)")
        }
        let json = try scene.hub("show", id, "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect((object?["record"] as? [String: Any])?["plate"] as? String == "XY34ZZZ")
        let none = try scene.hub("show", "01NOTHERE")
        #expect(none.status == 1 && none.errors.contains("nothing with the identifier 01NOTHERE"), "\(none)")
    }

    @Test func `gaps and stats tell what there was`() throws {
        let gaps = try scene.hub("gaps")
        #expect(
            gaps.output.hasPrefix(
                "camera  cause  from                        to                          for\n"
                    + "yard    lost   2024-11-20 00:00:00 +00:00  2024-11-20 09:21:00 +00:00  9 h 21 min\n"), "\(gaps)")
        let csv = try scene.hub("gaps", "--format", "csv")
        #expect(
            csv.output.hasSuffix("yard,lost,2024-11-20T00:00:00.000+00:00,2024-11-20T09:21:00.000+00:00,33660.0\r\n"))
        let stats = try scene.hub("stats", "--from", "2024-11-01", "--by", "all", "--format", "csv")
        #expect(
            stats.output == "from,camera,what,count\r\n,gate,plate,3\r\n,yard,gap lost,1\r\n,yard,plate,1\r\n",
            "\(stats)")
        let hours = try scene.hub(
            "stats", "--from", "2024-11-20", "--to", "2024-11-20", "--camera", "gate", "--format", "csv")
        #expect(
            hours.output.split(separator: "\r\n").dropFirst() == [
                "2024-11-20T12:00:00.000+00:00,gate,plate,1", "2024-11-20T13:00:00.000+00:00,gate,plate,1",
            ], "\(hours)")
    }

    @Test func `stats counts the days and the period that are asked for, also within an hour of UTC`() throws {
        // On both sides of midnight in Kolkata, which is at 18:30 UTC.
        try scene.write([
            scene.event("KA01AA", at: "2024-11-20T18:20:00Z"), scene.event("KA02AA", at: "2024-11-20T18:40:00Z"),
        ])
        try scene.build()
        let days = try scene.hub(
            "stats", "--by", "day", "--from", "2024-11-20", "--to", "2024-11-21", "--camera", "gate", "--format", "csv",
            environment: ["TZ": "Asia/Kolkata"])
        #expect(
            days.output.split(separator: "\r\n").dropFirst() == [
                "2024-11-20T00:00:00.000+05:30,gate,plate,3", "2024-11-21T00:00:00.000+05:30,gate,plate,2",
            ], "\(days)")
        let minutes = try scene.hub(
            "stats", "--by", "all", "--from", "2024-11-20T18:30:00Z", "--to", "2024-11-20T18:50:00Z", "--format", "csv")
        #expect(minutes.output == "from,camera,what,count\r\n,gate,plate,1\r\n", "\(minutes)")
        let before = try scene.hub("stats", "--by", "all", "--to", "2024-11-20T12:30:00Z", "--format", "json")
        #expect(before.output.contains("\"from\":\"2024-11-19T12:30:00.000+00:00\""), "\(before)")
        #expect(before.output.contains("\"camera\":\"gate\",\"what\":\"plate\",\"count\":1"), "\(before)")
    }

    @Test(arguments: [["search"], ["search", "AB12CDE"], ["gaps"], ["stats"], ["export"]])
    func `a camera that nobody knows is refused, with those that there are`(arguments: [String]) throws {
        func asked(_ camera: String) throws -> Program.Result {
            try Program.run(
                arguments + ["--camera", camera, "--config", scene.config], program: Program.path(of: "plated-hub"))
        }
        let result = try asked("gaet")
        #expect(result.status == 64 && result.errors.contains("has a camera gaet"), "\(result)")
        #expect(result.errors.contains("There are: gate, yard."), "\(result)")
        // One at a site of sessions may be mistyped there, or has logged nothing yet: that is told, and not that nothing was found.
        let text = try scene.folder.text("hub.yaml")
        try scene.folder.write(text + "\nsessions: [{name: park, entries: [gaet], exits: [gate]}]\n", to: "hub.yaml")
        let ruled = try asked("gaet")
        #expect(ruled.status == 64 && ruled.errors.contains("nothing has been heard of it yet"), "\(ruled)")
        // One of which hub.yaml says something has only nothing to be found.
        try scene.folder.write(text + "\ncameras: {gaet: {events_days: 9}}\n", to: "hub.yaml")
        #expect(try asked("gaet").status != 64)
    }

    @Test func `search gives as many as it is asked for, also more than a page of the history has`() throws {
        let lines = try (0..<10_020).flatMap { try scene.event("P\($0)", camera: "bulk").line }
        try scene.folder.write(Data(lines), to: "logs/bulk.ndjson")
        try scene.build()
        let result = try scene.hub("search", "--camera", "bulk", "--limit", "10010", "--format", "csv")
        #expect(result.status == 0 && result.output.split(separator: "\r\n").count == 10_011)
        #expect(result.errors.contains("There are more: --after"), "\(result.errors)")
    }

    @Test(arguments: [["search", "mü 77"], ["export", "--plate", "Mü-77"]])
    func `a plate is found as it stands on the vehicle`(arguments: [String]) throws {
        try scene.write([scene.event("MU77")])
        try scene.build()
        let result = try Program.run(
            arguments + ["--format", "csv", "--config", scene.config], program: Program.path(of: "plated-hub"))
        #expect(result.status == 0 && result.output.contains(",MU77,"), "\(result)")
    }

    @Test func `so it is forgotten, and a pattern forgets nothing`() throws {
        try scene.write([scene.event("MU77")])
        try scene.build()
        let refused = try scene.hub("forget", "MU*", "--yes")
        #expect(refused.status == 64 && refused.errors.contains("no pattern"), "\(refused)")
        let plan = try scene.hub("forget", "mü 77")
        #expect(plan.output.contains("1 plates in the history") && plan.output.contains("Scanners write it MU77."))
        #expect(try scene.hub("forget", "mü 77", "--yes").status == 0)
        #expect(try scene.found("MU77") == [])
    }

    @Test func `status tells how far each log was read, and that no hub runs`() throws {
        let result = try scene.hub("status")
        #expect(result.output.contains("No hub is running") && result.output.contains("4 plates"), "\(result)")
        #expect(result.output.contains(scene.log("yard")), "\(result)")
    }

    @Test func `a copy of the history is asked in the same way`() throws {
        let copy = scene.folder.file("copy.sqlite")
        try FileManager.default.copyItem(atPath: scene.history, toPath: copy)
        try FileManager.default.removeItem(atPath: scene.history)
        #expect(try scene.hub("search", "AB12CDF", "--history", copy).status == 0)
        let gone = try scene.hub("search", "AB12CDF")
        #expect(gone.status == 66 && gone.errors.contains("opening the history \(scene.history)"), "\(gone)")
    }

    // MARK: - Errors

    @Test(arguments: [
        (["search", "AB!"], "stands on no plate"),
        (["search", "--from", "2024-13-01"], "the calendar has no 2024-13-01"),
        (["search", "--from", "soon"], "it is no time"),
        (["search", "--to", "2024-01-01", "--from", "2024-01-02"], "is not after --from"),
        (["search", "--from", "tomorrow"], "still to come"),
        (["search", "--distance", "2", "X"], "belongs to --match near"),
        (["search", "--limit", "0"], "--limit is from 1"),
        (["search", "A?", "--match", "exact"], "mean nothing to exact"),
        (["search", "--direction", "up"], "is no movement"),
        (["show", "x", "--format", "csv"], "one of 'table' and 'json'"),
        (["forget", "--"], "Missing expected argument"), (["nonsense"], "Unexpected argument"),
        // An h among several letters is no wish for help.
        (["site", "add", "-north"], "-north is no option"),
        (["search", "-ABH12"], "Unknown option"),
    ])
    func `a question that makes no sense is told why`(arguments: [String], words: String) throws {
        let result = try Program.run(arguments, program: Program.path(of: "plated-hub"))
        #expect(result.status == 64 && result.errors.contains(words), "\(result)")
    }

    @Test(arguments: [["-h"], ["site", "add", "-h"], ["help", "site"], ["site", "add", "--help"], ["--version"]])
    func `who asks for help gets it`(arguments: [String]) throws {
        let result = try Program.run(arguments, program: Program.path(of: "plated-hub"))
        #expect(result.status == 0 && !result.output.isEmpty && result.errors.isEmpty, "\(result)")
    }

    @Test func `a history that is none is an error with a remedy`() throws {
        try scene.folder.write(String(repeating: "no database ", count: 400), to: "history.sqlite")
        let result = try scene.hub("search")
        #expect(result.status == 65 && result.errors.contains("plated-hub rebuild"), "\(result)")
        try scene.build()
        #expect(try scene.found().count == 4)
    }

    @Test(arguments: [
        ["search"], ["search", "--format", "csv"], ["gaps"], ["stats", "--from", "2024-11-01"], ["status"], ["export"],
        ["rebuild"],
    ])
    func `a full or closed standard output is an error`(arguments: [String]) throws {
        for (place, reason) in [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")] {
            let result = try Program.run(
                ["-c", "exec \"$0\" \"$@\" \(place)", Program.path(of: "plated-hub")] + arguments + [
                    "--config", scene.config,
                ],
                program: "/bin/sh")
            #expect(result.status == 74, "\(place): \(result)")
            #expect(
                result.errors.contains("plated-hub: writing to standard output: \(reason)\n"), "\(place): \(result)")
        }
    }

    @Test func `check tells what is wrong with lists, with file and line`() throws {
        try scene.folder.write("plate\nAB12CDE\nA!B\n", to: "lists/staff.allow.csv")
        let result = try Program.run(["check", scene.config], program: Program.path(of: "plated-hub"))
        #expect(result.status == 78 && result.errors.contains("lists/staff.allow.csv:3: this is no plate"), "\(result)")
    }

    @Test func `check prints the settings, and every problem at once with 78`() throws {
        let good = try Program.run("check", scene.config, program: "plated-hub")
        #expect(good.status == 0 && good.output.contains("path: \"\(scene.history)\""), "\(good)")
        #expect(try Program.run("check", "--config", scene.config, program: "plated-hub").output == good.output)
        let two = try Program.run(["check", "a", "--config", "b"], program: Program.path(of: "plated-hub"))
        #expect(two.status == 64 && two.errors.contains("two configurations"), "\(two)")
        let bad = try scene.folder.write("logs: 5\nretention: {events_days: x}\nnonsense: 1\n", to: "bad.yaml")
        for arguments in [["check", bad], ["run", "--config", bad], ["search", "--config", bad]] {
            let result = try Program.run(arguments, program: Program.path(of: "plated-hub"))
            #expect(result.status == 78 && result.output.isEmpty, "\(result)")
            #expect(result.errors.split(separator: "\n").count == 3, "\(result)")
        }
    }

    @Test func `the manual page knows every command`() throws {
        let page = try String(contentsOfFile: repository + "/packaging/plated-hub.1", encoding: .utf8)
        let help = try Program.run("--help", program: "plated-hub").output
        let list = try #require(help.range(of: "SUBCOMMANDS:\n"))
        let commands = help[list.upperBound...].split(separator: "\n").compactMap { line in
            line.hasPrefix("  ") && !line.hasPrefix("   ") ? line.split(separator: " ").first : nil
        }.filter { $0 != "See" }
        #expect(commands.count == 18)
        for command in commands {
            let entry = ".TP\n.B \(command.replacing("-", with: "\\-"))\n"
            #expect(page.contains(entry), "\(command) is missing")
        }
    }
}

extension Program {
    /// Runs another program of ours.
    fileprivate static func run(_ arguments: String..., program: String) throws -> Result {
        try run(arguments, program: path(of: program))
    }
}
