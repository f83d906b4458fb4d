import ArgumentParser
import Basics
import Engines
import ModelStore
import Service

struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "List, install and check the nets that plates can be found and read with.",
        discussion: """
            plated needs none of them: its own model comes with it. Nothing is fetched but by 'plated models install'.
            """,
        subcommands: [List.self, Install.self, Verify.self])

    /// Where the catalogue and the nets are.
    struct Places: ParsableArguments {
        @Option(
            help: .init(
                "The nets' folder, instead of the usual ones: for root \(ModelFolders.shared), for others "
                    + "~/.local/share/plated/models.", valueName: "folder"))
        var folder: String?

        @Option(help: .init("Another catalogue of nets (YAML).", valueName: "file"))
        var catalogue: String?

        func loadCatalogue() throws -> ModelCatalogue {
            guard let file = catalogue ?? Installation.ofThisProgram.catalogue else {
                throw Failure(
                    .configuration, while: "looking for the catalogue of nets",
                    because: "models/catalogue.yaml is not installed")
            }
            return try ModelCatalogue(file: file)
        }

        /// What has to be typed again so that another command of these looks in the same places; with a space in front.
        var words: String {
            [("--folder", folder), ("--catalogue", catalogue)].map { name, value in
                value.map { " \(name) \($0.quotedForShell)" } ?? ""
            }.joined()
        }

        var folders: ModelFolders {
            folder.map { ModelFolders(only: $0) } ?? Installation.ofThisProgram.modelFolders
        }
    }
}

extension ModelsCommand {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "What there is, and what of it is installed.")

        @OptionGroup var places: Places

        func run() throws {
            try StandardOutput.write(ModelTable(places.loadCatalogue().models, in: places.folders).text)
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Read every installed net again and compare it with the catalogue.",
            discussion: "Exits with 65 where one is damaged, with 66 where one that was named is not installed.")

        @Argument(help: .init("Nets; without any, all that are installed.", valueName: "name"))
        var names: [String] = []

        @OptionGroup var places: Places

        func run() throws {
            let catalogue = try places.loadCatalogue()
            let models = try names.isEmpty ? catalogue.models : names.map { try catalogue.model(named: $0) }
            var damaged: [String] = []
            var absent: [String] = []
            var found = false
            for model in models {
                let states = places.folders.all.map { InstalledModel(model, in: $0) }
                    .map { (copy: $0, state: $0.state()) }.filter { $0.state.isPresent }
                for (copy, state) in states {
                    try StandardOutput.write("\(model.name)  \(state.text)  \(copy.folder)\n")
                    if case .damaged = state { damaged.append(model.name) }
                }
                if states.isEmpty, !names.isEmpty { absent.append(model.name) }
                found = found || !states.isEmpty
            }
            if let name = damaged.first {
                throw Failure(
                    .badData, while: damaged.joined(separator: ", "), because: "damaged",
                    remedy: "To mend it: plated models install \(name)\(places.words)")
            }
            if let name = absent.first {
                throw Failure(
                    .noInput, while: absent.joined(separator: ", "), because: "not installed",
                    remedy: "To install it: plated models install \(name)\(places.words)")
            }
            if !found { try StandardOutput.write("No net is installed.\n") }
        }
    }
}

extension String {
    /// As it is typed in a shell: in quotes, where there is anything that the shell would take for itself.
    fileprivate var quotedForShell: String {
        let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+=:,@%".contains($0)) }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
