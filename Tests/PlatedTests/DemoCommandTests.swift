import Foundation
import TestSupport
import Testing

/// What `plated-demo` says of passages, and what it refuses.
@Suite struct DemoCommandTests {
    private func demo(_ arguments: String...) throws -> Program.Result {
        try Program.run(arguments, program: try Program.path(of: "plated-demo"))
    }

    @Test func `passages are listed in the order of time, each with what it is`() throws {
        let result = try demo(
            "--passages", "5", "--light", "dusk", "--seed", "3", "--lead", "4", "--still", "2", "--list")
        #expect(result.status == 0, "\(result.errors)")
        let lines = try result.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { $0["light"] as? String == "dusk" })
        let starts = lines.compactMap { $0["start_s"] as? Double }
        #expect(starts.first == 4 && starts == starts.sorted())
        #expect(lines.allSatisfy { ["comes", "leaves", "crosses"].contains($0["way"] as? String) })
        #expect(try demo("--passages", "5", "--seed", "4", "--list").output != result.output)
    }

    @Test(arguments: [("--light", "night"), ("--seed", "7"), ("--lead", "3"), ("--still", "3")])
    func `what is about passages alone is refused without them`(option: String, value: String) throws {
        let result = try demo(option, value, "--list")
        #expect(result.status == 64)
        #expect(result.errors.contains("\(option) is about vehicles that pass: give --passages too"))
        #expect(result.output.isEmpty)
    }

    @Test(arguments: [
        ["--passages", "-1"], ["--passages", "2", "--lead", "601"], ["--passages", "2", "--still", "-1"],
    ])
    func `numbers that make no clip are refused`(arguments: [String]) throws {
        let result = try Program.run(arguments + ["--list"], program: try Program.path(of: "plated-demo"))
        #expect(result.status == 64 && !result.errors.isEmpty)
    }
}
