import Foundation
import Records
import TestSupport
import Testing

@testable import Console

/// What forget says and does of plates that are no texts of events alone.
@Suite struct ForgetCorrectionTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
        try scene.write([scene.event("AA11AAA")])
        try scene.build()
    }

    @Test func `corrections to a plate go, and what was read instead is named`() throws {
        let accounts = try AccountFile(path: scene.folder.file("console.sqlite"))
        let read = try scene.event("QX11ABC")
        try accounts.correct(read, to: "QX77ABC", by: "anna", at: read.time)
        let plan = try scene.hub("forget", "QX77ABC")
        #expect(plan.output.contains("1 corrections in the console"), "\(plan)")
        let result = try scene.hub("forget", "QX77ABC", "--yes")
        #expect(result.output.contains("Nothing of this plate is left") && result.output.contains("forget QX11ABC"))
        #expect(try accounts.corrections(of: [read.id]).isEmpty)
        let again = try scene.hub("forget", "QX77ABC", "--yes")
        #expect(again.output == "There is nothing of this plate in the history and the logs.\n")
    }

    @Test func `a pseudonym is forgotten in the history and in the logs`() throws {
        let name = "p:ABCDEFGH23456789"
        try scene.write([scene.event(name)])
        try scene.build()
        let result = try scene.hub("forget", name, "--yes")
        #expect(result.status == 0 && result.output.contains("1 plates in the history"), "\(result)")
        #expect(try scene.found(name) == [])
        for file in try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs")) {
            #expect(try !scene.folder.text("logs/\(file)").contains(name))
        }
    }

    @Test func `a text that was only voted for is found, and goes`() throws {
        try scene.write([scene.event("GG77GGG", candidates: ["GG77GGG", "VO26TED"])])
        try scene.build()
        let found = try scene.hub("forget", "VO26TED")
        #expect(
            found.output.contains("0 plates in the history")
                && found.output.contains("1 plates in the history that were"))
        #expect(try scene.hub("search", "VO26TED", "--match", "candidate").output.contains("GG77GGG"))
        #expect(try scene.hub("forget", "VO26TED", "--yes").status == 0)
        #expect(try !scene.hub("search", "VO26TED", "--match", "candidate").output.contains("GG77GGG"))
        #expect(try scene.found("GG77GGG").count == 1)
        let again = try scene.hub("forget", "VO26TED")
        #expect(again.output == "There is nothing of this plate in the history and the logs.\n")
    }

    @Test func `a file that cannot be read is named, and all else is forgotten`() throws {
        try scene.write([scene.event("FO26GET")])
        try scene.build()
        let odd = scene.log("gate") + "-20241118-1.xz"
        try Data("packed by another rotation".utf8).write(to: URL(filePath: odd))
        let plan = try scene.hub("forget", "FO26GET")
        #expect(plan.status == 0 && plan.output.contains("1 plates in the history"), "\(plan)")
        #expect(plan.output.contains(odd), "\(plan)")
        let result = try scene.hub("forget", "FO26GET", "--yes")
        #expect(result.status != 0 && result.errors.contains(odd), "\(result)")
        #expect(result.errors.contains("All else of it is forgotten"), "\(result)")
        #expect(try scene.found("FO26GET") == [])
        for file in try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs")) {
            #expect(try !scene.folder.text("logs/\(file)").contains("FO26GET"), "\(file)")
        }
        try FileManager.default.removeItem(atPath: odd)
        let again = try scene.hub("forget", "FO26GET", "--yes")
        #expect(again.status == 0 && again.output.hasPrefix("There is nothing of this plate"), "\(again)")
    }

    @Test func `a plate that scanners write in another way is forgotten where a file cannot be read, too`() throws {
        try scene.write([scene.event("MU123")])
        try scene.build()
        let odd = scene.log("gate") + "-20241118-1.xz"
        try Data("packed by another rotation".utf8).write(to: URL(filePath: odd))
        let plan = try scene.hub("forget", "MÜ123")
        #expect(plan.output.contains("1 plates in the history") && plan.output.contains(odd), "\(plan)")
        #expect(plan.output.contains("Scanners write it MU123."), "\(plan)")
        let result = try scene.hub("forget", "MÜ123", "--yes")
        #expect(result.status != 0 && result.errors.contains("All else of it is forgotten"), "\(result)")
        #expect(try scene.found("MU123") == [])
        for file in try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("logs")) {
            #expect(try !scene.folder.text("logs/\(file)").contains("MU123"), "\(file)")
        }
    }
}
