import Answers
import ArgumentParser
import Basics
import Records
import Rules
import Service
import Settings

extension ListKind: ExpressibleByArgument {}

extension ListCommand {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a plate on a list, in the place of all entries of the same plate.",
            discussion: "With --kind, a list that is not there yet is made.")

        @Argument(help: .init("The list; its name \(PlateList.nameRule).", valueName: "name"))
        var name: String

        @Argument(help: .init("The plate; ? is one character, * any number of them.", valueName: "plate"))
        var plate: String

        @Option(help: .init("allow, deny or wanted: what a new list is for.", valueName: "kind"))
        var kind: ListKind?

        @Option(help: .init("What whoever is told of it may read.", valueName: "words"))
        var note = ""

        @Option(help: .init("Whose it is; stays in the list.", valueName: "words"))
        var owner = ""

        @Option(help: .init("From when it counts: 2026-11-20, or \"2026-11-20 14:05\".", valueName: "time"))
        var from: String?

        @Option(help: .init("Until when it counts.", valueName: "time"))
        var until: String?

        @Option(help: .init("For this camera alone; may be given several times.", valueName: "name"))
        var camera: [String] = []

        @Option(help: .init("Times of the week: \"\(WeeklyHours.example)\".", valueName: "hours"))
        var hours: String?

        @OptionGroup var options: Options

        func validate() throws { _ = try entry() }

        private func entry() throws -> ListEntry {
            guard var entry = ListEntry(plate) else { throw ValidationError("the plate \(ListEntry.rule)") }
            entry.note = note
            entry.owner = owner
            entry.from = from
            entry.until = until
            if let strange = camera.first(where: { !CameraName.fits($0) }) {
                throw ValidationError("--camera \(CameraName.rule); \"\(strange.shown)\" is no such name")
            }
            for (option, text) in [("--from", from), ("--until", until)] {
                guard let text, ListEntry.time(text, zone: .current) == nil else { continue }
                throw ValidationError(
                    "\(option) is a date, as 2026-11-20 or \"2026-11-20 14:05\"; \"\(text.shown)\" is none")
            }
            if entry.neverCounts(in: .current) {
                throw ValidationError("it would end (--until) before it begins (--from)")
            }
            entry.cameras = camera
            if let hours {
                guard let times = WeeklyHours(hours) else {
                    throw ValidationError("hours are written as \(WeeklyHours.example)")
                }
                entry.hours = times
            }
            return entry
        }

        func run() throws {
            let entry = try entry()
            let folder = try options.folder(for: "add")
            let told =
                switch try folder.change(name, as: kind, { $0.add(entry) }) {
                case .added: "It is on the list \(name).\n"
                case .replaced(count: 1): "It was on the list \(name), and stands there as you said now.\n"
                case .replaced(let count):
                    "It was on the list \(name) with \(count) entries, and stands there as you said now, with this one alone.\n"
                case .unchanged: "It stands on the list \(name) just so already.\n"
                }
            try StandardOutput.write(told)
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take plates out of a file of comma-separated values.",
            discussion: """
                The first line names the columns: \(PlateList.columns.joined(separator: ", ")); all but plate may be missing. A plate has
                all entries that the file has of it, and no older ones. Where something is wrong with a line, nothing is changed, and every
                problem is told.
                """)

        @Argument(help: .init("The list; its name \(PlateList.nameRule).", valueName: "name"))
        var name: String

        @Argument(help: .init("The file; /dev/stdin for standard input.", valueName: "file"))
        var file: String

        @Option(help: .init("allow, deny or wanted: what a new list is for.", valueName: "kind"))
        var kind: ListKind?

        @Flag(help: "The list has what the file has, and nothing else.")
        var replace = false

        @OptionGroup var options: Options

        func run() throws {
            let folder = try options.folder(for: "import")
            let entries = try folder.entries(of: file)
            let told = try folder.change(name, as: kind) { list in
                if replace {
                    let before = list.entries.count
                    list.entries = []
                    _ = list.merge(entries)
                    return "\(name) had \(before) entries, and has \(list.entries.count) now.\n"
                }
                let count = list.merge(entries)
                return "\(count.added) plates are new on \(name), \(count.replaced) stand there otherwise than before,"
                    + " and it has \(list.entries.count) entries now.\n"
            }
            try StandardOutput.write(told)
        }
    }
}
