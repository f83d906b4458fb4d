import Testing

@testable import Console

@Suite struct TextPartTests {
    @Test(arguments: [
        ("van", "The grey VAN"), ("GREY", "grey"), ("y", "grey"), ("grey van", "a grey van"), ("Ü", "süß"),
        ("é1", "CAFÉ1"),
        ("aab", "aaab"), ("z{", "Z{"), ("@", "a@b"),
    ])
    func `a part is found whatever its capitals`(part: String, text: String) { #expect(TextPart(part).isIn(text)) }

    @Test(arguments: [
        ("van", "va"), ("", "grey"), ("grey", ""), ("`", "@"), ("[", "{"), ("ü", "u"), ("a\u{308}", "ab"),
        ("vans", "van"),
    ])
    func `what is not there is not found`(part: String, text: String) { #expect(!TextPart(part).isIn(text)) }
}
