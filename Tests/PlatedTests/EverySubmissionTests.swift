import Foundation
import TestSupport
import Testing

/// What `.ci/run` does with its steps; stand-ins take their places, for the steps themselves take half an hour.
@Suite struct EverySubmissionTests {
    private static let first = ["scripts/install-packages", "scripts/build"]
    private static let second = ["scripts/test", "scripts/demo"]
    /// One after the other, and what is done beside them.
    private static let third = ["scripts/test-hub", "scripts/test-faults"]
    private static let besideThird = ["scripts/test-console"]
    private static let fourth = ["scripts/test-standing", "scripts/test-delivery"]
    private static let rows = [[first], [second], [third, besideThird], [fourth]]
    private static let steps = rows.flatMap { $0.flatMap { $0 } }

    /// Runs a copy of `.ci/run` among stand-ins, of which one may fail.
    private func run(failing step: String? = nil) throws -> (status: Int32, steps: [String]) {
        let folder = try TemporaryFolder()
        let run = try String(contentsOfFile: repository + "/.ci/run", encoding: .utf8)
        try folder.write(run, to: ".ci/run")
        let notes = folder.file("notes")
        for name in Self.steps {
            try folder.program(
                "#!/bin/sh\necho '\(name)' \"$@\" >>'\(notes)'\nexit \(name == step ? 1 : 0)\n", to: name)
        }
        let result = try Program.run([folder.file(".ci/run")], program: "/bin/bash")
        let lines = try folder.text("notes").split(separator: "\n").map(String.init)
        return (result.status, lines.compactMap { $0.split(separator: " ").first.map(String.init) })
    }

    @Test func `every step is taken`() throws {
        let (status, steps) = try run()
        #expect(status == 0 && Set(steps) == Set(Self.steps) && steps.count == Self.steps.count)
        var rest = steps[...]
        for row in Self.rows {
            let part = rest.prefix(row.map(\.count).reduce(0, +))
            for lane in row { #expect(part.filter(lane.contains) == lane) }
            rest = rest.dropFirst(part.count)
        }
    }

    @Test(arguments: steps)
    func `a step that fails fails the submission, and nothing that builds on it comes after it`(step: String) throws {
        let (status, steps) = try run(failing: step)
        #expect(status != 0)
        let row = try #require(Self.rows.firstIndex { $0.contains { $0.contains(step) } })
        let lane = try #require(Self.rows[row].first { $0.contains(step) })
        let place = try #require(lane.firstIndex(of: step))
        let later = lane.dropFirst(place + 1) + Self.rows.dropFirst(row + 1).flatMap { $0.flatMap { $0 } }
        #expect(!steps.contains { later.contains($0) }, "\(steps)")
    }
}
