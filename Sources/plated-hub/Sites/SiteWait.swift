import Basics
import Delivery
import Fleet
import Glibc
import Records
import Service
import Settings

/// The centre waits for a site that joins with a token. The token lets in while it does, and no longer.
struct SiteWait {
    private let enrolment: SiteEnrolment
    private let options: SiteCommand.TokenOptions
    private let line: JoinLine
    /// Where the token goes, in place of standard output.
    private let tokenFile: WholeFile?

    init(
        _ enrolment: SiteEnrolment, _ options: SiteCommand.TokenOptions, _ hub: SiteCommand.Options,
        unit: UnitLines.Options
    ) throws {
        self.enrolment = enrolment
        self.options = options
        tokenFile = try options.tokenFile.flatMap { $0 == "-" ? nil : $0 }.map {
            try Self.file($0, besides: enrolment.files)
        }
        _ = try enrolment.publicKey()
        if let path = try enrolment.makeCentre() {
            try enrolment.reload()
            say("plated-hub: made the broker's user centre; its password is in \(path)")
            say("plated-hub: left for this centre, once: \(try enrolment.unit.put(unit, config: hub.config))")
        }
        line = try enrolment.line(for: options.name)
    }

    /// - Parameter others: files that no token goes over.
    private static func file(_ path: String, besides others: [String]) throws -> WholeFile {
        let file = try WholeFile(path, as: "the token", notOver: others, isSecret: true)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return file }
        // One of before may go.
        let old: String
        do throws(TextFile.Unreadable) { old = try TextFile(path).text() } catch { old = "" }
        guard SiteToken(old) == nil else { return file }
        throw Failure(
            .usage, while: "writing the token \(path)", because: "there is a file of that name, and it is no token",
            remedy: "Name another, or take it away.")
    }

    func run() async throws {
        let signals = SignalStream([SIGINT, SIGTERM, SIGHUP])
        do throws(Failure) { try await line.begin(upTo: .seconds(60), waits: SiteCommand.waiting) } catch {
            let isRefused = line.isRefused
            await line.end()
            var failure = error
            if isRefused {
                failure.remedy =
                    "Does the broker read its users from \(enrolment.enrol.usersFile), and does \(enrolment.enrol.reload.joined(separator: " ")) make it? Is the password in ingest.credentials_file that of its user centre?"
            }
            throw failure
        }
        let end = WallTime(milliseconds: WallTime.now.milliseconds + Int64(options.minutes) * 60_000)
        let token = try enrolment.open(options.name, brokers: options.broker, until: end)
        let mark = try enrolment.line(of: token)
        do {
            try hand(over: token)
            guard let request = await request(token, signals: signals.all) else {
                throw Failure(
                    .temporary, while: "waiting for the site \(options.name)",
                    because: "it had not joined when this ended",
                    remedy: "The token lets nobody in any more. For another: run the command again.")
            }
            try enrolment.take(request, of: token)
            let keys = request.keys.count
            let seals =
                keys == 0
                ? "It named no key: any counts that its seals name, until plated-hub site rotate."
                : keys == 1 ? "Seals count that its key makes." : "Seals count that its \(keys) keys make."
            try StandardOutput.write("The site \(request.site) has joined. \(seals)\n")
        } catch {
            await line.end()
            try enrolment.close(token, line: mark)
            throw error
        }
        await line.end()
        withExtendedLifetime(signals) {}
    }

    private func request(_ token: SiteToken, signals: AsyncStream<Int32>) async -> JoinRequest? {
        let patience = Duration.seconds(60 * options.minutes)
        return await withTaskGroup(of: JoinRequest?.self) { group in
            group.addTask { [line] in
                await line.request(token, upTo: patience) { fault in
                    say("plated-hub: something came for the site \(token.site), and is not believed: \(fault)")
                }
            }
            group.addTask {
                for await _ in signals { return nil }
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    private func hand(over token: SiteToken) throws {
        if token.brokers.contains(where: JoinLine.isLocal) {
            say(
                "plated-hub: the token leads to this machine itself: name the broker as sites have it (--broker, ingest.enrol.brokers)"
            )
        }
        if token.brokers.contains(where: JoinLine.isOpen) {
            say("plated-hub: the broker is reached without TLS (mqtt://): passwords can be read on the way")
        }
        if let tokenFile {
            try tokenFile.write(Array((token.text + "\n").utf8))
            say("plated-hub: the token is in \(options.tokenFile ?? "")")
        } else {
            try StandardOutput.write(token.text + "\n")
        }
        say(
            "plated-hub: at the site, as root: plated-hub site join TOKEN. It lets in once, within \(options.minutes) minutes, while this command waits."
        )
    }
}
