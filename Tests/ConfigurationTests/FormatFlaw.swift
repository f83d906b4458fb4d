import Testing

/// A file without a flaw, for the tests to spoil; its name is `xx.yaml`.
let soundFormats = """
    # A comment.
    country: xx
    name: Nowhere
    letters: ABC
    formats:
      - name: plain
        pattern: "LL-DD"
      - name: other
        pattern: "LX-DDD"
        letters: ABCD
    examples:
      fit: [AB-12, CA-34,
            D1-234]
      reject: [AD-12, 12-AB]
    """

/// One thing that is spoiled in the sound file, and all that is to be said about it.
struct FormatFlaw: CustomTestStringConvertible {
    var testDescription: String
    var part: String
    var spoiled: String
    var problems: [String]

    init(_ description: String, _ part: String, _ spoiled: String, _ problems: String...) {
        testDescription = description
        self.part = part
        self.spoiled = spoiled
        self.problems = problems
    }
}

extension FormatFlaw {
    static let all = [
        FormatFlaw(
            "an unknown key", "name: Nowhere", "name: Nowhere\ncolour: red",
            "xx.yaml:4: colour: is not known here; known are country, name, formats, examples, letters"),
        FormatFlaw(
            "an unknown key of a format", "    letters: ABCD", "    ltters: ABCD",
            "xx.yaml:10: formats.ltters: is not known here; known are name, pattern, letters, personalised",
            "xx.yaml:13: examples.fit: the example \"D1-234\" should fit one of the patterns and fits none"),
        FormatFlaw(
            "an unknown key of the examples", "  reject: [AD-12, 12-AB]", "  reject: [AD-12]\n  refuse: [12-AB]",
            "xx.yaml:15: examples.refuse: is not known here; known are fit, reject"),
        FormatFlaw("a missing code", "country: xx\n", "", "xx.yaml:2: country: is missing"),
        FormatFlaw("a missing name", "name: Nowhere\n", "", "xx.yaml:2: name: is missing"),
        FormatFlaw(
            "a missing name of a format", "- name: plain\n    pattern", "- pattern",
            "xx.yaml:6: formats.name: is missing"),
        FormatFlaw(
            "a missing pattern", "- name: plain\n    pattern: \"LL-DD\"", "- name: plain",
            "xx.yaml:6: formats.pattern: is missing"),
        FormatFlaw("missing examples", "  reject: [AD-12, 12-AB]", "", "xx.yaml:11: examples.reject: is missing"),
        FormatFlaw("a list for a text", "name: Nowhere", "name: [No, where]", "xx.yaml:3: name: expects a text"),
        FormatFlaw("no text at all", "name: Nowhere", "name:", "xx.yaml:3: name: expects a text"),
        FormatFlaw(
            "a text for a list", "  reject: [AD-12, 12-AB]", "  reject: AD-12",
            "xx.yaml:14: examples.reject: expects a list with at least one element"),
        FormatFlaw(
            "an empty list", "  reject: [AD-12, 12-AB]", "  reject: []",
            "xx.yaml:14: examples.reject: expects a list with at least one element"),
        FormatFlaw(
            "a list for an example", "[AD-12, 12-AB]", "[AD-12,\n    [12-AB]]",
            "xx.yaml:15: examples.reject: expects a text"),
        FormatFlaw(
            "a text for a format", "- name: plain\n    pattern: \"LL-DD\"", "- LL-DD",
            "xx.yaml:6: formats: expects keys and values: name, pattern, letters, personalised"),
        FormatFlaw(
            "a maybe", "pattern: \"LL-DD\"", "pattern: \"LL-DD\"\n    personalised: maybe",
            "xx.yaml:8: formats.personalised: is \"maybe\", and takes true or false"),
        FormatFlaw(
            "a pattern that says nothing", "\"LL-DD\"", "\"LL-DQ\"",
            "xx.yaml:7: formats.pattern: \"Q\" is not L (letter), D (digit), X (either), [ABC], {count} or a separator"),
        FormatFlaw(
            "small letters", "letters: ABC\n", "letters: ABc\n",
            "xx.yaml:4: letters: takes capital letters A-Z without spaces, such as \"BDFG\""),
        FormatFlaw(
            "letters of a format with spaces", "letters: ABCD", "letters: A B C",
            "xx.yaml:10: formats.letters: takes capital letters A-Z without spaces, such as \"BDFG\""),
        FormatFlaw(
            "an example that should fit", "CA-34", "CA-3456",
            "xx.yaml:12: examples.fit: the example \"CA-3456\" should fit one of the patterns and fits none"),
        FormatFlaw(
            "an example that should not", "12-AB", "AA-99",
            "xx.yaml:14: examples.reject: the example \"AA-99\" should be rejected and fits plain (LL-DD)"),
        FormatFlaw(
            "an example in letters that are never read", "AB-12", "ÄB-12",
            "xx.yaml:12: examples.fit: has \"Ä\", and plates are read as A-Z and 0-9: write what is read"),
        FormatFlaw(
            "a code that is not the file's", "country: xx", "country: yy",
            "xx.yaml:2: country: is \"yy\", but the file is named for \"xx\""),
        FormatFlaw(
            "a code in capitals", "country: xx", "country: XX",
            "xx.yaml:2: country: takes small letters, digits and dashes, such as \"nl\""),
        FormatFlaw(
            "a key given twice", "name: Nowhere", "name: Nowhere\nname: Somewhere",
            "xx.yaml:4: name: is given twice; the first is in line 3"),
        FormatFlaw(
            "a bracket that stays open", "[AD-12, 12-AB]", "[AD-12, 12-AB",
            "xx.yaml:15: is not YAML: did not find expected ',' or ']'"),
    ]
}
