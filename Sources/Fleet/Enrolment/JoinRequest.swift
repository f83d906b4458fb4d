import Proof
import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a site says to join: the password that it has made, and the public keys with which its machines seal.
package struct JoinRequest: Codable, Sendable, Equatable {
    private static let mark = "plated.join/1"
    private static let newline = UInt8(ascii: "\n")
    /// Of a site's machines, and in bytes.
    private static let most = (keys: 16, bytes: 16 << 10)

    package var site: String
    package var password: String
    package var keys: [String]

    package init(site: String, password: String, keys: [PublicKey]) {
        self.site = site
        self.password = password
        self.keys = keys.map { "\($0)" }
    }

    /// - Parameter secret: the token's.
    package func bytes(_ secret: String) throws -> [UInt8] {
        let body = Array("\(Self.mark)\n".utf8) + Array(try JSONEncoder().encode(self)) + [Self.newline]
        return body + Array("\(Digest(of: body, key: Array(secret.utf8)))\n".utf8)
    }

    /// - Throws: why it is not to be believed.
    package init(_ bytes: [UInt8], for site: String, secret: String) throws(FleetFault) {
        let lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
        guard bytes.count <= Self.most.bytes, lines.count == 4, lines[0].elementsEqual(Self.mark.utf8) else {
            throw FleetFault("it is no \(Self.mark)")
        }
        let body = Array(bytes.prefix(lines[0].count + lines[1].count + 2))
        guard Self.same(Digest(of: body, key: Array(secret.utf8)).description, lines[2]) else {
            throw FleetFault("it is not of whoever has the token, or was changed")
        }
        do { self = try JSONDecoder().decode(Self.self, from: Data(lines[1])) } catch {
            throw FleetFault("it does not say who joins")
        }
        guard self.site == site, keys.count <= Self.most.keys, keys.allSatisfy({ PublicKey(base64: $0) != nil }),
            20...200 ~= password.utf8.count, password.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != 0x3A })
        else { throw FleetFault("it does not say who joins") }
    }

    /// Compares all of it, wherever the first difference is.
    private static func same(_ text: String, _ other: ArraySlice<UInt8>) -> Bool {
        let text = Array(text.utf8)
        return text.count == other.count && zip(text, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
