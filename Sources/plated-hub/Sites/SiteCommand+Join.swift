import Answers
import ArgumentParser
import Basics
import Delivery
import Fleet
import Glibc
import Proof
import Records
import Service
import Settings

extension SiteCommand {
    struct Join: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Join a centre with its token: at the site.",
            discussion: """
                Makes this site's own credentials, hands the public keys of this machine's seals over, and writes beside the configuration
                what the hub needs. With a second token, the credentials are new ones.
                """)

        @Argument(help: .init("The token, as site add printed it.", valueName: "token"))
        var token: String?

        @Option(help: .init("A file with the token; - for standard input.", valueName: "file"))
        var tokenFile: String?

        @Option(help: .init("A key that seals this machine's logs; may be given several times.", valueName: "file"))
        var key: [String] = []

        @OptionGroup var options: Options
        @OptionGroup var unit: UnitLines.Options

        func validate() throws {
            if (token == nil) == (tokenFile == nil) { throw ValidationError("give the token, or --token-file") }
        }

        func run() async throws { try await SiteCommand.asRoot(use) }

        private func use() async throws {
            let token = try read()
            let files = try SiteFiles(options.config, token)
            let keys = try publicKeys()
            if keys.isEmpty {
                say(
                    "plated-hub: this machine has no key yet (plated makes it): the centre will believe any that its seals name"
                )
            }
            let password = SiteToken.random()
            let request = try JoinRequest(site: token.site, password: password, keys: keys).bytes(token.secret)
            do {
                try files.prepare(password: password)
                try await Self.unlessEnded { [authorities = files.authorities, secrets = files.secrets] in
                    try await Self.join(
                        token, request, password: password, authorities: authorities, secrets: secrets)
                }
            } catch {
                files.discard()
                throw error
            }
            try files.commit()
            try StandardOutput.write(files.told)
            let left = try files.unit?.put(unit, config: options.config) ?? "sudo systemctl restart plated-hub\n"
            try StandardOutput.write("What is left: \(left)")
        }

        /// Whoever ends the command finds nothing left over.
        private static func unlessEnded(_ body: @escaping @Sendable () async throws -> Void) async throws {
            let signals = SignalStream([SIGINT, SIGTERM, SIGHUP])
            try await withThrowingTaskGroup(of: Bool.self) { [all = signals.all] group in
                group.addTask {
                    try await body()
                    return true
                }
                group.addTask {
                    for await _ in all { return false }
                    return false
                }
                defer { group.cancelAll() }
                guard try await group.next() == true else {
                    throw Failure(
                        .temporary, while: "joining the centre", because: "it was ended before the centre had answered",
                        remedy:
                            "Where the token lets nobody in the next time, take the site out at the centre, and add it again."
                    )
                }
            }
            withExtendedLifetime(signals) {}
        }

        private static func join(
            _ token: SiteToken, _ request: [UInt8], password: String, authorities: String?, secrets: SecretPlace
        ) async throws {
            let asking = try JoinLine(
                token, authorities: authorities, login: (token.user, token.password), secrets: secrets)
            do throws(Failure) { try await asking.begin(upTo: .seconds(60), waits: SiteCommand.waiting) } catch {
                let isRefused = asking.isRefused
                await asking.end()
                throw isRefused ? useless : error
            }
            let own = try JoinLine(
                token, authorities: authorities, login: (token.site, password), secrets: secrets)
            let isIn = await asking.ask(request, of: token.site, until: own, upTo: .seconds(120))
            let isUsed = asking.isRefused
            await asking.end()
            await own.end()
            if isIn { return }
            if isUsed { throw useless }
            throw Failure(
                .unavailable, while: "joining the centre", because: "it does not answer",
                remedy: "plated-hub site add waits at the centre for this token: does it still run there?")
        }

        private static let useless = Failure(
            .unavailable, while: "joining the centre",
            because: "this token lets nobody in: it was used already, or plated-hub site add has ended at the centre",
            remedy:
                "If nobody here has used it, somebody else has: take the site out at the centre (plated-hub site remove), and add it again."
        )

        private func read() throws -> SiteToken {
            let text: String
            if let tokenFile {
                do { text = try TextFile(tokenFile == "-" ? "/dev/stdin" : tokenFile).text() } catch {
                    throw Failure(
                        .noInput, while: "reading the token, \(tokenFile.shown)", because: error.reason)
                }
            } else {
                text = token ?? ""
            }
            guard let token = SiteToken(text) else {
                throw Failure(
                    .badData, while: "reading the token", because: "it is none, or a part of one",
                    remedy: "plated-hub site add prints it at the centre, on one line.")
            }
            guard token.ends > WallTime.now.milliseconds else {
                throw Failure(
                    .badData, while: "reading the token", because: "its time is over",
                    remedy: "For another: plated-hub site add, at the centre. Or this machine's clock is wrong.")
            }
            return token
        }

        private func publicKeys() throws -> [PublicKey] {
            let paths = key.isEmpty ? [CameraPlaces.sealKey] : key
            return try paths.compactMap { path in
                if let found = try KeyFile(path: path).read() { return found.publicKey }
                if key.isEmpty { return nil }
                throw Failure(.noInput, while: "reading the key \(path)", because: "there is no such file")
            }
        }
    }
}
