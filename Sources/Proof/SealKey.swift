import Basics
import CCrypto
import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The key of a machine: signs the logs of its cameras (Ed25519, RFC 8032).
public struct SealKey: Sealer {
    static let size = 32
    /// What stands before the bytes of a key in DER (RFC 8410).
    private static let prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    public let publicKey: PublicKey
    private let seed: [UInt8]

    /// A new one, of the system's random numbers.
    public init() throws(Failure) {
        var random = SystemRandomNumberGenerator()
        try self.init(seed: (0..<Self.size).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    init(seed: [UInt8]) throws(Failure) {
        precondition(seed.count == Self.size, "an Ed25519 key has 32 bytes")
        self.seed = seed
        let key = try Self.key(seed)
        defer { EVP_PKEY_free(key) }
        var bytes = [UInt8](repeating: 0, count: PublicKey.size)
        var count = bytes.count
        guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 else { throw Self.failure }
        publicKey = PublicKey(bytes: bytes)
    }

    /// Nil where the text holds no private key of this kind (PKCS #8 in PEM, as OpenSSL reads and writes it).
    init?(pem text: String) throws(Failure) {
        guard let der = PEM.contents(of: "PRIVATE KEY", in: text), der.starts(with: Self.prefix),
            der.count == Self.prefix.count + Self.size
        else { return nil }
        try self.init(seed: Array(der.dropFirst(Self.prefix.count)))
    }

    var pem: String { PEM.text("PRIVATE KEY", Self.prefix + seed) }

    public var key: String { publicKey.description }

    public func signature(of bytes: [UInt8]) throws -> String {
        let key = try Self.key(seed)
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { throw Self.failure }
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 64)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1
        else { throw Self.failure }
        return Data(signature).base64EncodedString()
    }

    private static func key(_ seed: [UInt8]) throws(Failure) -> OpaquePointer {
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else { throw failure }
        return key
    }

    private static let failure = Failure(
        .software, while: "signing a log", because: "libcrypto of this machine does no Ed25519")
}
