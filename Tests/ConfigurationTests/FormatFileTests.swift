import ALPR
import Foundation
import Plates
import Settings
import TestSupport
import Testing

@testable import CameraConfiguration

@Suite struct FormatFileTests {
    @Test func `a format file gives its country`() throws {
        let country = try FormatFile.country(from: soundFormats, file: "some/where/xx.yaml").get()
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
        let text = soundFormats.replacing("letters: ABC\n", with: "").replacing("[AD-12, 12-AB]", with: "[12-AB]")
        let country = try FormatFile.country(from: text, file: "xx.yaml").get()
        #expect(country.formats[0].fits("ZQ12"))
    }

    @Test(arguments: FormatFlaw.all)
    func `a format file says what is wrong, with line and key`(_ flaw: FormatFlaw) {
        let text = soundFormats.replacing(flaw.part, with: flaw.spoiled)
        #expect(text != soundFormats, "the sound file has no such part")
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
