import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct PseudonymTests {
    private let folder: TemporaryFolder
    private let talk = Talk()
    private var path: String { folder.file("pseudonym.key") }
    /// A Sunday, at noon of wherever this runs, give or take.
    private let sunday = WallTime(milliseconds: 1_795_348_800_000)

    init() throws { folder = try TemporaryFolder() }

    private func pseudonyms(_ period: PseudonymPeriod = .day, isKept: Bool = true) -> Pseudonyms {
        Pseudonyms(period: period, keyFile: isKept ? path : nil, log: talk.logger)
    }

    private func after(days: Int) -> WallTime { WallTime(milliseconds: sunday.milliseconds + Int64(days) * 86_400_000) }

    /// RFC 4231: tests 1, 2 and 6.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `published keys and messages have their published HMAC`(key: [UInt8], message: [UInt8], hash: String) {
        #expect(Digest(of: message, key: key).description == hash)
    }

    @Test func `equal texts have equal pseudonyms, others have others, and none shows the text`() throws {
        let one = pseudonyms()
        let first = one.pseudonym(of: "AB12CDE", at: sunday)
        #expect(first.wholeMatch(of: /p:[0-9A-HJKMNP-TV-Z]{16}/) != nil)
        #expect(one.pseudonym(of: "AB12CDE", at: sunday) == first)
        let all = Set((0..<5000).map { one.pseudonym(of: "AB\($0)", at: sunday) })
        #expect(all.count == 5000)
        // Another scanner of the same key, and a restart of this one.
        #expect(pseudonyms().pseudonym(of: "AB12CDE", at: sunday) == first)
        // No key in common, nothing in common.
        #expect(pseudonyms(isKept: false).pseudonym(of: "AB12CDE", at: sunday) != first)
    }

    @Test func `the next day has other pseudonyms, and the key of the day before is nowhere`() throws {
        let one = pseudonyms()
        let first = one.pseudonym(of: "AB12CDE", at: sunday)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let key = before.dropFirst("plated pseudonyms of the day 2026-11-22 ".utf8.count).prefix(32)
        #expect(key.count == 32 && Set(key).count > 8)
        // Without any plate.
        one.look(at: after(days: 1))
        let after = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(after.range(of: key) == nil && after.range(of: key.prefix(8)) == nil)
        #expect(one.pseudonym(of: "AB12CDE", at: self.after(days: 1)) != first)
        // Whoever comes back from the day before gets neither key.
        #expect(
            ![first, one.pseudonym(of: "AB12CDE", at: self.after(days: 1))].contains(
                one.pseudonym(of: "AB12CDE", at: sunday)))
    }

    @Test func `a period is a day, or a week from Monday on`() {
        let days = (0..<15).map { PseudonymPeriod.day.name(at: after(days: $0)) }
        #expect(Set(days).count == 15 && days[0] == "day 2026-11-22")
        let weeks = (0..<15).map { PseudonymPeriod.week.name(at: after(days: $0)) }
        #expect(weeks[0] == "week 2026-11-16")
        #expect(
            weeks[1...7].allSatisfy { $0 == "week 2026-11-23" } && weeks[8...].allSatisfy { $0 == "week 2026-11-30" })
        // The clocks go back in between, in much of the world.
        let march = (0..<7).map {
            PseudonymPeriod.week.name(at: WallTime(milliseconds: 1_774_267_200_000 + Int64($0) * 86_400_000))
        }
        #expect(Set(march).count == 1)
    }

    @Test func `the key is for its owner alone`() throws {
        _ = pseudonyms().pseudonym(of: "A", at: sunday)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `where the key cannot be kept, a run has pseudonyms of its own, and that is told once`() throws {
        for broken in ["none/key", "diary"] {
            try folder.write("dear diary", to: "diary")
            let one = Pseudonyms(period: .day, keyFile: folder.file(broken), log: talk.logger)
            let first = one.pseudonym(of: "AB12CDE", at: sunday)
            #expect(one.pseudonym(of: "AB12CDE", at: sunday) == first && first.hasPrefix("p:"))
            #expect(
                talk.all.count {
                    $0.contains(folder.file(broken)) && $0.contains("of its own") || $0.contains("its own")
                } >= 1)
        }
        #expect(try folder.text("diary") == "dear diary")
        #expect(talk.all.count == 2)
    }

    @Test func `a key that was cut is made anew`() throws {
        let first = pseudonyms().pseudonym(of: "A", at: sunday)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.prefix(50).write(to: URL(fileURLWithPath: path))
        let second = pseudonyms().pseudonym(of: "A", at: sunday)
        #expect(second != first && pseudonyms().pseudonym(of: "A", at: sunday) == second)
    }
}
