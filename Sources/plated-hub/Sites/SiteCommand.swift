import Answers
import ArgumentParser
import Basics
import Delivery
import Fleet
import Glibc
import History
import Records
import Service

/// Sites of a centre: how they are let in, and shut out.
struct SiteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Sites of a centre: let one in, shut it out, see how each is doing.",
        discussion: """
            At the centre, as root:     plated-hub site add north          (prints what to run at the site, within an hour)
            A box was stolen:           plated-hub site remove north       (it is out within a second)

            docs/fleet.md has the way from nothing.
            """,
        subcommands: [Add.self, Remove.self, List.self])

    struct Options: ParsableArguments {
        @Option(
            name: [.short, .customLong("config")],
            help: .init("Configuration file (YAML); \(HubFile.usual), where it is there.", valueName: "file"))
        var config: String?
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a site in: prints the command that joins it, with a token that counts once.",
            discussion: "Run it at the centre. Nothing has to be restarted.")

        @Argument(help: .init("The site: the name of its hub.", valueName: "name"))
        var name: String

        @Flag(help: "For a site that is there: new credentials. Those that it has count until it has joined with them.")
        var again = false

        @Option(
            help: .init("This centre's address as the site has it, such as https://centre.example.", valueName: "url"))
        var address: String?

        @Option(
            name: .customLong("ca-file"),
            help: .init("The certificate (PEM) that vouches for that, where no machine knows it.", valueName: "file"))
        var certificate: String?

        @Option(help: .init("How long the token counts.", valueName: "number"))
        var minutes = 60

        @OptionGroup var options: Options

        func validate() throws {
            guard HubName.fits(name) else { throw ValidationError("a site's name: \(HubName.rule)") }
            guard 1...10_080 ~= minutes else { throw ValidationError("--minutes is a number from 1 to 10080, a week") }
        }

        func run() async throws {
            try await SiteCommand.asRoot {
                let settings = try HubFile.settings(options.config)
                let place = try CentreAddress(
                    given: address, certificate: certificate, settings.ingest, secrets: HubFile.secrets(options.config))
                let register = try await SiteCommand.register(options, isWriting: true)
                let isThere = try await register.names().contains(name)
                if isThere, !again {
                    throw Failure(
                        .usage, while: "adding the site \(name)", because: "there is one of that name",
                        remedy: "For new credentials of that site: plated-hub site add \(name) --again")
                }
                if !isThere, again { throw SiteCommand.missing(name) }
                try await register.set(authority: place.authority)
                let token = JoinToken(
                    site: name, authority: place.authority.flatMap { CentreAddress.first(of: $0)?.hash })
                let now = WallTime.now
                try await register.invite(
                    with: token, until: WallTime(milliseconds: now.milliseconds + Int64(minutes) * 60_000))
                say(
                    "plated-hub: run this at the site within \(Duration.seconds(minutes * 60).inWords); it lets in once:"
                )
                try StandardOutput.write("sudo plated-hub join \(place.url) \(token.text)\n")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shut a site out at once. What it has reported stays.")

        @Argument(help: .init("The site.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func run() async throws {
            try await SiteCommand.asRoot {
                let register = try await SiteCommand.register(options, isWriting: true)
                guard try await register.remove(name) else { throw SiteCommand.missing(name) }
                try StandardOutput.write("The site \(name) is shut out. What it has reported stays.\n")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print which sites there are, and which of them is late, since when, and why.")

        @OptionGroup var options: Options
        @Option(help: "table, or json.") var format = OutputFormat.table

        func run() async throws {
            try await SiteCommand.asRoot {
                let settings = try HubFile.settings(options.config)
                let history = try await HistoryPlace(settings, secrets: HubFile.secrets(options.config)).reading()
                let answer = try await SitesAnswer(history)
                try StandardOutput.write(format == .json ? answer.json + "\n" : answer.listText)
            }
        }
    }

    /// - Parameter isWriting: whether what is there is changed.
    private static func register(_ options: Options, isWriting: Bool) async throws -> SiteRegister {
        let settings = try HubFile.settings(options.config)
        let place = HistoryPlace(settings, secrets: HubFile.secrets(options.config))
        let history = try await isWriting ? place.writing() : place.reading()
        if isWriting, !history.isShared { place.giveFiles() }
        return SiteRegister(history)
    }

    /// Says what helps where this user may not write or read what it takes.
    static func asRoot(_ body: () async throws -> Void) async throws {
        do { try await body() } catch let failure as any ToldError {
            var told = Failure(failure)
            if geteuid() != 0, told.remedy.isEmpty || told.reason.contains(String(cString: strerror(EACCES))) {
                told.remedy = "Run it as root."
            }
            throw told
        }
    }

    static func missing(_ name: String) -> Failure {
        Failure(
            .noInput, while: "looking for the site \(name.shown)", because: "there is none of that name",
            remedy: "plated-hub site list prints those there are.")
    }
}
