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
            abstract: "Put a plate on a list, or change its entry.",
            discussion: """
                Of a plate that is on the list, only what is named here changes, in all its entries; an empty text takes away what stands
                there. With --kind, a list that is not there yet is made.
                """)

        @Argument(help: .init("The list; its name \(PlateList.nameRule).", valueName: "name"))
        var name: String

        @Argument(help: .init("The plate; ? is one character, * any number of them.", valueName: "plate"))
        var plate: String

        @Option(help: .init("allow, deny or wanted: what a new list is for.", valueName: "kind"))
        var kind: ListKind?

        @Option(help: .init("What whoever is told of it may read.", valueName: "words"))
        var note: String?

        @Option(help: .init("Whose it is; stays in the list.", valueName: "words"))
        var owner: String?

        @Option(help: .init("From when it counts: 2026-11-20, or \"2026-11-20 14:05\".", valueName: "time"))
        var from: String?

        @Option(help: .init("Until when it counts.", valueName: "time"))
        var until: String?

        @Option(help: .init("For this camera alone; may be given several times.", valueName: "name"))
        var camera: [String] = []

        @Option(help: .init("Times of the week: \"\(WeeklyHours.example)\".", valueName: "hours"))
        var hours: String?

        @OptionGroup var options: Options

        func validate() throws { _ = try change() }

        /// The entry, and the columns of it that were named.
        private func change() throws -> (entry: ListEntry, columns: Set<ListColumn>) {
            guard var entry = ListEntry(plate) else { throw ValidationError("the plate \(ListEntry.rule)") }
            entry.note = note ?? ""
            entry.owner = owner ?? ""
            for (option, text, place) in [("--from", from, \ListEntry.from), ("--until", until, \.until)] {
                guard let text, !text.isEmpty else { continue }
                entry[keyPath: place] = text
                if ListEntry.time(text, zone: .current) != nil { continue }
                throw ValidationError(
                    "\(option) is a date, as 2026-11-20 or \"2026-11-20 14:05\"; \"\(text.shown)\" is none")
            }
            entry.cameras = camera.filter { !$0.isEmpty }
            if let strange = entry.cameras.first(where: { CameraRef($0) == nil }) {
                throw ValidationError(
                    "--camera takes a camera's name, which \(CameraRef.rule); \"\(strange.shown)\" is none")
            }
            if let hours, !hours.isEmpty {
                guard let times = WeeklyHours(hours) else {
                    throw ValidationError("hours are written as \(WeeklyHours.example)")
                }
                entry.hours = times
            }
            try Self.refuseNever(entry)
            let named: [(ListColumn, Bool)] = [
                (.plate, true), (.note, note != nil), (.owner, owner != nil), (.from, from != nil),
                (.until, until != nil), (.cameras, !camera.isEmpty), (.hours, hours != nil),
            ]
            return (entry, Set(named.filter(\.1).map(\.0)))
        }

        private static func refuseNever(_ entry: ListEntry) throws {
            guard entry.neverCounts(in: .current) else { return }
            throw ValidationError("it would end (--until) before it begins (--from)")
        }

        func run() throws {
            let (entry, columns) = try change()
            let folder = try options.folder(for: "add")
            let told = try folder.change(name, as: kind) { list in
                let addition = list.change(entry, columns)
                let there = list.entries.filter { $0.plate == entry.plate }
                if !columns.isDisjoint(with: [.from, .until]) { try there.forEach(Self.refuseNever) }
                let words = there.map(\.words).joined(separator: "; ")
                return switch addition {
                case .added: "It is on the list \(name): \(words).\n"
                case .changed: "It was on the list \(name), and stands there now as: \(words).\n"
                case .unchanged: "It stands on the list \(name) just so already: \(words).\n"
                }
            }
            try StandardOutput.write(told)
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take plates out of a file of comma-separated values.",
            discussion: """
                The first line names the columns: \(ListTable.columnNames); all but plate may be missing. A plate has all entries that the
                file has of it, and no older ones; it keeps what stands in columns that the file has not. Where something is wrong with a
                line, nothing is changed, and every problem is told.
                """)

        @Argument(help: .init("The list; its name \(PlateList.nameRule).", valueName: "name"))
        var name: String

        @Argument(help: .init("The file; /dev/stdin for standard input.", valueName: "file"))
        var file: String

        @Option(help: .init("allow, deny or wanted: what a new list is for.", valueName: "kind"))
        var kind: ListKind?

        @Flag(help: "The list has what the file has, and nothing else, neither plates nor columns.")
        var replace = false

        @OptionGroup var options: Options

        func run() throws {
            let folder = try options.folder(for: "import")
            let table = try folder.table(at: file)
            let told = try folder.change(name, as: kind) { list in
                if replace {
                    let before = list.entries.count
                    list.entries = []
                    _ = list.merge(table)
                    return "\(name) had \(before) entries, and has \(list.entries.count) now.\n"
                }
                let count = list.merge(table)
                return "\(count.added) plates are new on \(name), \(count.changed) stand there otherwise than before,"
                    + " and it has \(list.entries.count) entries now.\n"
            }
            try StandardOutput.write(told)
        }
    }
}
