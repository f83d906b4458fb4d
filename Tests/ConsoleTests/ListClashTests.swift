import Answers
import Rules
import Testing

@testable import Console

@Suite struct ListClashTests {
    private let list: PlateList
    private let old: ListEntry

    init() throws {
        var entry = try #require(ListEntry("RK482BN"))
        entry.note = "grey van"
        old = entry
        list = PlateList(name: "staff", kind: .allow, entries: [entry])
    }

    private func entry(_ plate: String, note: String = "") throws -> ListEntry {
        var entry = try #require(ListEntry(plate))
        entry.note = note
        return entry
    }

    private func clash(_ entry: ListEntry, old: String? = nil, seen: String?) -> ListClash? {
        do throws(ListClash) {
            try ListClash.check(list, entry, old: old, seen: seen)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a new plate, and the very entry once more, clash with nothing`() throws {
        let new = try entry("AB12")
        #expect(clash(new, seen: "") == nil && clash(new, seen: nil) == nil)
        #expect(clash(old, seen: "") == nil)
    }

    @Test func `an entry that is there is not written over by who does not know it, and is told`() throws {
        let found = try #require(clash(try entry("rk 482-bn", note: "mine"), seen: ""))
        #expect(found.text.contains("on this list already: RK482BN (note grey van)"), "\(found.text)")
        let mine = try entry("RK482BN", note: "mine")
        #expect(clash(mine, seen: found.now) == nil, "who saw it may")
    }

    @Test func `of two who change an entry the second is told what the first wrote`() throws {
        let before = ListClash.mark(of: [try entry("RK482BN", note: "before")])
        let mine = try entry("RK482BN", note: "mine")
        #expect(clash(mine, old: "RK482BN", seen: before)?.text.contains("Somebody changed the list meanwhile") == true)
        #expect(clash(mine, old: "RK482BN", seen: ListClash.mark(of: [old])) == nil)
    }

    @Test func `an entry that was taken out meanwhile does not come back unsaid`() throws {
        let gone = try entry("GONE1")
        let found = clash(gone, old: "GONE1", seen: ListClash.mark(of: [gone]))
        #expect(found?.text.contains("took it off the list") == true && found?.now == "")
    }

    @Test func `a plate that becomes another does not write over that one`() throws {
        var list = list
        list.change(try entry("AB12"))
        #expect(throws: ListClash.self) {
            try ListClash.check(list, try entry("AB12", note: "mine"), old: "RK482BN", seen: ListClash.mark(of: [old]))
        }
    }

    @Test func `a plate with several entries is not written over by who saw the first alone`() throws {
        var list = list
        list.entries.append(try entry("RK482BN", note: "at night"))
        let mine = try entry("RK482BN", note: "mine")
        var found: ListClash?
        do throws(ListClash) {
            try ListClash.check(list, mine, old: "RK482BN", seen: ListClash.mark(of: [old]))
        } catch {
            found = error
        }
        let clash = try #require(found)
        #expect(
            clash.text.hasPrefix("This plate has several entries: RK482BN (note grey van); RK482BN (note at night)."))
        #expect(clash.text.hasSuffix("Send yours again to write it in their place, as the only one."))
        try ListClash.check(list, mine, old: "RK482BN", seen: clash.now)
    }
}
