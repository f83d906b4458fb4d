import Basics
import Testing

@Suite struct EscapedTextTests {
    @Test func `what acts is written by its number, and the rest stays`() {
        let text = "a\u{1B}[2J\u{202E}é\u{0}"
        #expect(text.escaping { $0 == "\u{1B}" } == "a\\u{1b}[2J\u{202E}é\u{0}")
        #expect(text.escaping { $0 == "\u{202E}" || $0 == "\u{0}" } == "a\u{1B}[2J\\u{202e}é\\u{0}")
        #expect(text.escaping { _ in false } == text)
    }

    @Test func `a scalar that acts goes though it is part of a character`() {
        #expect("e\u{301}x".escaping { $0 == "\u{301}" } == "e\\u{301}x")
    }
}
