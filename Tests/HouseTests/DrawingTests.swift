import Foundation
import Testing

/// ARCHITECTURE.md draws the house as it is.
@Suite struct DrawingTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// What each installed target of Swift stands on, C included.
    private let targets: [String: Set<String>]
    private let lines: [Substring]

    init() throws {
        let house = try House(repository: Self.repository)
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Self.repository.appending(path: "Sources").path)
        // Programs that are not installed have a dash in their name; so has one that is.
        targets = house.declared.filter {
            house.rooms.contains($0.key) && (!$0.key.contains("-") || $0.key == "plated-hub") && $0.key != "TestSupport"
        }
        .mapValues { $0.intersection(folders) }
        lines = try String(contentsOf: Self.repository.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func `each target is drawn, on a floor above all that it stands on`() throws {
        let floors = lines.drop { $0 != "```floors" }.dropFirst().prefix { $0 != "```" }.reversed()
            .map { $0.split(separator: " ").map(String.init) }
        #expect(Set(floors.joined()) == Set(targets.keys))
        for (name, dependencies) in targets {
            guard let floor = floors.firstIndex(where: { $0.contains(name) }) else { continue }
            let above = dependencies.intersection(floors[floor...].joined())
            #expect(above.isEmpty, "\(name) → \(above), which is drawn no lower")
        }
    }

    @Test func `the table says of each target what it stands on`() {
        let rows = lines.compactMap { line in
            line.wholeMatch(of: /\| `([A-Za-z-]+)` \| [^|]+ \| ((?:`[A-Za-z0-9]+` ?)+|nothing) \|/)
        }
        let told = rows.map { row in
            (String(row.1), Set(row.2.matches(of: /`([A-Za-z0-9]+)`/).map { String($0.1) }))
        }
        // It stands on nearly everything, which the page says in words.
        let others = targets.filter { $0.key != "plated" }
        #expect(told.count == others.count)
        for (name, dependencies) in told { #expect(others[name] == dependencies, "\(name)") }
    }
}
