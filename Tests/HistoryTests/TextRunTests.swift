import TestSupport
import Testing

@testable import History
@testable import PostgreSQLHistory

/// Sorted texts, held to comparing each with the pattern.
@Suite struct TextRunTests {
    private static func texts(_ count: Int) -> [String] {
        var random = SplitMix64(seed: 11)
        var texts: Set<String> = ["A", "AB", "ABC", "ABCDEFGHIJKL", "0", "O"]
        // Few letters, so that many begin alike.
        while texts.count < count {
            let length = Int.random(in: 1...12, using: &random)
            texts.insert(String((0..<length).compactMap { _ in "A0B8O-".randomElement(using: &random) }))
        }
        return texts.shuffled(using: &random)
    }

    private func packed(_ text: String, _ number: Int64) -> UInt128? {
        Array(text.utf8).withUnsafeBytes { TextRun.packed($0, number) }
    }

    @Test(arguments: [
        "A", "AB", "A*", "AB*", "*", "?", "??", "?B*", "*A", "A*B", "A?B*8", "*0B*", "ABCDEFGHIJKL", "????????????",
        "Z*", "A?", "?????????????", "A*?",
    ])
    func `what a pattern matches is found whole`(pattern: String) throws {
        let texts = Self.texts(5000)
        let all = texts.enumerated().compactMap { packed($1, Int64($0 + 1)) }
        try #require(all.count == texts.count)
        for isAlike in [false, true] {
            let matcher = PatternMatcher(pattern, isAlike: isAlike)
            let expected = texts.indices.filter { matcher.matches(texts[$0]) }.map { Int64($0 + 1) }
            for runs in [[TextRun(all)], [TextRun(Array(all[..<1700])), TextRun(Array(all[1700...]))]] {
                var found: [Int64] = []
                for run in runs { run.look(.pattern(matcher), &found) }
                #expect(found.sorted() == expected, "\(pattern)")
            }
            let merged = TextRun(Array(all[..<1700])).merged(with: TextRun(Array(all[1700...])))
            var found: [Int64] = []
            merged.look(.pattern(matcher), &found)
            #expect(merged.count == all.count && found.sorted() == expected)
        }
    }

    @Test func `what is near is found whole`() {
        let texts = Self.texts(3000)
        let run = TextRun(texts.enumerated().compactMap { packed($1, Int64($0 + 1)) })
        for (text, distance) in [("AB0", 1), ("A0B8O", 2), ("B", 3)] {
            let matcher = NearMatcher(text, distance: distance)
            var found: [Int64] = []
            run.look(.near(matcher), &found)
            #expect(found.sorted() == texts.indices.filter { matcher.matches(texts[$0]) }.map { Int64($0 + 1) })
        }
    }

    @Test func `what does not fit is not packed`() {
        #expect(packed("", 1) == nil && packed("ABCDEFGHIJKLM", 1) == nil && packed("Ä1", 1) == nil)
        #expect(packed("AB\u{0}", 1) == nil && packed("AB", 1 << 40) == nil && packed("AB", 7) != nil)
    }
}
