import Foundation
import TestSupport
import Testing

/// What `.ci/run` does with its steps; stand-ins take their places, for the steps themselves take half an hour.
@Suite struct EverySubmissionTests {
    private static let first = ["scripts/install-packages", "scripts/build"]
    /// One after the other, and what is done beside them.
    private static let second = ["scripts/test", "scripts/test-installed"]
    private static let besideSecond = ["scripts/demo"]
    private static let third = ["scripts/test-docs", "scripts/test-faults"]
    private static let besideThird = [
        ["scripts/test-console", "scripts/test-hub", "scripts/test-fleet"], ["swift", "training/test"],
    ]
    private static let steps = first + second + besideSecond + third + besideThird.flatMap { $0 }

    /// Runs a copy of `.ci/run` among stand-ins, of which one may fail.
    private func run(failing step: String? = nil) throws -> (status: Int32, steps: [String], build: String) {
        let folder = try TemporaryFolder()
        let run = try String(contentsOfFile: repository + "/.ci/run", encoding: .utf8)
        try folder.write(run, to: ".ci/run")
        let notes = folder.file("notes")
        for name in Self.steps.map({ $0 == "swift" ? "bin/swift" : $0 }) {
            let name = (note: name.replacing("bin/", with: ""), path: name)
            try folder.program(
                "#!/bin/sh\necho '\(name.note)' \"$@\" >>'\(notes)'\nexit \(name.note == step ? 1 : 0)\n",
                to: name.path)
        }
        let result = try Program.run(
            [folder.file(".ci/run")], program: "/bin/bash",
            environment: ["PATH": folder.file("bin") + ":/usr/bin:/bin"])
        let lines = try folder.text("notes").split(separator: "\n").map(String.init)
        return (
            result.status, lines.compactMap { $0.split(separator: " ").first.map(String.init) },
            lines.first { $0.hasPrefix("swift ") } ?? ""
        )
    }

    @Test func `every step is taken, and all of Benchmarks is built`() throws {
        let (status, steps, build) = try run()
        #expect(status == 0 && Set(steps) == Set(Self.steps) && steps.count == Self.steps.count)
        #expect(Array(steps.prefix(2)) == Self.first)
        #expect(Set(steps.suffix(7)) == Set(Self.third + Self.besideThird.flatMap { $0 }))
        for row in [Self.second, Self.third] + Self.besideThird { #expect(steps.filter(row.contains) == row) }
        #expect(build == "swift build --package-path Benchmarks -c release")
    }

    @Test(arguments: steps)
    func `a step that fails fails the submission, and nothing that builds on it comes after it`(step: String) throws {
        let (status, steps, _) = try run(failing: step)
        #expect(status != 0)
        let rows = [Self.second, Self.besideSecond].flatMap { row in
            ([Self.third] + Self.besideThird).map { Self.first + row + $0 }
        }
        for row in rows {
            guard let place = row.firstIndex(of: step) else { continue }
            #expect(!steps.contains { row.dropFirst(place + 1).contains($0) }, "\(steps)")
        }
    }
}
