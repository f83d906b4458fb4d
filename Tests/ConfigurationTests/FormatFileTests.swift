import ALPR
import Foundation
import Plates
import Settings
import TestSupport
import Testing

@testable import Configuration

private let formatFolder = repository + "/config/formats"

/// What every release ships at least.
private let required = ["nl", "de", "fr", "gb", "es", "it", "pl", "sk", "cz", "us", "br", "in", "vn", "nz"]

/// The names of the files in a folder, sorted; none where it cannot be read, which the tests notice.
private func files(in folder: String) -> [String] {
    do {
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
        return []
    }
}

@Suite struct ShippedFormatTests {
    private static let shipped = files(in: formatFolder)

    private static func country(_ file: String) throws -> Country {
        try FormatFile.load(path: "\(formatFolder)/\(file)").get()
    }

    @Test(arguments: required)
    func `a shipped country is there`(_ code: String) {
        #expect(Self.shipped.contains("\(code).yaml"))
    }

    @Test(arguments: shipped)
    func `a shipped country loads without a problem, and its examples agree with its patterns`(_ file: String) throws {
        let country = try Self.country(file)
        #expect("\(country.code).yaml" == file)
        #expect(!country.formats.isEmpty)
        #expect(country.contradictions.isEmpty)
    }

    @Test(arguments: shipped)
    func `a shipped country has at least three texts that fit and three that it rejects`(_ file: String) throws {
        let country = try Self.country(file)
        #expect(Set(country.fitting).count >= 3)
        #expect(Set(country.rejected).count >= 3)
    }

    @Test(arguments: shipped)
    func `a shipped country has an example for every format`(_ file: String) throws {
        let country = try Self.country(file)
        for format in country.formats {
            let isShown = country.fitting.contains { format.fits($0.plateCharacters) }
            #expect(isShown, "\(format.name) (\(format.pattern)) has no example")
        }
    }

    @Test(arguments: shipped)
    func `a shipped country names no two formats alike`(_ file: String) throws {
        let names = try Self.country(file).formats.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `a shipped country loads together with all others`() throws {
        let codes = Self.shipped.map { String($0.prefix { $0 != "." }) }
        let countries = try FormatFile.load(codes: codes, folder: formatFolder).get()
        #expect(countries.map(\.code) == codes)
    }
}

/// Real plates are personal data and stay out of the project: they are read where the machine has them.
@Suite struct RealPlateTests {
    private static let data =
        ProcessInfo.processInfo.environment["PLATED_DATA"] ?? repository + "/../shared/data"

    private static func has(_ set: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(data)/\(set)/manifest.csv")
    }

    private static func texts(of set: String) throws -> [String] {
        let manifest = try String(contentsOfFile: "\(data)/\(set)/manifest.csv", encoding: .utf8)
        let rows = manifest.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let column = try #require(rows.first?.firstIndex(of: "text"))
        return rows.dropFirst().map { String($0[column]).plateCharacters }
    }

    @Test(.enabled(if: has("tudelft_nl_video"), "needs the TU Delft clips' labels in ../shared/data or $PLATED_DATA"))
    func `a real plate fits its country: Dutch ones, of six sidecodes`() throws {
        try expect("tudelft_nl_video", toFit: "nl")
    }

    @Test(.enabled(if: has("openalpr_br"), "needs OpenALPR's labels in ../shared/data or $PLATED_DATA"))
    func `a real plate fits its country: Brazilian ones`() throws {
        try expect("openalpr_br", toFit: "br")
    }

    private func expect(_ set: String, toFit code: String) throws {
        let texts = try Self.texts(of: set)
        let formats = FormatSet(countries: try FormatFile.load(codes: [code], folder: formatFolder).get())
        #expect(!texts.isEmpty)
        for (row, text) in texts.enumerated() { #expect(formats.format(fitting: text) != nil, "row \(row)") }
    }
}

/// A file without a flaw, for the tests to spoil; its name is `xx.yaml`.
private let sound = """
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
private struct Flaw: CustomTestStringConvertible {
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

private let flaws = [
    Flaw(
        "an unknown key", "name: Nowhere", "name: Nowhere\ncolour: red",
        "xx.yaml:4: colour: is not known here; known are country, name, formats, examples, letters"),
    Flaw(
        "an unknown key of a format", "    letters: ABCD", "    ltters: ABCD",
        "xx.yaml:10: formats.ltters: is not known here; known are name, pattern, letters, personalised",
        "xx.yaml:13: examples.fit: the example \"D1-234\" should fit one of the patterns and fits none"),
    Flaw(
        "an unknown key of the examples", "  reject: [AD-12, 12-AB]", "  reject: [AD-12]\n  refuse: [12-AB]",
        "xx.yaml:15: examples.refuse: is not known here; known are fit, reject"),
    Flaw("a missing code", "country: xx\n", "", "xx.yaml:2: country: is missing"),
    Flaw("a missing name", "name: Nowhere\n", "", "xx.yaml:2: name: is missing"),
    Flaw(
        "a missing name of a format", "- name: plain\n    pattern", "- pattern",
        "xx.yaml:6: formats.name: is missing"),
    Flaw(
        "a missing pattern", "- name: plain\n    pattern: \"LL-DD\"", "- name: plain",
        "xx.yaml:6: formats.pattern: is missing"),
    Flaw("missing examples", "  reject: [AD-12, 12-AB]", "", "xx.yaml:11: examples.reject: is missing"),
    Flaw("a list for a text", "name: Nowhere", "name: [No, where]", "xx.yaml:3: name: expects a text"),
    Flaw("no text at all", "name: Nowhere", "name:", "xx.yaml:3: name: expects a text"),
    Flaw(
        "a text for a list", "  reject: [AD-12, 12-AB]", "  reject: AD-12",
        "xx.yaml:14: examples.reject: expects a list with at least one element"),
    Flaw(
        "an empty list", "  reject: [AD-12, 12-AB]", "  reject: []",
        "xx.yaml:14: examples.reject: expects a list with at least one element"),
    Flaw(
        "a list for an example", "[AD-12, 12-AB]", "[AD-12,\n    [12-AB]]",
        "xx.yaml:15: examples.reject: expects a text"),
    Flaw(
        "a text for a format", "- name: plain\n    pattern: \"LL-DD\"", "- LL-DD",
        "xx.yaml:6: formats: expects keys and values: name, pattern, letters, personalised"),
    Flaw(
        "a maybe", "pattern: \"LL-DD\"", "pattern: \"LL-DD\"\n    personalised: maybe",
        "xx.yaml:8: formats.personalised: is \"maybe\", and takes true or false"),
    Flaw(
        "a pattern that says nothing", "\"LL-DD\"", "\"LL-DQ\"",
        "xx.yaml:7: formats.pattern: \"Q\" is not L (letter), D (digit), X (either), [ABC], {count} or a separator"),
    Flaw(
        "small letters", "letters: ABC\n", "letters: ABc\n",
        "xx.yaml:4: letters: takes capital letters A-Z without spaces, such as \"BDFG\""),
    Flaw(
        "letters of a format with spaces", "letters: ABCD", "letters: A B C",
        "xx.yaml:10: formats.letters: takes capital letters A-Z without spaces, such as \"BDFG\""),
    Flaw(
        "an example that should fit", "CA-34", "CA-3456",
        "xx.yaml:12: examples.fit: the example \"CA-3456\" should fit one of the patterns and fits none"),
    Flaw(
        "an example that should not", "12-AB", "AA-99",
        "xx.yaml:14: examples.reject: the example \"AA-99\" should be rejected and fits plain (LL-DD)"),
    Flaw(
        "an example in letters that are never read", "AB-12", "ÄB-12",
        "xx.yaml:12: examples.fit: has \"Ä\", and plates are read as A-Z and 0-9: write what is read"),
    Flaw(
        "a code that is not the file's", "country: xx", "country: yy",
        "xx.yaml:2: country: is \"yy\", but the file is named for \"xx\""),
    Flaw(
        "a code in capitals", "country: xx", "country: XX",
        "xx.yaml:2: country: takes small letters, digits and dashes, such as \"nl\""),
    Flaw(
        "a key given twice", "name: Nowhere", "name: Nowhere\nname: Somewhere",
        "xx.yaml:4: name: is given twice; the first is in line 3"),
    Flaw(
        "a bracket that stays open", "[AD-12, 12-AB]", "[AD-12, 12-AB",
        "xx.yaml:15: is not YAML: did not find expected ',' or ']'"),
]

@Suite struct FormatFileTests {
    @Test func `a format file gives its country`() throws {
        let country = try FormatFile.country(from: sound, file: "some/where/xx.yaml").get()
        let letters: Set<Character> = ["A", "B", "C"]
        let formats = [
            try PlateFormat(country: "xx", name: "plain", pattern: "LL-DD", letters: letters),
            try PlateFormat(country: "xx", name: "other", pattern: "LX-DDD", letters: letters.union(["D"])),
        ]
        let expected = Country(
            code: "xx", name: "Nowhere", formats: formats, fitting: ["AB-12", "CA-34", "D1-234"],
            rejected: ["AD-12", "12-AB"])
        #expect(country == expected)
    }

    @Test func `a format file may do without letters, which are then all`() throws {
        let text = sound.replacing("letters: ABC\n", with: "").replacing("[AD-12, 12-AB]", with: "[12-AB]")
        let country = try FormatFile.country(from: text, file: "xx.yaml").get()
        #expect(country.formats[0].fits("ZQ12"))
    }

    @Test(arguments: flaws)
    private func `a format file says what is wrong, with line and key`(_ flaw: Flaw) {
        let text = sound.replacing(flaw.part, with: flaw.spoiled)
        #expect(text != sound, "the sound file has no such part")
        #expect(problems(in: text) == flaw.problems)
    }

    @Test func `a format file says everything that is wrong at once, from the top`() {
        let text = """
            name: [Nowhere]
            colour: red
            formats:
              - name: plain
                pattern: "LL-D{"
              - name: other
                pattern: "DD"
                letters: abc
              - name: third
                pattern: "DDD"
            examples:
              fit: [AB-1]
              reject: [12-34,
                       123]
            """
        #expect(
            problems(in: text) == [
                "xx.yaml:1: country: is missing",
                "xx.yaml:1: name: expects a text",
                "xx.yaml:2: colour: is not known here; known are country, name, formats, examples, letters",
                "xx.yaml:5: formats.pattern: a { without its }",
                "xx.yaml:8: formats.letters: takes capital letters A-Z without spaces, such as \"BDFG\"",
                "xx.yaml:14: examples.reject: the example \"123\" should be rejected and fits third (DDD)",
            ])
    }

    @Test(arguments: [
        ("", "xx.yaml: is empty"),
        ("# Nothing yet.\n", "xx.yaml: is empty"),
        ("- nl\n- de\n", "xx.yaml:1: expects keys and values: country, name, formats, examples, letters"),
    ])
    func `a format file must have keys`(_ text: String, problem: String) {
        #expect(problems(in: text) == [problem])
    }

    @Test func `a format file must be there and readable`() throws {
        try withFolder(["latin.yaml": "name: Österreich"], encoding: .isoLatin1) { folder in
            #expect(
                problems(loading: "\(folder)/none.yaml") == [
                    "\(folder)/none.yaml: cannot be read: there is no such file"
                ])
            #expect(
                problems(loading: "\(folder)/latin.yaml") == [
                    "\(folder)/latin.yaml: cannot be read: it is not a text in UTF-8"
                ])
            #expect(
                problems(loading: folder) == [
                    "\(folder): cannot be read: it is a folder"
                ])
        }
    }
}

@Suite struct FormatFolderTests {
    @Test func `countries asked for by code come in the order they were asked for`() throws {
        try withFolder(["xx.yaml": sound, "yy.yaml": sound.replacing("xx", with: "yy")]) { folder in
            let countries = try FormatFile.load(codes: ["yy", "xx"], folder: folder).get()
            #expect(countries.map(\.code) == ["yy", "xx"])
            #expect(try FormatFile.load(codes: [], folder: folder).get().isEmpty)
        }
    }

    @Test(arguments: ["nl", "XX", "", "../xx", "xx.yaml"])
    func `countries asked for by code are named where one is not known`(_ code: String) throws {
        try withFolder(["xx.yaml": sound, "yy.yaml": sound, "README.md": ""]) { folder in
            #expect(
                problems(FormatFile.load(codes: [code], folder: folder)) == [
                    "\(folder): has no formats of \"\(code)\"; there are xx, yy"
                ])
        }
    }

    @Test func `countries asked for by code need a folder with files`() throws {
        try withFolder([:]) { folder in
            #expect(
                problems(FormatFile.load(codes: ["xx"], folder: folder)) == [
                    "\(folder): has no formats of \"xx\"; the folder has none"
                ])
            #expect(
                problems(FormatFile.load(codes: ["xx"], folder: folder + "/none")) == [
                    "\(folder)/none: cannot be read: there is no such folder"
                ])
        }
    }

    @Test func `countries asked for by code give the problems of all their files`() throws {
        let spoiled = sound.replacing("LL-DD", with: "LL-DQ")
        try withFolder(["xx.yaml": spoiled, "yy.yaml": sound, "zz.yaml": "name: [Z]"]) { folder in
            let found = problems(FormatFile.load(codes: ["xx", "yy", "zz", "nl"], folder: folder))
            #expect(
                found.map { String($0.dropFirst(folder.count).prefix(12)) } == [
                    "/xx.yaml:7: ", "/yy.yaml:2: ", "/zz.yaml:1: ", "/zz.yaml:1: ", "/zz.yaml:1: ", "/zz.yaml:1: ",
                    ": has no for",
                ])
        }
    }
}

// MARK: - Helpers

private func problems<Success>(_ result: Result<Success, Problems>) -> [String] {
    switch result {
    case .success: []
    case .failure(let problems): problems.all.map(\.description)
    }
}

private func problems(in text: String) -> [String] {
    problems(FormatFile.country(from: text, file: "xx.yaml"))
}

private func problems(loading path: String) -> [String] {
    problems(FormatFile.load(path: path))
}

/// Calls `body` with a folder that holds these files, by name, and removes it.
private func withFolder(
    _ files: [String: String], encoding: String.Encoding = .utf8, _ body: (String) throws -> Void
) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "plated-formats-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            Issue.record(error)
        }
    }
    for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: encoding) }
    try body(folder)
}
