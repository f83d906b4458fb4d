import Foundation
import Logging
import Proof
import TestSupport
import Testing

@testable import Fleet
@testable import Records

struct SiteChainTests {
    private static let noon: Int64 = 1_795_348_800_000
    private let key: SealKey
    private let other: SealKey
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        key = try SealKey()
        other = try SealKey()
    }

    /// Lines as a log has them, with a seal after every fifth.
    private func lines(_ count: Int, sealer: (any Sealer)? = nil) throws -> [[UInt8]] {
        var head = Digest.zero
        var since = 0
        let ids = EventIDs()
        return try (1...count).map { number in
            let time = WallTime(milliseconds: Self.noon + Int64(number) * 60_000)
            let line: [UInt8]
            if number % 5 == 0 {
                let end = ChainEnd(head: head, lines: since)
                line = try Seals(sealer ?? key, camera: "gate", ids: ids).seal(end, for: .hour, at: time).line
            } else {
                line = TornLine(id: "01M7\(number)", time: time, camera: "gate", fragment: Array("x".utf8)).line
            }
            let tied = Array(ChainLink.tied(line, to: head).dropLast())
            head = ChainLink.digest(ofLine: tied)
            since = number % 5 == 0 ? 0 : since + 1
            return tied
        }
    }

    private func faults(
        _ lines: [[UInt8]], in chain: inout SiteChain, origin: String = "A"
    ) throws -> [String] {
        try lines.compactMap { line in
            let record = try Record(line: line)
            let time = try #require(Record.heading(of: line).time)
            return chain.take(line, record, time: time, origin: origin, keys: SiteKeys([key.publicKey]))
        }
    }

    @Test func `a whole chain with the site's seals has no fault`() throws {
        var chain = SiteChain(origin: "A")
        #expect(try faults(lines(20), in: &chain).isEmpty)
        #expect(chain.lines == 20 && chain.seals == 4 && chain.breaks == 0 && !chain.isLate)
        #expect(SiteChain(chain.text) == chain)
    }

    @Test func `a line that was changed, taken away or put in is told`() throws {
        let whole = try lines(20)
        var changed = whole
        changed[6] = Array(String(decoding: whole[6], as: UTF8.self).replacing("01M7", with: "01M8").utf8)
        var missing = whole
        missing.remove(at: 6)
        var added = whole
        added.insert(Array(#"{"schema":"x/1","id":"1","ts":"2026-11-22T12:07:30.000Z","camera":"gate"}"#.utf8), at: 7)
        for (lines, words) in [
            (changed, ["does not name the line before it"]), (missing, ["does not name the line before it"]),
            (added, ["is not in the chain", "does not name the line before it"]),
        ] {
            var chain = SiteChain(origin: "A")
            let told = try faults(lines, in: &chain)
            #expect(told.count == words.count && zip(told, words).allSatisfy { $0.contains($1) }, "\(told)")
            #expect(chain.trouble == told.last)
        }
    }

    @Test func `a seal of somebody else's is told, and so is one that was changed`() throws {
        var chain = SiteChain(origin: "A")
        #expect(try faults(lines(5, sealer: other), in: &chain).map { $0.contains("another key") } == [true])
        var forged = try lines(5)
        forged[4] = Array(String(decoding: forged[4], as: UTF8.self).replacing("\"lines\":4", with: "\"lines\":3").utf8)
        chain = SiteChain(origin: "A")
        #expect(try faults(forged, in: &chain).map { $0.contains("not its key's") } == [true])
    }

    @Test func `a forgotten line that somebody else signed is told, and one of the site's is not`() throws {
        let whole = try lines(5)
        func forgotten(by key: SealKey?, _ change: (String) -> String = { $0 }) throws -> [String] {
            var lines = whole
            var forgotten = ForgottenLine(
                id: "01M73", time: WallTime(milliseconds: Self.noon + 180_000), camera: "gate",
                hash: Digest(of: whole[2]), previous: Digest(of: whole[1]))
            if let key { try forgotten.sign(with: key) }
            lines[2] = Array(change(String(decoding: forgotten.line.dropLast(), as: UTF8.self)).utf8)
            var chain = SiteChain(origin: "A")
            return try faults(lines, in: &chain)
        }
        #expect(try forgotten(by: key).isEmpty && forgotten(by: nil).isEmpty)
        #expect(try forgotten(by: other).map { $0.contains("another key") } == [true])
        let changed = try forgotten(by: key) { $0.replacing("gate", with: "yard") }
        #expect(changed.map { $0.contains("not its key's") } == [true])
    }

    @Test func `what comes again from a history that was made anew is no break`() throws {
        let whole = try lines(20)
        var chain = SiteChain(origin: "A")
        #expect(try faults(Array(whole[..<12]), in: &chain).isEmpty)
        #expect(try faults(whole, in: &chain, origin: "B").isEmpty)
        #expect(chain.lines == 20)
        chain = SiteChain(origin: "A")
        #expect(try faults(Array(whole[..<8]), in: &chain).isEmpty)
        // Its retention took what was here last: what comes then has a hole before it.
        #expect(try faults(Array(whole[11...]), in: &chain, origin: "B").count == 1)
    }

    @Test func `a chain that grows for hours without a seal has a late one`() throws {
        var chain = SiteChain(origin: "A")
        _ = try faults(lines(4), in: &chain)
        #expect(!chain.isLate)
        let late = TornLine(
            id: "01M9", time: WallTime(milliseconds: Self.noon + 3 * 3_600_000), camera: "gate", fragment: [])
        _ = try faults([Array(late.line.dropLast())], in: &chain)
        #expect(chain.isLate)
    }

    @Test func `times that no calendar has, kept by an earlier version, are late and no more`() throws {
        let text = SiteChain(origin: "9F").text
        let kept = text.replacing(
            "\"headTime\":0", with: "\"headTime\":9223372036854775807,\"sealedUntil\":-9223372036854775808")
        #expect(try #require(SiteChain(kept)).isLate)
        #expect(try !#require(SiteChain(text)).isLate)
    }
}
