import Testing

@testable import ALPR

@Suite struct CharacterVoteTests {
    private func vote(_ texts: String...) -> CharacterVote { CharacterVote(texts.map { ($0, 1) }) }

    @Test(arguments: [
        (["AB12CD", "AB12CD"], "AB12CD"),
        (["AB12CD", "XB12CD", "AB12CX"], "AB12CD"),
        (["AB12CD", "B12CD", "AB12C"], "AB12CD"),
        (["AB12CD", "WAB12CD", "AB12CD1"], "AB12CD"),
        (["98THD", "98THD4", "98THD4"], "98THD4"),
        (["A812CD", "AB12CD", "AB12CD"], "AB12CD"),
    ])
    func `two thirds in every place make a text`(texts: [String], consensus: String) {
        #expect(CharacterVote(texts.map { ($0, 1) }).consensus?.text == consensus)
    }

    @Test func `a place without two thirds makes none`() {
        #expect(vote("AB12CD", "AB72CD").consensus == nil)
        #expect(vote("AB12CD", "AB72CD", "AB92CD").consensus == nil)
        #expect(vote().consensus == nil)
    }

    @Test func `the weight of a text is that of its weakest place`() throws {
        let consensus = try #require(
            CharacterVote([("AB12CD", 1), ("AB12CD", 0.5), ("AB12CX", 0.25)]).consensus)
        #expect(consensus.text == "AB12CD")
        #expect(consensus.weight == 1.5)
    }

    @Test func `an unknown place is a question mark, if enough is known beside it`() {
        #expect(vote("AB12CD", "AB72CD").partial?.text == "AB?2CD")
        #expect(vote("AB12", "CD34").partial == nil)
        #expect(vote("AB12CD", "AB12CD").partial == nil)
    }

    @Test func `a heavier text wins a place against two light ones`() {
        #expect(CharacterVote([("AB1XCD", 1), ("AB17CD", 0.3), ("AB14CD", 0.3)]).partial == nil)
        #expect(CharacterVote([("AB1XCD", 0.5), ("AB17CD", 0.3), ("AB14CD", 0.3)]).partial?.text == "AB1?CD")
    }
}
