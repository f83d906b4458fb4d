import Foundation
import History
import Records
import TestSupport
import Testing

@testable import Fleet

/// What a site posts: lines that have numbers, and numbers that have none.
@Suite struct PostedRecordsTests {
    private let event = Array(#"{"schema":"plated.event/1","id":"A"}"#.utf8)
    private let odd = Array(#"{"schema":"plated.post/1","gone":7}"#.utf8)
    private let other = Array("no JSON at all \u{1F697}".utf8)

    private var posted: PostedRecords {
        var posted = PostedRecords(origin: "abc", after: 7)
        posted.add(.expired, count: 3)
        posted.add(PostedRecord(line: event))
        posted.add(.refused, count: 1)
        posted.add(.withheld, count: 40)
        posted.add(PostedRecord(line: other, filing: .init(time: WallTime(milliseconds: 5), camera: "the \"gate\"")))
        posted.add(PostedRecord(line: odd))
        return posted
    }

    @Test func `what was posted is read as it was, whatever stands in a line`() throws {
        let read = try PostedRecords(origin: "abc", after: 7, bytes: posted.bytes)
        #expect(read.last == 54 && posted.last == 54 && read.after == 7)
        let (mine, its) = (posted.items(behind: 7), read.items(behind: 7))
        #expect(its.map(\.number) == [10, 11, 12, 52, 53, 54] && mine.map(\.number) == its.map(\.number))
        let lines = read.items.compactMap { item -> [UInt8]? in
            if case .record(let record) = item { record.line } else { nil }
        }
        #expect(lines == [event, other, odd])
        #expect(read.items[4] == posted.items[4])
        // A line that could be taken for a tombstone is told as the record that it is.
        if case .record(let record) = read.items[5] { #expect(record.filing?.camera == "") }
        #expect(try PostedRecords(origin: "abc", after: 0, bytes: []).last == 0)
    }

    @Test func `what is here already of a post is left out, also of a tombstone that is half here`() {
        #expect(posted.items(behind: 54).isEmpty)
        #expect(posted.items(behind: 53).map(\.number) == [54])
        let rest = posted.items(behind: 8)
        #expect(rest.first?.number == 10)
        if case .tombstone(let reason, let count) = rest.first?.item { #expect(reason == .expired && count == 2) }
        if case .tombstone(_, let count) = posted.items(behind: 50)[0].item { #expect(count == 2) }
    }

    @Test func `what is cut off or makes no sense is refused`() {
        for text in [
            "{}", #"{"schema":"plated.post/1","gone":-1,"because":"expired"}"# + "\n",
            #"{"schema":"plated.post/1","gone":0,"because":"expired"}"# + "\n",
            #"{"schema":"plated.post/1","gone"# + "\n",
            #"{"schema":"plated.post/1","gone":99999999999999999,"because":"expired"}"# + "\n",
            #"{"schema":"plated.post/1","camera":"gate","ms":5}"# + "\n",
        ] {
            #expect(throws: PostFault.self, "\(text)") {
                try PostedRecords(origin: "abc", after: 0, bytes: Array(text.utf8))
            }
        }
        for origin in ["", "a b", "../x", String(repeating: "a", count: 65)] {
            #expect(throws: PostFault.self, "\(origin)") { try PostedRecords(origin: origin, after: 0, bytes: []) }
        }
        #expect(throws: PostFault.self) { try PostedRecords(origin: "a", after: -1, bytes: []) }
    }

    @Test func `gzip is taken in one part or in several, and no more of it than there is room for`() throws {
        let bytes = Array(String(repeating: "plates ", count: 100_000).utf8)
        let packed = Gzip.packed(bytes)
        #expect(packed.count < bytes.count / 50)
        #expect(try Gzip.unpacked(packed, upTo: bytes.count) == bytes)
        #expect(try Gzip.unpacked(packed + packed, upTo: 2 * bytes.count) == bytes + bytes)
        #expect(try Gzip.unpacked(Gzip.packed([]), upTo: 0).isEmpty)
        #expect(throws: Gzip.Fault.tooLarge) { try Gzip.unpacked(packed, upTo: bytes.count - 1) }
        for damaged in [Array(packed.dropLast()), Array("plates".utf8), [], packed.reversed()] {
            #expect(throws: Gzip.Fault.damaged) { try Gzip.unpacked(Array(damaged), upTo: 1 << 20) }
        }
        // As zlib writes them without a head of gzip: not what was said.
        var changed = packed
        changed[packed.count / 2] ^= 0xFF
        #expect(throws: Gzip.Fault.damaged) { try Gzip.unpacked(changed, upTo: 1 << 20) }
    }

    @Test func `tokens are read as they were printed, and what is none is none`() throws {
        let token = SiteToken(site: "north")
        #expect(SiteToken(token.text)?.digest == token.digest && SiteToken(token.text)?.site == "north")
        for authority in [nil, String(repeating: "ab", count: 32)] {
            let join = JoinToken(site: "north", authority: authority)
            #expect(JoinToken(" \(join.text)\n") == join)
            #expect(JoinToken(String(join.text.dropLast())) == nil)
        }
        for text in ["", "north", "north.", ".\(token.text.dropFirst(6))", token.text + "0", "a.b.c.d"] {
            #expect(SiteToken(text) == nil && JoinToken(text) == nil, "\(text)")
        }
        #expect(SiteToken(site: "north").text != token.text)
    }
}
