import Foundation
import History
import Records
import Rules
import TestSupport
import Testing

@testable import Fleet
@testable import plated_hub

/// Lists of a centre that nobody names any more.
@Suite struct CentreListsTests {
    private let scene: HubScene

    init() throws { scene = try HubScene() }

    private func add(_ text: String) throws -> HubConfiguration {
        try scene.folder.write(try scene.folder.text("hub.yaml") + "\n" + text + "\n", to: "hub.yaml")
        return try HubFile.settings(scene.config)
    }

    @Test func `lists of a centre count only while a destination has its keys`() throws {
        try scene.folder.write("plate\nAB12CDE\n", to: "lists/centre/stolen.wanted.csv")
        let left = try scene.hub("list", "check", "AB12CDE")
        #expect(left.output == "No list has anything of AB12CDE.\n", "\(left)")
        let answer = try scene.hub("list", "show")
        #expect(answer.output.contains("do not count"), "\(answer)")
        #expect(answer.output.contains("centre/stolen.wanted.csv"), "\(answer)")
        // A list of one's own may have the name now.
        #expect(try scene.hub("list", "add", "stolen", "XY34ABC", "--kind", "wanted").status == 0)
        try FileManager.default.removeItem(atPath: scene.folder.file("lists/stolen.wanted.csv"))
        let key = String(repeating: "A", count: 43) + "="
        _ = try add(
            "destinations: [{name: centre, type: centre, brokers: [\"mqtt://127.0.0.1:9\"], list_keys: [\"\(key)\"]}]")
        let counts = try scene.hub("list", "check", "AB12CDE")
        #expect(counts.output.contains("stolen"), "\(counts)")
    }

    @Test func `sites that have lists are told to take them away once the centre names none`() throws {
        let settings = try add("ingest: {brokers: [\"mqtt://127.0.0.1:9\"], sites: [{name: north}, {name: south}]}")
        let ingest = try #require(settings.ingest)
        let history = try SQLiteHistory(path: scene.history)
        let talk = Talk()
        func sender(after book: ListBook) throws -> ListSender? {
            try settings.listSender(
                of: ingest, try ListWatch(settings.listFolder(in: .current), talk: talk.logger), after: book,
                secrets: HubFile.secrets(scene.config), history: history, talk: talk.logger)
        }
        try FileManager.default.createDirectory(
            atPath: scene.folder.file("lists"), withIntermediateDirectories: true)
        #expect(try sender(after: ListBook()) == nil)
        var book = ListBook()
        book.told["north"] = ListBook.Told(version: 7, content: "of a list")
        book.held["north"] = 7
        #expect(try sender(after: book) != nil)
        #expect(talk.all.contains { $0.contains("told to take theirs away: north") }, "\(talk.all)")
        // It has said that it has none.
        book.told["north"] = ListBook.Told(
            version: 8, content: ListNotice(site: "north", version: 8, lists: []).content)
        book.held["north"] = 8
        #expect(try sender(after: book) == nil)
    }

    @Test func `a centre whose sites are named by hand says the key of its lists`() throws {
        let none = try scene.hub("site", "key")
        #expect(none.status == 78 && none.errors.contains("it has no ingest"), "\(none)")
        _ = try add("ingest: {brokers: [\"mqtt://127.0.0.1:9\"], sites: [{name: north}]}")
        let key = try scene.hub("site", "key")
        #expect(key.status == 0 && key.output.hasPrefix("public key   "), "\(key)")
        #expect(try scene.hub("site", "key").output == key.output)
    }

    @Test func `whoever forgets a plate at a site hears of its centre`() throws {
        #expect(try HubFile.settings(scene.config).forgettingAtCentre == nil)
        let settings = try add("destinations: [{name: town, type: centre, brokers: [\"mqtt://127.0.0.1:9\"]}]")
        #expect(settings.forgettingAtCentre?.contains("(town): forget the plate there, too") == true)
    }
}
