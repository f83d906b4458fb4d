import Foundation
import Testing
import Yams

@testable import CameraConfiguration

/// The declarations of the keys, against what `check` prints and against the shipped file.
@Suite struct ConfigurationKeyTests {
    /// The keys of a text in its order, with those above them, and the values of those with no keys below.
    private func entries(_ text: String) throws -> [(name: String, value: Node?)] {
        func entries(_ node: Node, under path: [String]) -> [(String, Node?)] {
            (node.mapping ?? [:]).flatMap { key, value -> [(String, Node?)] in
                let path = path + [key.string ?? "?"]
                let name = path.joined(separator: ".")
                // A mapping in one line is a value.
                guard let mapping = value.mapping, mapping.style != .flow else { return [(name, value)] }
                return [(name, nil)] + entries(value, under: path)
            }
        }
        return entries(try #require(try Yams.compose(yaml: text)), under: [])
    }

    private func effective(_ text: String) -> String? {
        let file = ConfigurationFile(text: text, path: "gate.yaml", surroundings: .init(environment: [:]))
        return file.problems.isEmpty ? file.configuration.effective(model: nil, formats: nil) : nil
    }

    @Test func `check prints every key, in the order of the shipped file`() throws {
        let printed = try entries(Configuration().effective(model: nil, formats: nil)).map(\.name)
        #expect(printed == ConfigurationKey.allNames)
        #expect(printed == (try entries(shippedConfiguration())).map(\.name))
    }

    @Test func `the shipped file states the defaults that check prints`() throws {
        let printed = try entries(try #require(effective("")))
        for (shipped, printed) in zip(try entries(shippedConfiguration()), printed)
        where shipped.name != "source.url" {
            // A region is printed by its corners, whatever it was given by.
            if shipped.name == "roi" { continue }
            let (stated, inEffect) = (shipped.value?.scalar?.string, printed.value?.scalar?.string)
            if let stated = stated.flatMap(Double.init) {
                #expect(inEffect.flatMap(Double.init) == stated, "\(shipped.name)")
            } else {
                #expect(inEffect == stated, "\(shipped.name)")
            }
        }
    }

    /// Whatever key it is, one of them is a value that it takes and has not.
    private static let values = [
        "true", "false", "auto", "1", "2", "7", "0.5", "0.75", "1000", "2000", "x", "640x480", "[1, 2]", "[3, 6]",
        "[100, 200]",
        "[nl]",
        "[de]",
        "udp", "leave", "vaapi", "mirrored", "largest", "neural", "classic", "debug", "pseudonym", "week",
        "rtsp://cam:pw@h/y", "https://h/y", "plate_recognizer",
        "[0, 0, 0.5, 0.5]",
        "[{name: in, area: [0, 0, 0.5, 1], directions: [leaving], minimum_text_height_px: 12}]",
    ]
    /// What is printed of them does not follow what is given: passwords are stars.
    private static let secrets = ["source.password", "source.credentials_file", "remote.key_file"]

    @Test func `each key changes its own line of what check prints, and no other`() throws {
        let base = try #require(
            effective(
                "source: {url: \"rtsp://cam:pw@h/x\"}\nformats: {countries: [nl]}\n"
                    + "remote: {protocol: codeproject, url: \"http://192.0.2.9/\"}\n"))
        let lines = base.split(separator: "\n").map(String.init)
        #expect(lines.count == ConfigurationKey.allNames.count)
        for (index, name) in ConfigurationKey.allNames.enumerated()
        where !lines[index].hasSuffix(":") && !Self.secrets.contains(name) {
            let key = lines[index].prefix { $0 != ":" }
            let changed = Self.values.compactMap { value -> [String]? in
                var lines = lines
                lines[index] = "\(key): \(value)"
                let text = lines.map { $0 + "\n" }.joined()
                return effective(text).map { $0.split(separator: "\n").map(String.init) }
            }.filter { $0 != lines }
            #expect(!changed.isEmpty, "no value changes \(name)")
            for changed in changed {
                let differing = zip(lines, changed).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
                #expect(differing == [index], "\(name) changes \(differing.map { lines[$0] })")
            }
        }
    }
}
