import Foundation
import TestSupport
import Testing

/// What `.ci/run` does with its steps; stand-ins take their places, for the steps themselves take half an hour.
@Suite struct EverySubmissionTests {
    private static let scripts = [
        "scripts/test", "scripts/test-installed", "scripts/test-docs", "training/test", "scripts/test-faults",
        "scripts/test-hub", "scripts/test-console", "scripts/test-fleet",
    ]
    /// As the stand-ins write them down.
    private static let steps = Array(scripts.prefix(4)) + ["swift"] + Array(scripts.dropFirst(4))

    /// Runs a copy of `.ci/run` among stand-ins, of which one may fail.
    private func run(failing step: String? = nil) throws -> (status: Int32, steps: [String], build: String) {
        let folder = try TemporaryFolder()
        let run = try String(contentsOfFile: repository + "/.ci/run", encoding: .utf8)
        try folder.write(run, to: ".ci/run")
        let notes = folder.file("notes")
        for name in Self.scripts + ["bin/swift"] {
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
        #expect(status == 0 && steps == Self.steps)
        #expect(build == "swift build --package-path Benchmarks -c release")
    }

    @Test(arguments: steps)
    func `a step that fails fails the submission, and nothing comes after it`(step: String) throws {
        let (status, steps, _) = try run(failing: step)
        #expect(status != 0)
        #expect(steps.last == step && steps == Array(Self.steps.prefix(steps.count)))
    }
}
