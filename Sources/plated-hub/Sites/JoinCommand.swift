import Addresses
import Answers
import ArgumentParser
import Basics
import Delivery
import Fleet
import Foundation
import Proof
import Records
import Service
import Settings

/// Makes this hub a site of a centre.
struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Join a centre: from now on this hub reports to it.",
        discussion: """
            plated-hub site add prints the whole command at the centre. This one makes the site's own credentials, hands the public keys of
            this machine's seals over, and writes beside the configuration what the hub needs. Once more, with another token, the credentials are
            new ones.
            """)

    @Argument(help: .init("The centre's address, such as https://centre.example.", valueName: "address"))
    var address: String

    @Argument(help: .init("The token, as site add printed it; - for standard input.", valueName: "token"))
    var token: String

    @Option(help: .init("A key that seals this machine's logs; may be given several times.", valueName: "file"))
    var key: [String] = []

    @OptionGroup var options: SiteCommand.Options
    @OptionGroup var unit: UnitLines.Options

    /// How often it is tried: an answer may be lost, and the same request has the same one.
    private static let attempts = 5

    func run() async throws { try await SiteCommand.asRoot { try await join() } }

    private func join() async throws {
        let token = try read()
        let whole = address.contains("://") ? address : "https://\(address)"
        if let problem = CentreWay.problem(with: SourceAddress(whole)) {
            throw Failure(.usage, while: "joining the centre", because: "the address \(problem)")
        }
        let url = whole.hasSuffix("/") ? String(whole.dropLast()) : whole
        let files = try SiteFiles(options.config, site: token.site, url: url, hasAuthority: token.authority != nil)
        let keys = try publicKeys()
        if keys.isEmpty {
            say(
                "plated-hub: this machine has no key yet (plated makes it): the centre will believe any that its seals name"
            )
        }
        let own = SiteToken(site: token.site)
        let authority = try await authority(of: url, token)
        do {
            try files.prepare(token: own, authority: authority)
            try await ask(url, token, JoinRequest(token: own.digest, keys: keys.map { "\($0)" }), files.authorityDraft)
        } catch {
            files.discard()
            throw error
        }
        try files.commit()
        try StandardOutput.write(files.told)
        let left = try files.unit?.put(unit, config: options.config) ?? "sudo systemctl restart plated-hub\n"
        try StandardOutput.write("What is left: \(left)")
    }

    /// The certificate that vouches for the centre, which is believed by its hash alone; nil where this machine knows it.
    private func authority(of url: String, _ token: JoinToken) async throws -> String? {
        guard let wanted = token.authority else { return nil }
        let client = CentreClient([url], bearer: nil, authorities: nil, isAnybodyTrusted: true, name: "join")
        let answer = await client.ask("GET", "authority")
        let action = "asking \(url) for the certificate that vouches for it"
        guard answer.status == 200 else {
            throw Failure(
                .unavailable, while: action, because: answer.reason ?? "it answers \(answer.status)",
                remedy: "Look whether the address is right, and whether the centre's hub and web server run.")
        }
        let text = String(decoding: answer.bytes, as: UTF8.self)
        guard let found = CentreAddress.first(of: text), found.hash == wanted else {
            throw Failure(
                .badData, while: action, because: "it is another one than the token names",
                remedy:
                    "Somebody may be between this machine and the centre. If the centre has a new one: plated-hub site add, there, once more."
            )
        }
        return found.pem
    }

    private func ask(_ url: String, _ token: JoinToken, _ request: JoinRequest, _ authority: String?) async throws {
        let client = CentreClient([url], bearer: token.bearer, authorities: authority, name: "join")
        var answer = await client.ask("POST", "join", body: .json(request.text))
        for attempt in 1..<Self.attempts where answer.status == 0 || answer.status >= 500 {
            if attempt == 1 { say("plated-hub: \(answer.reason ?? "no answer"); it is tried again") }
            try await Task.sleep(for: .seconds(2 * attempt))
            answer = await client.ask("POST", "join", body: .json(request.text))
        }
        let action = "joining the centre at \(url)"
        switch answer.status {
        case 200:
            guard JoinAnswer(answer.bytes)?.site == token.site else {
                throw Failure(.badData, while: action, because: "what answers there is no centre")
            }
        case 401:
            throw Failure(
                .badData, while: action,
                because: "this token lets nobody in: its time is over, or it is of another centre",
                remedy: "For another: plated-hub site add \(token.site), at the centre.")
        case 409:
            throw Failure(
                .badData, while: action, because: "somebody has joined with this token already",
                remedy:
                    "If that was nobody here, shut it out at the centre (plated-hub site remove \(token.site)), and add it again."
            )
        default:
            throw Failure(
                .unavailable, while: action, because: answer.reason ?? "it answers \(answer.status)",
                remedy: "The token still counts: run the command again.")
        }
    }

    private func read() throws -> JoinToken {
        let text = token == "-" ? try TextFile("/dev/stdin").text() : token
        guard let token = JoinToken(text) else {
            throw Failure(
                .badData, while: "reading the token", because: "it is none, or a part of one",
                remedy: "plated-hub site add prints it at the centre, on one line.")
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
