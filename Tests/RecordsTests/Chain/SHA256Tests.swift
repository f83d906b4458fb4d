import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct SHA256Tests {
    /// FIPS 180-4's examples, and the empty message.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func `published messages have their published hashes`(message: String, hash: String) {
        #expect(Digest(of: message.utf8).description == hash)
    }

    @Test func `it is what sha256sum says, for every length and however the bytes come in`() throws {
        let folder = try TemporaryFolder()
        var generator = SplitMix64(seed: 7)
        var expected = ""
        for length in 0..<300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let path = folder.file("\(length)")
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let sum = SHA256()
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...150, using: &generator)
                sum.add(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            let digest = sum.finish()
            #expect(digest == Digest(of: bytes))
            expected += "\(digest)  \(path)\n"
        }
        try folder.write(expected, to: "sums")
        #expect(Command.succeeds("sha256sum", "--quiet", "--check", folder.file("sums")))
    }

    @Test func `a file larger than what is read at a time is read as a whole, and one that is not there is told`()
        throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data(count: 200_000), to: "zeros")
        // sha256sum
        let sum = "4cbbd9be0cba685835755f827758705db5a413c5494c34262cd25946a73e7582"
        #expect(try Digest(ofFile: file).description == sum)
        let failure = #expect(throws: LogFailure.self) { try Digest(ofFile: folder.file("none")) }
        #expect(failure?.reason == "No such file or directory")
    }

    @Test func `a hash is read from its digits, and from nothing else`() {
        let digest = Digest(of: "abc".utf8)
        #expect(Digest(digest.description) == digest)
        #expect(Digest(digest.description.uppercased()) == digest)
        #expect(Digest(of: digest.bytes) != digest && digest.bytes.count == 32)
        for text in ["", "12", digest.description + "0", String(digest.description.dropLast()) + "g"] {
            #expect(Digest(text) == nil)
        }
        #expect(Digest.zero.description == String(repeating: "0", count: 64))
    }
}
