import Foundation
import TestSupport
import Testing

/// `plated-hub list`, through the program as it is run.
@Suite struct ListCommandTests {
    private let scene: HubScene

    init() throws { scene = try HubScene() }

    private func list(_ arguments: String...) throws -> Program.Result {
        try Program.run(["list"] + arguments + ["--config", scene.config], program: Program.path(of: "plated-hub"))
    }

    @Test func `a list is filled, asked, handed out and emptied`() throws {
        let first = try list(
            "add", "staff", "AB12CDE", "--kind", "allow", "--note", "director", "--until", "2027-01-31")
        #expect(
            first.status == 0
                && first.output == "It is on the list staff: AB12CDE (note director, until 2027-01-31).\n", "\(first)")
        #expect(
            try list("add", "staff", "ab-12 cde", "--note", "boss").output
                == "It was on the list staff, and stands there now as: AB12CDE (note boss, until 2027-01-31).\n")
        let file = try scene.folder.write("Plate;note\nQQ77QQQ;blue\nQQ78*;\n", to: "stolen.csv")
        let imported = try list("import", "stolen", file, "--kind", "wanted")
        #expect(
            imported.output
                == "2 plates are new on stolen, 0 stand there otherwise than before, and it has 2 entries now.\n")
        let all = try list("show", "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(all.output.utf8)) as? [String: Any]
        let lists = try #require(object?["lists"] as? [[String: Any]])
        #expect(lists.map { $0["list"] as? String } == ["staff", "stolen"] && lists[1]["plates"] as? Int == 2)
        #expect(try list("show", "staff").output.contains("AB12CDE  boss"))
        #expect(try list("export", "staff").output.contains("AB12CDE,boss,"))
        let exact = try list("check", "AB12CDE", "--camera", "gate")
        #expect(exact.status == 0 && exact.output.contains("staff  allow  AB12CDE  exact"), "\(exact)")
        let near = try list("check", "OQ77QQQ", "--format", "json")
        #expect(
            near.output.contains("\"word\":\"possibly wanted\",\"match\":\"nearest\",\"entry\":\"QQ77QQQ\""), "\(near)")
        let none = try list("check", "ZZ99ZZZ")
        #expect(none.status == 1 && none.output == "No list has anything of ZZ99ZZZ.\n", "\(none)")
        #expect(try list("remove", "staff", "AB12CDE").output == "It is off the list staff.\n")
        let gone = try list("remove", "staff", "AB12CDE")
        #expect(gone.status == 1 && gone.errors.contains("it has no such entry"), "\(gone)")
        #expect(try list("remove", "stolen", "--all").status == 0)
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("lists/stolen.wanted.csv")))
    }

    @Test func `why an entry does not count is said`() throws {
        #expect(
            try list(
                "add", "staff", "AB12CDE", "--kind", "allow", "--camera", "yard", "--hours", "mon-fri 07:00-18:00"
            ).status == 0)
        let elsewhere = try list("check", "AB12CDE", "--camera", "gate")
        #expect(elsewhere.status == 1 && elsewhere.output.contains("no: it is for other cameras"), "\(elsewhere)")
        let late = try list("check", "AB12CDE", "--at", "2026-11-22T12:00:00Z")
        #expect(late.status == 1 && late.output.contains("no: it is not its time of the week"), "\(late)")
    }

    @Test func `what is wrong is told, and changes nothing`() throws {
        #expect(try list("add", "staff", "AB12CDE").errors.contains("there is no list yet"))
        let plate = try list("add", "staff", "A!B", "--kind", "allow")
        #expect(plate.status == 64 && plate.errors.contains("the plate has letters and digits"), "\(plate)")
        let camera = try list("add", "staff", "AB12CDE", "--kind", "allow", "--camera", "gate yard")
        #expect(camera.status == 64 && camera.errors.contains("\"gate yard\" is none"), "\(camera)")
        let date = try list("add", "staff", "AB12CDE", "--kind", "allow", "--from", "tomorrow")
        #expect(date.status == 64 && date.errors.contains("--from is a date"), "\(date)")
        let file = try scene.folder.write("plate\nAB12CDE\nA!B\n", to: "new.csv")
        let imported = try list("import", "staff", file, "--kind", "allow")
        #expect(imported.status == 65 && imported.errors.contains("new.csv:3: this is no plate"), "\(imported)")
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("lists/staff.allow.csv")))
    }

    @Test func `the state of the hub names lists that cannot be read, with their lines`() throws {
        try scene.write([scene.event("AB12CDE")])
        try scene.build()
        #expect(try !scene.hub("status").output.contains("What cannot be read"))
        #expect(try list("add", "staff", "AB12CDE", "--kind", "allow").status == 0)
        try scene.folder.write("plate\nQQ77QQQ\nA!B\n", to: "lists/stolen.wanted.csv")
        let text = try scene.hub("status")
        #expect(text.status == 0 && text.output.contains("staff  allow  1"), "\(text)")
        #expect(text.output.contains("stolen.wanted.csv:3: this is no plate"), "\(text)")
        let status = try scene.hub("status", "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any]
        let lists = try #require(object?["lists"] as? [String: Any])
        let problem = try #require((lists["problems"] as? [[String: Any]])?.first)
        #expect(problem["line"] as? Int == 3 && (lists["lists"] as? [Any])?.count == 1, "\(lists)")
    }

    @Test func `changes are recorded where look-ups are`() throws {
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        try scene.folder.write(
            text.replacing("audit: {", with: "audit: {lookups: true, reason_required: true, "), to: "hub.yaml")
        let refused = try list("add", "staff", "AB12CDE", "--kind", "allow")
        #expect(refused.status == 64 && refused.errors.contains("asks for a reason"), "\(refused)")
        #expect(try list("add", "staff", "AB12CDE", "--kind", "allow", "--reason", "new colleague").status == 0)
        let line = try scene.folder.text("lookups.ndjson")
        #expect(line.contains("\"command\":\"list add\"") && line.contains("new colleague"), "\(line)")
    }

    @Test func `what is not named stays, and an empty text takes it away`() throws {
        let names = ["--note", "--owner", "--from", "--until", "--camera", "--hours"]
        let texts = ["director", "Ann", "2026-11-01", "2027-01-31", "gate", "mon-fri 07:00-18:00"]
        let all = zip(names, texts).flatMap { [$0, $1] }
        func added(_ arguments: [String]) throws -> Program.Result {
            try Program.run(
                ["list", "add", "staff", "AB12CDE", "--kind", "allow"] + arguments + ["--config", scene.config],
                program: Program.path(of: "plated-hub"))
        }
        #expect(try added(all).status == 0)
        let whole = try list("export", "staff").output
        #expect(whole.contains("AB12CDE,director,Ann,2026-11-01,2027-01-31,gate,mon-fri 07:00-18:00"), "\(whole)")
        for (name, text) in zip(names, texts) {
            let kept = try added([name, text])
            #expect(kept.output.contains("just so already: AB12CDE (note director, owner Ann, from"), "\(kept)")
            #expect(try added([name, ""]).status == 0)
            #expect(try list("export", "staff").output == whole.replacing(text, with: ""), "\(name)")
            #expect(try added([name, text]).status == 0)
            #expect(try list("export", "staff").output == whole)
        }
        let never = try added(["--until", "2026-10-01"])
        #expect(never.status == 64 && never.errors.contains("before it begins"), "\(never)")
        let file = try scene.folder.write("plate\nAB12CDE\nQQ77QQQ\n", to: "today.csv")
        #expect(try list("import", "staff", file).status == 0)
        #expect(try list("export", "staff").output == whole + "QQ77QQQ,,,,,,\r\n")
        #expect(try list("import", "staff", file, "--replace").status == 0)
        #expect(
            try list("export", "staff").output
                == "plate,note,owner,from,until,cameras,hours\r\nAB12CDE,,,,,,\r\nQQ77QQQ,,,,,,\r\n")
    }

    @Test func `a plate keeps all rows of a file, and what is named changes in all of them`() throws {
        let file = try scene.folder.write(
            "plate,hours\nAB12CDE,mon-fri 07:00-18:00\nAB12CDE,sat 08:00-12:00\nXY34ZZZ,\n", to: "new.csv")
        let imported = try list("import", "staff", file, "--kind", "allow")
        #expect(
            imported.output
                == "2 plates are new on staff, 0 stand there otherwise than before, and it has 3 entries now.\n",
            "\(imported)")
        let replaced = try list("import", "staff", file, "--replace")
        #expect(replaced.output == "staff had 3 entries, and has 3 now.\n", "\(replaced)")
        let added = try list("add", "staff", "AB12CDE", "--until", "2024-01-31")
        #expect(
            added.output.contains(
                "AB12CDE (until 2024-01-31, hours mon-fri 07:00-18:00); AB12CDE (until 2024-01-31, hours sat"),
            "\(added)")
        #expect(try list("check", "AB12CDE", "--at", "2026-11-23T12:00:00Z").status == 1)
        #expect(try list("add", "staff", "AB12CDE", "--until", "2024-01-31").output.contains("just so already"))
    }

    @Test func `what is wrong is told with the usage of the very command`() throws {
        for (arguments, usage) in [
            (["add", "staff", "A!B"], "plated-hub list add"), (["check", "A!B"], "plated-hub list check"),
            (["check", "AB12CDE", "--at", "soon"], "plated-hub list check"),
        ] {
            let result = try Program.run(
                ["list"] + arguments + ["--config", scene.config], program: Program.path(of: "plated-hub"))
            #expect(result.status == 64 && result.errors.contains("Usage: \(usage)"), "\(result)")
        }
    }
}
