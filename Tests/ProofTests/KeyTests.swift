import Basics
import Foundation
import TestSupport
import Testing

@testable import Proof

@Suite struct KeyTests {
    private func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }

    /// RFC 8032, 7.1: tests 1 and 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func `published keys give their published signatures`(seed: String, key: String, message: String, signature: String)
        throws
    {
        let pair = try SealKey(seed: bytes(seed))
        #expect(pair.publicKey.bytes == bytes(key))
        let made = try pair.signature(of: bytes(message))
        #expect(made == Data(bytes(signature)).base64EncodedString())
        #expect(pair.publicKey.verifies(made, of: bytes(message)))
        #expect(!pair.publicKey.verifies(made, of: bytes(message) + [0]))
        #expect(!(try SealKey().publicKey.verifies(made, of: bytes(message))))
        #expect(!pair.publicKey.verifies("", of: bytes(message)) && !pair.publicKey.verifies("AA==", of: []))
    }

    @Test func `a public key is read from PEM, from base64, and from what is printed of it`() throws {
        let key = try SealKey().publicKey
        for text in [key.pem, "\(key)", "  \(key)\n", "public key   \(key)\nfingerprint  \(key.fingerprint)\n"] {
            #expect(PublicKey(in: text) == key)
        }
        for text in [
            "", "AAAA", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", String("\(key)".dropFirst()),
        ] {
            #expect(PublicKey(in: text) == nil)
        }
        #expect(key.fingerprint.wholeMatch(of: /SHA256:[A-Za-z0-9+\/]{43}/) != nil)
    }

    @Test func `openssl reads both halves, and its signatures are ours`() throws {
        let folder = try TemporaryFolder()
        let file = KeyFile(path: folder.file("seal.key"))
        guard case .made(let key) = try file.readOrMake() else {
            Issue.record("no key was made")
            return
        }
        try folder.write(key.publicKey.pem, to: "public")
        try #require(Command.succeeds("openssl", "pkey", "-in", file.path, "-pubout", "-out", folder.file("public2")))
        #expect(PublicKey(in: try folder.text("public2")) == key.publicKey)
        try folder.write("some lines", to: "text")
        let signature = try #require(Data(base64Encoded: key.signature(of: Array("some lines".utf8))))
        try folder.write(signature, to: "signature")
        #expect(
            Command.succeeds(
                "openssl", "pkeyutl", "-verify", "-pubin", "-inkey", folder.file("public"), "-rawin", "-in",
                folder.file("text"), "-sigfile", folder.file("signature")))
    }

    @Test func `a key is made once, for its owner alone, and found again`() throws {
        let folder = try TemporaryFolder()
        let file = KeyFile(path: folder.file("seal.key"))
        #expect(try file.read() == nil)
        var keys: Set<PublicKey> = []
        for turn in 0..<3 {
            switch try file.readOrMake() {
            case .made(let key):
                #expect(turn == 0)
                keys.insert(key.publicKey)
            case .there(let key):
                #expect(turn > 0)
                keys.insert(key.publicKey)
            }
        }
        #expect(keys.count == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // Nothing else is left.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["seal.key"])
    }

    @Test func `of many that make it at once all get the same one`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("seal.key")
        let keys = try await withThrowingTaskGroup(of: PublicKey.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    switch try KeyFile(path: path).readOrMake() {
                    case .made(let key), .there(let key): key.publicKey
                    }
                }
            }
            return try await group.reduce(into: Set<PublicKey>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
    }

    @Test func `what is no key, or cannot be one, is told`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("dear diary", to: "seal.key")
        #expect { try KeyFile(path: path).readOrMake() } throws: {
            ($0 as? Failure)?.status == .badData && "\($0)".contains("it is no private key of Ed25519 in PEM")
        }
        #expect(try folder.text("seal.key") == "dear diary")
        #expect { try KeyFile(path: folder.file("none/seal.key")).readOrMake() } throws: {
            "\($0)".hasPrefix("making the key \(folder.file("none/seal.key")): No such file or directory")
        }
    }
}
