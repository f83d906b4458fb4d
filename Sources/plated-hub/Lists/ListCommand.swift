import Answers
import ArgumentParser
import Basics
import Rules
import Service

/// Lists of plates.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists of plates: who may come in, who may not, and who is looked for.",
        discussion: """
            A list is a file in the folder of lists, NAME.KIND.csv; the kind is allow, deny or wanted. A running hub takes every change at
            once. What a list would have of a plate: plated-hub list check AB12CDE
            """,
        subcommands: [Show.self, Add.self, Remove.self, Import.self, Export.self, Check.self])

    /// Where the lists are.
    struct Options: ParsableArguments {
        @Option(
            name: [.short, .customLong("config")],
            help: .init("Configuration file (YAML); \(HubFile.usual), where it is there.", valueName: "file"))
        var config: String?

        @Option(help: .init("Why, for the record of look-ups.", valueName: "words"))
        var reason: String?

        /// The folder, once what is done with it is recorded where the settings want that.
        func folder(for command: String) throws -> ListFolder {
            let settings = try HubFile.settings(config)
            try settings.record("list " + command, Array(ProcessArguments.all.dropFirst(3)), reason: reason)
            return settings.listFolder(in: .current)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print which lists there are, or what one has.",
            discussion: "Without a name, all lists with the number of their plates, and what is wrong with any of them."
        )

        @Argument(help: .init("A list.", valueName: "name"))
        var name: String?

        @Option(help: .init("table, or json (one object).", valueName: "format"))
        var format = ShownFormat.table

        @OptionGroup var options: Options

        func run() throws {
            let folder = try options.folder(for: "show")
            guard let name else {
                let answer = ListsAnswer(folder)
                try StandardOutput.write(format == .json ? answer.json + "\n" : answer.text)
                if !answer.contents.problems.isEmpty { throw Failure(.configuration) }
                return
            }
            let list = try folder.list(name)
            try StandardOutput.write(format == .json ? list.json + "\n" : list.table)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a plate off a list, or take the whole list away.")

        @Argument(help: .init("The list.", valueName: "name"))
        var name: String

        @Argument(help: .init("The plate or pattern, as it stands there.", valueName: "plate"))
        var plate: String?

        @Flag(help: "The whole list.")
        var all = false

        @OptionGroup var options: Options

        func validate() throws {
            if (plate == nil) != all { throw ValidationError("name one plate, or --all for the whole list") }
        }

        func run() throws {
            let folder = try options.folder(for: "remove")
            guard let plate else {
                try folder.remove(name)
                return try StandardOutput.write("The list \(name) is gone.\n")
            }
            guard try folder.change(name, { $0.remove(plate) }) else {
                throw Failure(
                    .nothingFound, while: "removing a plate from the list \(name)", because: "it has no such entry",
                    remedy: "plated-hub list show \(name) prints all of it.")
            }
            try StandardOutput.write("It is off the list \(name).\n")
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print a list as comma-separated values.")

        @Argument(help: .init("The list.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func run() throws {
            try StandardOutput.write(try options.folder(for: "export").list(name, isToCount: false).text)
        }
    }
}
