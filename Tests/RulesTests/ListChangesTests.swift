import Testing

@testable import Rules

/// A plate may have several entries, each with times of its own.
@Suite struct ListChangesTests {
    private func entry(_ plate: String, _ note: String) throws -> ListEntry {
        var entry = try #require(ListEntry(plate))
        entry.note = note
        return entry
    }

    private func told(_ list: PlateList) -> [String] { list.entries.map { "\($0.plate) \($0.note)" } }

    private func list() throws -> PlateList {
        PlateList(
            name: "staff", kind: .allow,
            entries: [
                try entry("OTHER1", ""), try entry("AB12", "day"), try entry("SAME1", "x"), try entry("AB12", "night"),
            ])
    }

    @Test func `a table that is taken in brings all its rows, and takes the place of all older ones`() throws {
        var list = try list()
        let counts = list.merge([
            try entry("AB12", "early"), try entry("NEW1", "a"), try entry("AB12", "late"), try entry("NEW1", "b"),
            try entry("SAME1", "x"),
        ])
        #expect(counts.added == 1 && counts.replaced == 1)
        #expect(told(list) == ["OTHER1 ", "AB12 early", "NEW1 a", "AB12 late", "NEW1 b", "SAME1 x"])
        let again = list.merge([try entry("AB12", "early"), try entry("AB12", "late")])
        #expect(again.added == 0 && again.replaced == 0)
    }

    @Test func `an entry takes the place of all of its plate`() throws {
        var list = try list()
        let first = list.add(try entry("ab-12", "ended"))
        #expect(first == .replaced(count: 2) && told(list) == ["OTHER1 ", "AB12 ended", "SAME1 x"])
        let additions = [
            list.add(try entry("AB12", "ended")), list.add(try entry("SAME1", "y")), list.add(try entry("NEW1", "")),
        ]
        #expect(additions == [.unchanged, .replaced(count: 1), .added])
    }
}
