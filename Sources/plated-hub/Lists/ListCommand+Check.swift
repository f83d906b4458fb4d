import Answers
import ArgumentParser
import Basics
import Records
import Rules
import Service

extension ListCommand {
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what the lists would have of a plate, and why.",
            discussion: "As if it were read now, or --at a time. Exits with 1 where no list has anything of it.")

        @Argument(help: .init("The plate, as it would be read.", valueName: "plate"))
        var plate: String

        @Option(
            help: .init("As if this camera had read it; otherwise any camera that an entry is for.", valueName: "name"))
        var camera: String?

        @Option(
            help: .init("As if it were read then: 14:05, \"yesterday 14:00\", 2026-11-20T14:05:00Z.", valueName: "time")
        )
        var at: String?

        @Option(help: .init("How surely it would be read, 0 to 1.", valueName: "number"))
        var confidence = 0.9

        @Option(help: .init("table, or json (one object).", valueName: "format"))
        var format = ShownFormat.table

        @OptionGroup var options: Options

        func validate() throws {
            guard (0...1).contains(confidence) else { throw ValidationError("--confidence is a number from 0 to 1") }
            _ = try text()
            _ = try time()
        }

        private func text() throws -> ListEntry {
            guard let text = ListEntry(plate), !text.isPattern else {
                throw ValidationError("a plate has letters or digits, \(ListEntry.longest) at most, and no ? or *")
            }
            return text
        }

        private func time() throws -> WallTime {
            do throws(TimeExpression.Refusal) {
                return try at.map { text throws(TimeExpression.Refusal) in
                    try TimeExpression(text, now: .now, zone: .current).earliest
                } ?? .now
            } catch {
                throw ValidationError("--at: \(error.reason)")
            }
        }

        func run() throws {
            let text = try text()
            let time = try time()
            let zone = LocalZone.current
            let contents = try options.folder(for: "check").contents()
            for problem in contents.problems { say("plated-hub: \(problem)") }
            let checks = ListMatcher(contents.lists, zone: zone)
                .checks(of: text.plate, camera: camera, at: time, confidence: confidence)
            let answer = CheckAnswer(plate: text.plate, time: time, checks: checks, zone: zone)
            try StandardOutput.write(format == .json ? answer.json + "\n" : answer.text)
            if !contents.problems.isEmpty { throw Failure(.configuration) }
            if !checks.contains(where: { $0.obstacle == nil }) { throw Failure(.nothingFound) }
        }
    }
}
