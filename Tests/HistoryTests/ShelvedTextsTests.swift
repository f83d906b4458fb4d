import Testing

@testable import History
@testable import PostgreSQLHistory

/// What is in memory of the texts at a server, whatever happens while they are read.
@Suite struct ShelvedTextsTests {
    private struct Portion: TextPortion {
        var rows: [(number: Int64, text: String)]

        var count: Int { rows.count }
        func number(_ row: Int) -> Int64 { rows[row].number }
        func withText<Result>(_ row: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            Array(rows[row].text.utf8).withUnsafeBytes(body)
        }
    }

    private struct Lost: Error {}

    /// A table at a server that goes away after so many answers.
    private struct Table {
        var texts: [Int64: String]
        var answers = Int.max

        func portion(after number: Int64) -> Portion {
            let rest = texts.filter { $0.key > number }.sorted { $0.key < $1.key }
            return Portion(rows: rest.prefix(2).map { (number: $0.key, text: $0.value) })
        }

        mutating func ask(_ number: Int64) throws -> Portion {
            guard answers > 0 else { throw Lost() }
            answers -= 1
            return portion(after: number)
        }
    }

    private func table(_ numbers: ClosedRange<Int64>, answers: Int = .max) -> Table {
        Table(texts: Dictionary(uniqueKeysWithValues: numbers.map { ($0, "AB\(10 + $0)") }), answers: answers)
    }

    /// What a search does that asked with `start` in hand.
    private func read(
        _ texts: inout ShelvedTexts, _ table: Table, after start: Int64, removal: Int64
    ) throws {
        var table = table
        let news = table.portion(after: start)
        try texts.read(news, after: start, removal: removal) { try table.ask($0) }
    }

    private func found(_ texts: ShelvedTexts) -> [Int64] {
        texts.numbers([.pattern(PatternMatcher("AB*", isAlike: false))]).sorted()
    }

    @Test func `what came since is read in portions`() throws {
        var texts = ShelvedTexts(portion: 2)
        try read(&texts, table(1...7), after: 0, removal: 0)
        #expect(found(texts) == Array(1...7) && texts.last == 7 && texts.count == 7)
        try read(&texts, table(1...12), after: 7, removal: 0)
        #expect(found(texts) == Array(1...12))
        // One that asked before the other had read.
        try read(&texts, table(1...13), after: 7, removal: 0)
        #expect(found(texts) == Array(1...13) && texts.count == 13)
    }

    @Test func `after a removal what is gone is gone`() throws {
        var texts = ShelvedTexts(portion: 2)
        try read(&texts, table(1...7), after: 0, removal: 0)
        try read(&texts, table(4...9), after: 7, removal: 1)
        #expect(found(texts) == Array(4...9))
    }

    @Test(arguments: [0, 1, 2])
    func `a reading that was broken off leaves no hole to another that asked before`(answers: Int) throws {
        var texts = ShelvedTexts(portion: 2)
        try read(&texts, table(1...9), after: 0, removal: 0)
        // Both ask with all of 9 in hand, after texts were removed.
        let start = texts.last
        #expect(throws: Lost.self) { try read(&texts, table(2...11, answers: answers), after: start, removal: 1) }
        try read(&texts, table(2...11), after: start, removal: 1)
        #expect(found(texts) == Array(2...11) && texts.count == 10)
    }

    @Test func `one that is broken off goes on where it was`() throws {
        var texts = ShelvedTexts(portion: 2)
        #expect(throws: Lost.self) { try read(&texts, table(1...9, answers: 2), after: 0, removal: 0) }
        #expect(texts.last == 6)
        try read(&texts, table(1...9), after: texts.last, removal: 0)
        #expect(found(texts) == Array(1...9) && texts.count == 9)
    }
}
