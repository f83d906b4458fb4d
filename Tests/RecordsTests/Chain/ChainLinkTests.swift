import Testing

@testable import Records

@Suite struct ChainLinkTests {
    private static let head = Digest(of: "before".utf8)

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `prev is put in behind all other fields, and taken off again`() {
        for line in ["{\"id\":\"1\"}\n", "{}\n", "{\"a\":{\"b\":\"}\"}}\n"] {
            let tied = ChainLink.tied(bytes(line), to: Self.head)
            let comma = line == "{}\n" ? "" : ","
            #expect(text(tied) == line.dropLast(2) + "\(comma)\"prev\":\"\(Self.head)\"}\n")
            #expect(text(ChainLink.untied(tied)) == line)
            #expect(ChainLink.previous(of: tied) == Self.head)
            #expect(ChainLink.previous(of: tied.dropLast()) == Self.head)
        }
    }

    @Test(arguments: ["{\"id\":\"1\"}\n", "{}\n", "", "x", "{\"prev\":\"12\"}\n", "\"prev\":\"", "\"}\n"])
    func `what was never tied stays as it is, and says nothing`(line: String) {
        #expect(text(ChainLink.untied(bytes(line))) == line)
        #expect(ChainLink.previous(of: bytes(line)) == nil)
    }

    @Test func `prev is found wherever a later version puts it, and not within another field`() {
        let line = bytes("{ \"prev\" : \"\(Self.head)\", \"id\":\"1\"}")
        #expect(ChainLink.previous(of: line) == Self.head)
        #expect(ChainLink.previous(of: bytes("{\"a\":{\"prev\":\"\(Self.head)\"}}")) == nil)
        #expect(ChainLink.previous(of: bytes("{\"a\":\"\\\",\\\"prev\\\":\\\"\(Self.head)\"}")) == nil)
    }

    @Test func `every beginning of a tied line is known as one, and nothing else`() {
        for line in ["{\"id\":\"1\"}\n", "{}\n"].map(bytes) {
            let tied = ChainLink.tied(line, to: Self.head)
            for count in 0...tied.count { #expect(ChainLink.isBeginning(tied.prefix(count), of: line)) }
            for place in tied.indices {
                var other = tied
                other[place] = UInt8(ascii: "~")
                #expect(!ChainLink.isBeginning(other, of: line))
            }
            #expect(!ChainLink.isBeginning(tied + [10], of: line))
        }
    }

    @Test func `a line whose text was removed gives the hash that it had`() {
        let line = ChainLink.tied(bytes("{\"id\":\"1\",\"plate\":\"AB12CD\"}\n"), to: Self.head)
        let hash = ChainLink.digest(ofLine: line.dropLast())
        #expect(hash == Digest(of: line.dropLast()))
        let forgotten = ForgottenLine(
            id: "1", time: WallTime(milliseconds: 0), camera: "gate", hash: hash, previous: Self.head)
        #expect(ChainLink.digest(ofLine: forgotten.line.dropLast()) == hash)
        #expect(ChainLink.previous(of: forgotten.line) == Self.head)
        #expect(!text(forgotten.line).contains("AB12CD"))
    }

    @Test func `what stands in place of a line is signed up to its signature, and what it follows on is in that`()
        throws
    {
        var forgotten = ForgottenLine(
            id: "1", time: WallTime(milliseconds: 0), camera: "gate", hash: Digest(of: "1".utf8), previous: Self.head)
        #expect(forgotten.signed(in: forgotten.line.dropLast()) == nil)
        try forgotten.sign(with: ChainScene.Signer())
        let line = Array(forgotten.line.dropLast())
        let signed = try #require(ForgottenLine(in: line)?.signed(in: line))
        #expect(text(signed).hasSuffix("\"hash\":\"\(forgotten.hash)\",\"head\":\"\(Self.head)\",\"key\":\"key\""))
        #expect(forgotten.signature == ChainScene.Signer().signature(of: signed))
        #expect(ChainLink.previous(of: line) == Self.head && ChainLink.digest(ofLine: line) == forgotten.hash)
        // Of what stands behind the signature nothing counts.
        let other = bytes(text(line).replacing(",\"prev\"", with: ",\"x\":1,\"prev\""))
        #expect(try #require(ForgottenLine(in: other)).signed(in: other) == nil)
        // What begins otherwise, or lacks something, is a line like any other.
        for changed in [
            text(line).replacing("{\"schema\"", with: "{ \"schema\""), text(line).replacing("\"id\"", with: "\"no\""),
        ] {
            #expect(ChainLink.digest(ofLine: bytes(changed)) == Digest(of: changed.utf8))
        }
    }
}
