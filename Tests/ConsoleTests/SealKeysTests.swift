import Answers
import Basics
import Foundation
import Proof
import TestSupport
import Testing

@testable import Console
@testable import Records

/// Who made the seals around an event, for its page.
@Suite struct SealKeysTests {
    private let folder: TemporaryFolder
    private let key: SealKey

    init() throws {
        folder = try TemporaryFolder()
        key = try SealKey()
    }

    /// A line of a log, tied to the one before it and without its newline.
    private func seal(by key: SealKey, _ number: Int = 1) throws -> [UInt8] {
        var seal = SealRecord(
            id: "ID\(number)", time: WallTime(milliseconds: 1_790_000_000_000), camera: "gate", reason: .hour, lines: 9,
            head: Digest(of: [UInt8(number)]), key: key.publicKey.description)
        seal.signature = try key.signature(of: seal.signed)
        return Array(ChainLink.tied(seal.line + [10], to: seal.head).dropLast())
    }

    private func keys(_ keys: PublicKey...) throws -> SealKeys {
        SealKeys(
            paths: try keys.enumerated().map { place, key in try folder.write(key.pem, to: "\(place).pem") })
    }

    @Test func `seals of a key that is named are known, and of another one are not`() throws {
        let seals = [try seal(by: key), try seal(by: key, 2)]
        #expect(try keys(key.publicKey).verdict(on: seals) == .known)
        let other = try SealKey()
        #expect(try keys(other.publicKey, key.publicKey).verdict(on: seals) == .known)
        #expect(
            try keys(other.publicKey).verdict(on: seals) == .foreign(fingerprint: key.publicKey.fingerprint))
        #expect(
            try keys(key.publicKey).verdict(on: seals + [seal(by: other)])
                == .foreign(fingerprint: other.publicKey.fingerprint))
        #expect(try keys().verdict(on: seals) == .unnamed(fingerprints: [key.publicKey.fingerprint]))
        #expect(try keys(key.publicKey).verdict(on: []) == .unsealed)
    }

    /// What stands in place of a forgotten line.
    private func forgotten(by key: SealKey?) throws -> [UInt8] {
        var forgotten = ForgottenLine(
            id: "A", time: WallTime(milliseconds: 1_790_000_000_000), camera: "gate", hash: Digest(of: [UInt8(1)]),
            previous: Digest(of: [UInt8(2)]))
        if let key { try forgotten.sign(with: key) }
        return Array(forgotten.line.dropLast())
    }

    @Test func `a line that was forgotten before the seal has to be signed by a key that seals`() throws {
        let seals = [try seal(by: key)]
        let other = try SealKey()
        let (own, foreign, nobodys) = (try forgotten(by: key), try forgotten(by: other), try forgotten(by: nil))
        #expect(try keys(key.publicKey).verdict(on: seals, forgotten: [own]) == .known)
        #expect(try keys(key.publicKey).verdict(on: seals, forgotten: [own, nobodys]) == .unproven)
        #expect(
            try keys(key.publicKey).verdict(on: seals, forgotten: [foreign])
                == .foreign(fingerprint: other.publicKey.fingerprint))
        #expect(try keys().verdict(on: seals, forgotten: [own]) == .unnamed(fingerprints: [key.publicKey.fingerprint]))
        for line in [foreign, nobodys] { #expect(try keys().verdict(on: seals, forgotten: [line]) == .unproven) }
        let changed = Array(String(decoding: own, as: UTF8.self).replacing("gate", with: "yard").utf8)
        #expect(try keys(key.publicKey).verdict(on: seals, forgotten: [changed]) == .forged)
    }

    @Test func `a seal that was changed, or signed by nobody, is forged`() throws {
        let line = try seal(by: key)
        for place in stride(from: 10, to: line.count, by: 7) {
            var changed = line
            changed[place] ^= 1
            // What stands behind the signature ties the line to the one before it: the chain tells.
            guard changed != line, place < line.count - 80 else { continue }
            #expect(try keys(key.publicKey).verdict(on: [line, changed]) == .forged, "\(place)")
        }
        #expect(try keys().verdict(on: [Array("{\"schema\":\"plated.seal/1\"}".utf8)]) == .forged)
    }

    @Test func `a key that cannot be read is told, and nothing is said to be known`() throws {
        try folder.write("no key", to: "none.pem")
        for path in [folder.file("none.pem"), folder.file("away.pem")] {
            #expect(SealKeys(paths: [path]).verdict(on: [try seal(by: key)]) == .unread(path: path))
        }
    }

    @Test func `the page says it in words`() throws {
        let time = WallTime(milliseconds: 1_790_000_000_000)
        func told(_ verdict: SealKeys.Verdict, _ state: ChainPlace.State = .whole(lines: 5)) -> Pages.Values {
            ChainView(
                place: ChainPlace(state, before: time, after: nil), verdict: verdict, zone: LocalZone.current
            ).values
        }
        #expect(told(.known)["tag"] as? String == "✓ whole and signed")
        #expect((told(.known)["text"] as? String)?.contains("signed with a key of this machine") == true)
        #expect(told(.unnamed(fingerprints: ["SHA256:x"]))["tag"] as? String == "✓ whole")
        #expect((told(.unnamed(fingerprints: ["SHA256:x"]))["text"] as? String)?.contains("SHA256:x") == true)
        for verdict in [SealKeys.Verdict.foreign(fingerprint: "SHA256:x"), .forged] {
            #expect(told(verdict)["isBad"] as? Bool == true && told(verdict)["isWhole"] as? Bool == false)
        }
        #expect(told(.known, .broken)["isBad"] as? Bool == true)
        let unproven = told(.unproven)
        #expect(unproven["tag"] as? String == "not proven" && (unproven["isWhole"] as? Bool) == false)
        #expect((unproven["text"] as? String)?.contains("does not prove this one") == true)
    }
}
