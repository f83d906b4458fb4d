import Foundation
import Records
import TestSupport
import Testing

@testable import Scanner

@Suite struct GapJournalTests {
    private func time(_ seconds: Int64) -> WallTime { WallTime(milliseconds: 1_790_000_000_000 + seconds * 1000) }

    @Test func `a journal gives back what was written, and nothing for what is no journal`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gate.gap"))
        #expect(journal.read() == nil)
        let gap = Gap(id: "01A", cause: .stalled, start: time(3))
        for entry in [GapJournal.Entry(alive: time(1)), GapJournal.Entry(alive: time(9), gap: gap)] {
            #expect(journal.write(entry))
            #expect(journal.read() == entry)
        }
        for text in ["", "alive", "alive x\n", "\u{0}\u{0}\u{0}"] {
            #expect(GapJournal(path: try folder.write(text, to: "broken")).read() == nil)
        }
        // A gap that cannot be read costs the gap only.
        let half = try folder.write("alive 5\ngap 01A unheard_of 3\n", to: "half")
        #expect(GapJournal(path: half).read() == .init(alive: WallTime(milliseconds: 5)))
        #expect(!GapJournal(path: folder.file("no/folder")).write(.init(alive: time(0))))
    }

    @Test func `a gap that begins or ends while no file can be made, as on a full disk, is remembered`() throws {
        let folder = try TemporaryFolder()
        let journal = GapJournal(path: folder.file("gate.gap"))
        #expect(journal.write(.init(alive: time(1))))
        // Where the scratch file would be.
        try FileManager.default.createDirectory(atPath: folder.file("gate.gap.new"), withIntermediateDirectories: true)
        let longest = Gap.Cause.allCases.max { $0.rawValue.count < $1.rawValue.count }
        let gap = Gap(id: EventIDs().next(at: time(2)), cause: try #require(longest), start: time(2))
        let clock = Boot.current.clock(at: .now)
        #expect(clock != nil)
        let fullest = GapJournal.Entry(alive: time(2), gap: gap, before: time(4), begun: time(2), clock: clock)
        for entry in [fullest, GapJournal.Entry(alive: time(3))] {
            #expect(journal.write(entry))
            #expect(journal.read() == entry)
        }
    }

    @Test func `a journal as older versions wrote it is read, and written anew`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("alive 1790000009000\ngap 01A stalled 1790000003000\n", to: "gate.gap")
        let journal = GapJournal(path: path)
        #expect(journal.read() == .init(alive: time(9), gap: Gap(id: "01A", cause: .stalled, start: time(3))))
        #expect(journal.write(.init(alive: time(10))) && journal.read() == .init(alive: time(10)))
    }
}
