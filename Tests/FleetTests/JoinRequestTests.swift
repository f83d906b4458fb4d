import Foundation
import Proof
import Records
import Testing

@testable import Fleet

/// What a site and its centre say to each other before they know each other.
struct JoinRequestTests {
    private static let secret = SiteToken.random()
    private static let password = SiteToken.random()

    private func request(
        site: String = "north", password: String = Self.password, keys: [PublicKey] = []
    ) throws -> [UInt8] {
        try JoinRequest(site: site, password: password, keys: keys).bytes(Self.secret)
    }

    /// Why it is not believed; nil where it is.
    private func fault(_ bytes: [UInt8], secret: String = Self.secret) -> String? {
        do throws(FleetFault) {
            _ = try JoinRequest(bytes, for: "north", secret: secret)
            return nil
        } catch { return "\(error)" }
    }

    @Test func `a request of whoever has the token is believed, with all of its keys`() throws {
        let keys = try (0..<16).map { _ in try SealKey().publicKey }
        let read = try JoinRequest(try request(keys: keys), for: "north", secret: Self.secret)
        #expect(read == JoinRequest(site: "north", password: Self.password, keys: keys))
    }

    @Test func `one that was changed, cut off or is of somebody else is not, wherever that is`() throws {
        let good = try request(keys: [try SealKey().publicKey])
        #expect(fault(good) == nil)
        #expect(fault(good, secret: SiteToken.random()) == "it is not of whoever has the token, or was changed")
        for place in good.indices {
            var changed = good
            changed[place] ^= 1
            #expect(fault(changed) != nil, "\(place)")
            #expect(fault(Array(good[..<place])) != nil, "\(place)")
        }
        #expect(fault(good + [UInt8(ascii: "\n")]) != nil && fault(good + good) != nil)
        #expect(fault(try request(site: "south")) == "it does not say who joins")
    }

    @Test func `one that is too large, or has a password or keys that are none, is not believed`() throws {
        for password in [
            "short", SiteToken.random() + ":x", SiteToken.random() + "\n", String(repeating: "x", count: 201),
        ] {
            #expect(fault(try request(password: password)) == "it does not say who joins", "\(password)")
        }
        let keys = try (0..<17).map { _ in try SealKey().publicKey }
        #expect(fault(try request(keys: keys)) == "it does not say who joins")
        #expect(fault(try request(password: String(repeating: "x", count: 20_000))) == "it is no plated.join/1")
        var other = JoinRequest(site: "north", password: Self.password, keys: [])
        other.keys = ["\"}, {name: thief"]
        #expect(fault(try other.bytes(Self.secret)) == "it does not say who joins")
    }

    @Test func `a token is read as it was printed, also over several lines, and what is a part of one is none`() throws
    {
        let token = SiteToken(
            site: "north", brokers: ["mqtts://broker.example:8883"], authorities: "-----BEGIN CERTIFICATE-----\n",
            listKeys: ["\(try SealKey().publicKey)"], ends: .now)
        let text = token.text
        #expect(text.utf8.allSatisfy { 0x21...0x7E ~= $0 } && !text.contains("="))
        #expect(SiteToken(text) == token && SiteToken("\n\(text.prefix(40))\n  \(text.dropFirst(40))\n") == token)
        for length in 0..<text.count where length % 7 == 0 { #expect(SiteToken(String(text.prefix(length))) == nil) }
        #expect(SiteToken("plated-site-1.e30") == nil && SiteToken("plated-site-2." + text.dropFirst(14)) == nil)
    }

    @Test func `nothing that is secret in a token is like that of another`() {
        let tokens = (0..<100).map { _ in SiteToken(site: "a", brokers: [], authorities: nil, listKeys: [], ends: .now)
        }
        #expect(Set(tokens.flatMap { [$0.password, $0.secret] }).count == 200)
    }
}
