import Answers
import ArgumentParser
import Basics
import Delivery
import Fleet
import Glibc
import Proof
import Records
import Service

/// Sites of a centre: how they join it, and how they are shut out.
struct SiteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Sites of a centre: let one in, give it new keys, shut it out.",
        discussion: """
            At the centre, as root:     plated-hub site add north          (prints a token, and waits for the site)
            At the site, as root:       plated-hub site join TOKEN
            A box was stolen:           plated-hub site remove north       (at the centre; it is cut off at once)

            The token lets in once, and only while site add waits. docs/fleet.md has the way from nothing.
            """,
        subcommands: [Add.self, Rotate.self, Remove.self, List.self, Key.self, Join.self])

    struct Options: ParsableArguments {
        @Option(
            name: [.short, .customLong("config")],
            help: .init("Configuration file (YAML); \(HubFile.usual), where it is there.", valueName: "file"))
        var config: String?
    }

    struct TokenOptions: ParsableArguments {
        @Argument(help: .init("The site: the name of its hub.", valueName: "name"))
        var name: String

        @Option(help: .init("A broker's address as the site has it; may be given several times.", valueName: "url"))
        var broker: [String] = []

        @Option(help: .init("How long to wait for the site.", valueName: "number"))
        var minutes = 60

        @Option(
            help: .init(
                "Where the token goes, in place of standard output: a new file, or one with an old token.",
                valueName: "file"))
        var tokenFile: String?

        func validate() throws {
            try SiteCommand.check(name)
            guard 1...10_080 ~= minutes else { throw ValidationError("--minutes is a number from 1 to 10080, a week") }
            if let wrong = broker.first(where: { !JoinLine.isBroker($0) }) {
                throw ValidationError(
                    "--broker takes an address such as mqtts://broker.example:8883, not \(wrong.shown)")
            }
        }
    }

    /// What add and rotate take, and do.
    struct Waiting: ParsableArguments {
        @OptionGroup var token: TokenOptions
        @OptionGroup var options: Options
        @OptionGroup var unit: UnitLines.Options

        /// - Parameter check: throws where no token is to be made.
        func run(_ check: (SiteEnrolment) throws -> Void) async throws {
            try await SiteCommand.asRoot {
                let enrolment = try SiteEnrolment(options.config)
                try check(enrolment)
                try await SiteWait(enrolment, token, options, unit: unit).run()
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a site in: prints a token for it, and waits until it has joined.",
            discussion: "Run it at the centre, as who may write the broker's users. Its end ends the token.")

        @OptionGroup var waiting: Waiting

        func run() async throws { try await waiting.run { try $0.checkIsNew(waiting.token.name) } }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a site new credentials: as add, for one that is there.",
            discussion: "What it has counts until it has joined again, with the new token.")

        @OptionGroup var waiting: Waiting

        func run() async throws {
            try await waiting.run { enrolment in
                guard enrolment.ingest.sites.contains(where: { $0.name == waiting.token.name }) else {
                    throw SiteCommand.missing(waiting.token.name)
                }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shut a site out: the broker cuts it off at once. What it has reported stays.")

        @Argument(help: .init("The site.", valueName: "name"))
        var name: String

        @OptionGroup var options: Options

        func validate() throws { try SiteCommand.check(name) }

        func run() throws {
            let removal = SiteRemoval(of: name, from: try enrolment())
            if !removal.wasThere, removal.failures.isEmpty { throw SiteCommand.missing(name) }
            try StandardOutput.write(removal.done.map { "\(name): \($0)\n" }.joined())
            if removal.failures.isEmpty {
                return try StandardOutput.write("The site \(name) is shut out. What it has reported stays.\n")
            }
            for failure in removal.failures { say("plated-hub: \(name): NOT done: \(failure)") }
            throw Failure(
                removal.failures[0].status, while: "shutting out the site \(name)",
                because: "not all of it could be done, as was said above: it may still be let in",
                remedy: geteuid() == 0 ? "Mend that, and run the command again." : "Run it as root.")
        }

        private func enrolment() throws -> SiteEnrolment {
            do { return try SiteEnrolment(options.config) } catch {
                say(
                    """
                    plated-hub: \(name): nothing is done yet: it may still be let in. Mend what is told here, and run the command again; \
                    or take its line out of the broker's users by hand, and have the broker read them again
                    """)
                throw error
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print which sites there are.")

        @OptionGroup var options: Options

        func run() throws {
            let enrolment = try SiteEnrolment(options.config)
            let users = Set(try BrokerUsers(enrolment.enrol).names)
            guard !enrolment.ingest.sites.isEmpty else {
                return try StandardOutput.write("There is no site. To let one in: plated-hub site add NAME\n")
            }
            var table = TextTable(["site", "at the broker", "lists", "keys"])
            for site in enrolment.ingest.sites {
                let lists = Set((enrolment.ingest.lists ?? []) + site.lists).sorted()
                table.add([
                    site.name, users.contains(site.name) ? "let in" : "shut out",
                    lists.isEmpty ? "none" : lists.joined(separator: " "),
                    site.keys.keys.isEmpty ? "any" : site.keys.keys.map(\.fingerprint).joined(separator: " "),
                ])
            }
            try StandardOutput.write(table.text)
        }
    }

    struct Key: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the public key with which this centre signs the lists of its sites.")

        @OptionGroup var options: Options

        func run() throws {
            let key = try SiteEnrolment.publicKey(ofCentre: options.config)
            try StandardOutput.write("public key   \(key)\nfingerprint  \(key.fingerprint)\n")
        }
    }

    /// Says what helps where this user may not write or read what it takes.
    static func asRoot(_ body: () async throws -> Void) async throws {
        do { try await body() } catch var failure as Failure {
            if geteuid() != 0, failure.remedy.isEmpty, failure.reason.contains(String(cString: strerror(EACCES))) {
                failure.remedy = "Run it as root."
            }
            throw failure
        }
    }

    /// - Throws: where a site cannot have that name, or another user of the broker has it.
    static func check(_ name: String) throws {
        guard HubName.fits(name), !name.hasPrefix(SiteToken.userMark), name != BrokerUsers.centre else {
            throw ValidationError(
                "a site's name: \(HubName.rule); centre and names with \(SiteToken.userMark) are taken")
        }
    }

    static func waiting(_ reason: String) { say("plated-hub: \(reason); it is tried for a minute") }

    static func missing(_ name: String) -> Failure {
        Failure(
            .noInput, while: "looking for the site \(name.shown)", because: "there is none of that name",
            remedy: "plated-hub site list prints those there are.")
    }
}
