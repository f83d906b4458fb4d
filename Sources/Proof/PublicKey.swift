import CCrypto
import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The half of a machine's key that is handed out: tells whether a signature is the machine's (Ed25519, RFC 8032).
public struct PublicKey: Hashable, Sendable, CustomStringConvertible {
    static let size = 32
    private static let signatureSize = 64
    /// What stands before the bytes of a key in DER (RFC 8410).
    private static let prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        precondition(bytes.count == Self.size, "an Ed25519 key has 32 bytes")
        self.bytes = bytes
    }

    /// Nil where the text is not base64 of 32 bytes.
    public init?(base64: String) {
        guard let data = Data(base64Encoded: base64), data.count == Self.size else { return nil }
        bytes = Array(data)
    }

    /// Finds the key in a text: PEM, base64 alone, or what `plated key` prints; nil where there is none.
    public init?(in text: String) {
        if let der = PEM.contents(of: "PUBLIC KEY", in: text), der.starts(with: Self.prefix),
            der.count == Self.prefix.count + Self.size
        {
            bytes = Array(der.dropFirst(Self.prefix.count))
            return
        }
        let words = text.split(whereSeparator: \.isWhitespace).filter { $0.count == 44 }
        guard let key = words.lazy.compactMap({ PublicKey(base64: String($0)) }).first else { return nil }
        self = key
    }

    /// In base64, as in seals.
    public var description: String { Data(bytes).base64EncodedString() }

    public var pem: String { PEM.text("PUBLIC KEY", Self.prefix + bytes) }

    /// Short enough to be compared by eye or read out: the SHA-256 of the key's 32 bytes, as ssh writes its own.
    public var fingerprint: String {
        "SHA256:" + String(Data(Digest(of: bytes).bytes).base64EncodedString().prefix { $0 != "=" })
    }

    /// Whether the signature of the bytes is this key's.
    public func verifies(_ signature: String, of signed: [UInt8]) -> Bool {
        // Two texts may stand for the same bytes: the last digit has bits to spare. Only one of them is what was written.
        guard let data = Data(base64Encoded: signature), data.base64EncodedString() == signature,
            data.count == Self.signatureSize,
            let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count)
        else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        let written = Array(data)
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, written, written.count, signed, signed.count) == 1
    }
}

/// Keys as text (RFC 7468).
enum PEM {
    static func text(_ label: String, _ bytes: [UInt8]) -> String {
        // A key of ours fits on one line.
        "-----BEGIN \(label)-----\n\(Data(bytes).base64EncodedString())\n-----END \(label)-----\n"
    }

    /// Nil where there is none of that label.
    static func contents(of label: String, in text: String) -> [UInt8]? {
        guard let begin = text.firstRange(of: "-----BEGIN \(label)-----"),
            let end = text[begin.upperBound...].firstRange(of: "-----END \(label)-----")
        else { return nil }
        let body = text[begin.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
        return Data(base64Encoded: String(body)).map(Array.init)
    }
}
