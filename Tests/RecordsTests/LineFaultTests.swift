import Testing

@testable import Records

@Suite struct LineFaultTests {
    @Test func `a fault is said in one sentence`() {
        let texts = [
            LineFault.empty, .tooLong(9), .unfinished, .zeros(at: 3), .notUTF8(at: 1), .tooDeep(at: 2), .notJSON(at: 1),
            .notObject, .field("id", .missing),
        ].map(\.description)
        #expect(Set(texts).count == texts.count && texts.last == "the field id is missing")
    }
}
