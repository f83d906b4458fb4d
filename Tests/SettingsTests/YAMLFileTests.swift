import Testing
import Yams

@testable import Settings

@Suite struct YAMLFileTests {
    private func repeated(_ text: String) -> [String] {
        do { return try YAMLFile.rootAndRepeatedKeys(of: text, file: "f").repeated.map(\.description) } catch {
            return ["thrown: \(error)"]
        }
    }

    @Test(arguments: [
        ("a: 1\nb: 2\na: 3", ["f:3: a: is given twice; the first is in line 1"]),
        ("a: 1\r\nb: 2\r\na: 3", ["f:3: a: is given twice; the first is in line 1"]),
        ("x:\n  - é: 1\n    \"a\": 1\n    a: 1", ["f:4: a: is given twice; the first is in line 3"]),
        (
            "a: 1\nb: {c: 1, c: 2}\na: 3",
            ["f:3: a: is given twice; the first is in line 1", "f:2: c: is given twice; the first is in line 2"]
        ),
        (
            "a: 1\na: 2\na: 3",
            ["f:3: a: is given twice; the first is in line 1", "f:3: a: is given twice; the first is in line 2"]
        ),
    ])
    func `a key that is given twice is told with both lines`(text: String, problems: [String]) {
        #expect(repeated(text).sorted() == problems.sorted())
    }

    @Test func `a key that is given twice counts once, and the others as they are`() throws {
        let root = try YAMLFile.rootAndRepeatedKeys(of: "a: 1\nb: [{c: 2}]\na: 3", file: "f").root
        #expect(root?.mapping?.count == 2)
        #expect(root?["a"]?.string == "3")
        #expect(root?["b"]?[0]?["c"]?.string == "2")
    }

    @Test func `a text with keys given twice over and over is refused all the same`() {
        let keys = (0..<50).map { "k\($0): 1\nk\($0): 2\n" }.joined()
        #expect(repeated(keys).count == 1)
        // A tree without end, were it walked through: 2 to the 30th nodes.
        let names = (0...30).map { "n" + String(repeating: "x", count: $0) }
        let bomb = zip(names.dropFirst(), names).map { "\($0): &\($0) [*\($1), *\($1)]\n" }.joined()
        #expect(repeated("n: &n x\n" + bomb + "n: y\n") == ["thrown: f:1: n: is given twice"])
    }
}
