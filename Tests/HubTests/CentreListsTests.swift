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

    @Test func `lists of a centre count only while a destination takes them`() throws {
        try scene.folder.write("plate\nAB12CDE\n", to: "lists/centre/stolen.wanted.csv")
        let left = try scene.hub("list", "check", "AB12CDE")
        #expect(left.output == "No list has anything of AB12CDE.\n", "\(left)")
        let answer = try scene.hub("list", "show")
        #expect(answer.output.contains("do not count"), "\(answer)")
        #expect(answer.output.contains("centre/stolen.wanted.csv"), "\(answer)")
        // A list of one's own may have the name now.
        #expect(try scene.hub("list", "add", "stolen", "XY34ABC", "--kind", "wanted").status == 0)
        try FileManager.default.removeItem(atPath: scene.folder.file("lists/stolen.wanted.csv"))
        _ = try add(
            "destinations: [{name: centre, type: centre, urls: [\"https://centre.example\"]}]")
        let counts = try scene.hub("list", "check", "AB12CDE")
        #expect(counts.output.contains("stolen"), "\(counts)")
    }

    @Test func `whoever forgets a plate at a site hears of its centre`() throws {
        #expect(try HubFile.settings(scene.config).forgettingAtCentre == nil)
        let settings = try add("destinations: [{name: town, type: centre, urls: [\"https://centre.example\"]}]")
        #expect(settings.forgettingAtCentre?.contains("(town): forget the plate there, too") == true)
    }
}
