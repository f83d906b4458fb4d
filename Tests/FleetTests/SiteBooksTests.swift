import History
import TestSupport
import Testing

@testable import Fleet
@testable import Records

struct SiteBooksTests {
    @Test func `what a site calls its cameras and records is told in one line, and acts on nothing`() throws {
        let folder = try TemporaryFolder()
        let history = try SQLiteHistory(path: folder.file("history.sqlite"), access: .writing)
        // Each says that it is the first of its log.
        let lines = (1...2).map { number in
            let torn = TornLine(
                id: "01\u{1B}\(number)", time: WallTime(milliseconds: 1_795_348_800_000 + Int64(number)),
                camera: "gate\n<0>\u{1B}[2J", fragment: Array("x".utf8))
            return Array(ChainLink.tied(torn.line, to: .zero).dropLast())
        }
        let records = lines.enumerated().map { FleetRecord(seq: Int64($0.offset + 1), line: $0.element) }
        var (books, batch) = (SiteBooks(SiteSettings(name: "north"), kept: [:]), Batch())
        let told = books.add(
            records, of: "origin", to: &batch, packer: LinePacker(history.lineForm),
            now: WallTime(milliseconds: 1_795_348_900_000))
        let left = (1...2).map { "north: the record \($0) is left out: it is of no camera" }
        #expect(left.allSatisfy(told.contains), "\(told)")
        let start = "north, gate\\u{a}<0>\\u{1b}[2J: the line 01\\u{1b}2 of "
        #expect(told.filter { $0.hasPrefix(start) && $0.contains(" begins a new chain") }.count == 1, "\(told)")
        // It is of no camera.
        #expect(batch.entries.isEmpty)
    }
}
