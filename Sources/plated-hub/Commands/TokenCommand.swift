import Answers
import ArgumentParser
import Basics
import Console
import Records
import Service

/// What programs ask the console with.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "What programs ask the console with, in place of an account.",
        discussion: """
            A token looks and changes nothing. It goes with every request, as "Authorization: Bearer TOKEN", and never in an address.
            Only its digest is kept: who loses it makes another. The hub may run meanwhile.
            """,
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a token, and print it this one time.")

        @Argument(
            help: .init("The name, which stands in the record of look-ups; it \(AccountName.rule).", valueName: "name"))
        var name: String

        @Option(
            help: .init(
                "viewer, operator, or reader, which has pictures of its own read and sees nothing here.",
                valueName: "role"))
        var role = TokenRole(role: .viewer)

        @Option(help: .init("Sees this camera alone; may be given several times.", valueName: "name"))
        var camera: [String] = []

        @Option(help: .init("After so many days it is over.", valueName: "number"))
        var days = 90

        @OptionGroup var options: UserCommand.Options

        func run() throws {
            let text = try options.use { accounts, _ in
                try accounts.addToken(name, role: role.role, cameras: camera, days: days)
            }
            do {
                try StandardOutput.write(text + "\n")
            } catch {
                // Nobody has it.
                try options.use { accounts, _ in try accounts.removeToken(name) }
                throw error
            }
            say("plated-hub: this is shown once and kept nowhere; it is over in \(days) \(days == 1 ? "day" : "days")")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print which tokens there are.")

        @OptionGroup var options: UserCommand.Options

        func run() throws {
            let (tokens, zone) = (try options.use { accounts, _ in try accounts.tokens() }, LocalZone.current)
            guard !tokens.isEmpty else {
                return try StandardOutput.write("There is no token. To make one: plated-hub token add NAME\n")
            }
            var table = TextTable(["name", "role", "cameras", "until", "last used"])
            for token in tokens {
                table.add([
                    token.name, token.role.rawValue,
                    token.cameras.isEmpty ? "all" : token.cameras.joined(separator: " "),
                    zone.text(token.ends) + (token.ends <= .now ? " (over)" : ""), token.seen.map(zone.text) ?? "never",
                ])
            }
            try StandardOutput.write(table.text)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take a token away: it lets nobody in any more.")

        @Argument(help: .init("The name.", valueName: "name"))
        var name: String

        @OptionGroup var options: UserCommand.Options

        func run() throws {
            try options.use { accounts, _ in try accounts.removeToken(name) }
            try StandardOutput.write("The token \(name) lets nobody in any more.\n")
        }
    }
}
