import Settings
import TestSupport
import Testing

@testable import Rules

/// Doors as the configuration has them.
@Suite struct DoorSettingsTests {
    private func read(_ yaml: String) throws -> ([DoorSettings], [String]) {
        let findings = MappingReader.Findings(file: "hub.yaml", environment: [:])
        let reader = MappingReader(try YAMLFile.root(of: yaml, file: "hub.yaml"), findings: findings)
        let doors = DoorSettings.read("doors", from: reader)
        reader.finish()
        return (doors, findings.problems.map(\.description))
    }

    @Test func `what is wrong with a door is told, with its line and key`() throws {
        let (_, problems) = try read(
            """
            doors:
              - {name: "a b", type: webhook, url: "http://127.0.0.1/", hours: never, confidence: 2, movements: [up]}
              - {name: b, type: centre, lists: [staff], cameras: [gate]}
              - {name: c, type: webhook, url: "http://127.0.0.1/", format: openalpr, lists: [staff], cameras: ["a b"], colour: red}
              - {name: c, type: mqtt, url: "mqtt://127.0.0.1/", home_assistant: true, lists: ["Staff"], cameras: [gate]}
            """)
        for words in [
            ":2: doors[1].name: takes letters", "doors[1].lists: is missing", "doors[1].cameras: is missing",
            "doors[1].hours: are written as", "doors[1].confidence: is 2", "doors[1].movements: has up",
            ":3: doors[2].type: is one of webhook, command, mqtt",
            "doors[3].format: is one that has no place for doors",
            "doors[3].cameras: has a b", "doors[3].colour", "doors[4].home_assistant: belongs to a destination",
            "doors[4].lists: has Staff", "doors[4].name: is c, as that of another door",
        ] { #expect(problems.contains { $0.contains(words) }, "\(words): \(problems)") }
    }

    @Test func `what check prints of a door is read back as the same door`() throws {
        let (doors, problems) = try read(
            """
            doors:
              - {name: barrier, type: mqtt, url: "mqtt://127.0.0.1", lists: [staff, guests], cameras: [gate], lanes: [in],
                 movements: [approaching], hours: "mon-fri 07:00-18:00", confidence: 0.9, within_ms: 3000, visit_ms: 30000,
                 button: true}
            """)
        #expect(problems == [] && doors.count == 1 && doors[0].within == .seconds(3) && doors[0].hasButton)
        #expect(try read("doors: " + DoorSettings.text(doors)).0 == doors)
    }
}
