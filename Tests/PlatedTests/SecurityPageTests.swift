import Foundation
import TestSupport
import Testing

/// What has gone wrong with consoles elsewhere stands in a page, each with what holds it here: that is there.
@Suite struct SecurityPageTests {
    /// The last column of each row, below the table's head.
    private func proofs() throws -> [String] {
        try Page("docs/console-security.md").lines.filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            line.replacing("\\|", with: " ").split(separator: "|").last.map(String.init) ?? ""
        }
    }

    private func texts(in folder: String, ending: String) throws -> [String: String] {
        var found: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: repository + "/" + folder)
        where name.hasSuffix(ending) {
            found[String(name.split(separator: "/").last ?? "")] = try String(
                contentsOfFile: "\(repository)/\(folder)/\(name)", encoding: .utf8)
        }
        return found
    }

    @Test func `every line of the console's security names a test, and every test that it names is there`() throws {
        let files = try texts(in: "Tests", ending: ".swift")
        let tests = Set(
            files.values.flatMap { text in
                let parts = text.components(separatedBy: "`")
                return zip(parts, parts.dropFirst()).filter { $0.0.hasSuffix("func ") }.map(\.1)
            })
        let scripts = try texts(in: "scripts/console", ending: ".py")
        let proofs = try proofs()
        #expect(proofs.count > 25)
        for proof in proofs {
            let named = proof.matches(of: /`([^`]+)`(?:: (\w+)(?: and (\w+))?)?/)
            #expect(!named.isEmpty, "\(proof)")
            for name in named {
                let text = String(name.1)
                if text.hasSuffix(".py") {
                    let script = try #require(scripts[text], "\(text)")
                    for part in [name.2, name.3].compactMap({ $0 }) {
                        #expect(script.contains("def \(part)("), "\(text): \(part)")
                    }
                } else {
                    #expect(tests.contains(text) || files["\(text).swift"] != nil, "\(text)")
                }
            }
        }
    }
}
