import Answers
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
        let counts = list.merge(
            ListTable([
                try entry("AB12", "early"), try entry("NEW1", "a"), try entry("AB12", "late"), try entry("NEW1", "b"),
                try entry("SAME1", "x"),
            ]))
        #expect(counts.added == 1 && counts.changed == 1)
        #expect(told(list) == ["OTHER1 ", "AB12 early", "AB12 late", "NEW1 a", "NEW1 b", "SAME1 x"])
        let again = list.merge(ListTable([try entry("AB12", "early"), try entry("AB12", "late")]))
        #expect(again.added == 0 && again.changed == 0)
    }

    private func full(_ plate: String) throws -> ListEntry {
        var entry = try entry(plate, "director")
        entry.owner = "Ann Example"
        (entry.from, entry.until) = ("2026-11-01", "2027-01-31 18:00")
        entry.cameras = ["gate", "yard"]
        entry.hours = WeeklyHours("mon-fri 07:00-18:00")
        return entry
    }

    @Test(arguments: ListColumn.allCases.filter { $0 != .plate })
    func `a change names one column, and all others stay`(column: ListColumn) throws {
        let old = try full("AB12")
        var list = PlateList(name: "staff", kind: .allow, entries: [old])
        let bare = try #require(ListEntry("ab-12"))
        #expect(list.change(bare, [.plate, column]) == .changed(count: 1))
        #expect(list.entries.count == 1 && list.entries[0][column] == "", "an empty text takes away what stands there")
        for other in ListColumn.allCases where other != column {
            #expect(list.entries[0][other] == old[other], "\(other)")
        }
        #expect(list.change(old, [.plate, column]) == .changed(count: 1) && list.entries == [old])
        #expect(list.change(bare, [.plate]) == .unchanged && list.entries == [old])
    }

    @Test(arguments: ListColumn.allCases)
    func `a table keeps what stands in the columns that it has not`(column: ListColumn) throws {
        let old = try full("AB12")
        let new = try #require(ListEntry("QQ77"))
        let columns = column == .plate ? "plate" : "\(column.rawValue),plate"
        let row = column == .plate ? "AB12\nQQ77" : ",AB12\n,QQ77"
        var list = PlateList(name: "staff", kind: .allow, entries: [old])
        let counts = list.merge(try ListTable("\(columns)\n\(row)\n", file: "f", zone: .utc))
        #expect(counts.added == 1 && counts.changed == (column == .plate ? 0 : 1))
        let wanted = column == .plate ? old : old.taking([column], of: new)
        #expect(list.entries == [wanted, new])
    }

    @Test func `a plate with several entries keeps what each has`() throws {
        var (day, night) = (try entry("AB12", "day"), try entry("AB12", "night"))
        day.hours = WeeklyHours("mon-fri 07:00-18:00")
        night.hours = WeeklyHours("mon-fri 18:00-07:00")
        var list = PlateList(name: "staff", kind: .allow, entries: [day, night])
        // One that is named changes both.
        var owned = try #require(ListEntry("AB12"))
        owned.owner = "Ann"
        #expect(list.change(owned, [.plate, .owner]) == .changed(count: 2))
        #expect(list.entries.map(\.owner) == ["Ann", "Ann"] && list.entries.map(\.note) == ["day", "night"])
        // Rows of a table keep what the entry of the same hours has.
        let table = "plate,hours\nAB12,mon-fri 18:00-07:00\nAB12,sat 08:00-12:00\n"
        let counts = list.merge(try ListTable(table, file: "f", zone: .utc))
        #expect(counts.added == 0 && counts.changed == 1)
        #expect(list.entries.map(\.note) == ["night", "day"] && list.entries.map(\.owner) == ["Ann", "Ann"])
        // What becomes the same is one.
        #expect(list.change(try entry("AB12", "x"), [.plate, .note, .hours]) == .changed(count: 2))
        #expect(told(list) == ["AB12 x"])
    }

    @Test func `fifty thousand rows of one plate are taken in at once`() throws {
        let text = "plate,note\n" + (0..<50_000).map { "AB12,\($0)\n" }.joined()
        var list = PlateList(name: "staff", kind: .allow, entries: try ListTable(text, file: "f", zone: .utc).entries)
        let time = try ContinuousClock().measure {
            let counts = list.merge(try ListTable(text, file: "f", zone: .utc))
            #expect(counts.changed == 0 && list.entries.count == 50_000)
        }
        #expect(time < .seconds(60))
    }

    @Test func `an entry that names all its columns takes the place of all of its plate`() throws {
        var list = try list()
        let first = list.change(try entry("ab-12", "ended"))
        #expect(first == .changed(count: 2) && told(list) == ["OTHER1 ", "AB12 ended", "SAME1 x"])
        let additions = [
            list.change(try entry("AB12", "ended")), list.change(try entry("SAME1", "y")),
            list.change(try entry("NEW1", "")),
        ]
        #expect(additions == [.unchanged, .changed(count: 1), .added])
    }
}
