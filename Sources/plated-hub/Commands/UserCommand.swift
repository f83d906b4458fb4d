import ArgumentParser
import Basics
import Console
import Delivery
import Files
import Service

/// Who may log in to the console.
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Who may log in to the console, and as what.",
        discussion: """
            Roles: viewer sees how the cameras are doing; operator looks for plates, sees pictures, corrects and exports, too; admin sees
            who has an account, besides. The hub may run meanwhile.
            """,
        subcommands: [Add.self, List.self, Remove.self, Password.self, Link.self])

    /// Where accounts are.
    struct Options: ParsableArguments {
        @Option(
            name: [.short, .customLong("config")],
            help: .init("Configuration file (YAML); \(HubFile.usual), where it is there.", valueName: "file"))
        var config: String?

        /// Does something with the accounts; the file stays the hub's.
        func use<Value>(_ body: (AccountFile, HubConfiguration) throws -> Value) throws -> Value {
            let settings = try HubFile.settings(config)
            let path = settings.accountFile(in: .current)
            let accounts = try AccountFile(path: path)
            defer { FilePlace.giveToOwnerOfFolder(path) }
            return try body(accounts, settings)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a user. The password is asked for, or read from standard input.")

        @Argument(help: .init("The name; it \(AccountName.rule).", valueName: "name"))
        var name: String

        @Option(help: .init("viewer, operator or admin.", valueName: "role"))
        var role: AccountRole

        @Option(help: .init("Sees this camera alone; may be given several times.", valueName: "name"))
        var camera: [String] = []

        @OptionGroup var options: Options

        func run() throws {
            try options.use { accounts, _ in
                try accounts.add(name, role: role.role, cameras: camera, password: try TypedPassword.new(for: name))
            }
            try StandardOutput.write("\(name) may log in, as \(role.role.rawValue).\n")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print who may log in.")

        @OptionGroup var options: Options

        func run() throws {
            try StandardOutput.write(try options.use { accounts, _ in UserTable(try accounts.accounts()).text })
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take a user away, and end what sessions they have.")

        @Argument(help: .init("The name.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func run() throws {
            try options.use { accounts, _ in try accounts.remove(name) }
            try StandardOutput.write("\(name) may no longer log in.\n")
        }
    }

    struct Password: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Give a user another password, asked for or read from standard input; sessions of the old one end.")

        @Argument(help: .init("The name.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func run() throws {
            try options.use { accounts, _ in
                try accounts.change(password: try TypedPassword.new(for: name), of: name)
            }
            try StandardOutput.write("\(name) has another password.\n")
        }
    }

    struct Link: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a link that makes one account, for an hour.",
            discussion: "Whoever opens it first chooses name and password. Give it to nobody else.")

        @Option(help: .init("viewer, operator or admin.", valueName: "role"))
        var role = AccountRole(role: .admin)

        @OptionGroup var options: Options

        func run() throws {
            let link = try options.use { accounts, settings in
                let console = settings.consoleSettings
                guard let address = console.address(machine: HubName.ofMachine) else {
                    throw Failure(
                        .configuration, while: "making a link", because: "there is no console: console.listen is off")
                }
                return "\(address)/invitation?token=\(try accounts.invite(role: role.role))"
            }
            try StandardOutput.write(link + "\n")
        }
    }
}
