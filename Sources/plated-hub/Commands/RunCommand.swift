import Answers
import ArgumentParser
import Basics
import Console
import Delivery
import Fleet
import History
import Logging
import Records
import Service

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#endif

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Follow the logs of all cameras, keep what they say, and show it to browsers.",
        discussion: """
            Goes on until it is told to stop (SIGINT, SIGTERM). What was written while it was away is read first, also from rotated
            and compressed logs. SIGUSR1 prints the counters. SIGHUP has it look at all logs again.
            """)

    @Option(
        name: [.short, .customLong("config")],
        help: .init("Configuration file (YAML); \(HubFile.usual), where it is there.", valueName: "file"))
    var config: String?

    @Option(help: .init("The history, in place of the configuration's.", valueName: "file"))
    var history: String?

    @Option(help: .init("How much to say on standard error, from everything to the worst alone.", valueName: "level"))
    var logLevel: Logger.Level?

    func run() async throws {
        // From here on, so that no signal ends the start without a word.
        let signals = SignalStream([SIGINT, SIGTERM, SIGUSR1, SIGHUP])
        let settings = try HubFile.settings(config)
        var talk = Logger(label: "plated-hub") { _ in StandardErrorLog() }
        talk.logLevel = logLevel ?? settings.log.level
        let path = history ?? settings.historyFile(in: .current)
        let lock = try HistoryLock(path)
        let systemd = SystemdNotifier()
        let opened = HistoryPlace(settings, given: history, secrets: HubFile.secrets(config))
        guard let kept = try await open(opened, talk, signals: signals.early) else { return systemd.stopping() }
        talk.info("the history is \(kept.place)")
        var place = settings
        place.history.path = path
        let accounts = place.accountFile(in: .current)
        let trust = ClockTrust.ofMachine(log: talk)
        let rules = try HubRules(place, secrets: HubFile.secrets(config), history: kept, trust: trust, talk: talk)
        await rules.begin()
        var surroundings = DeliverySurroundings(
            hub: settings.name ?? HubName.ofMachine, version: PlatedHub.number, folder: place.evidenceFolder,
            talk: talk, look: settings.looks(in: .current), now: { .now }, stopwatch: { .now })
        surroundings.lists = rules.centreLists
        let pictures = PictureMeter()
        let metrics = HubMetrics(
            settings, history: kept, after: try await kept.status().last,
            deliveryFile: place.deliveryFile(in: .current), openings: place.ownLog("openings", in: .current),
            meter: surroundings.meter, pictures: pictures, lists: rules.lists, sessions: rules.sessions,
            version: PlatedHub.number)
        var sources = ConsoleSources(
            accounts: accounts, evidence: place.evidenceFolder, lookups: settings.lookups(in: .current),
            setup: place.setupPlaces(in: .current),
            destinations: { [place] in
                // A page is to come at once, however much waits.
                try await place.destinationReports(in: .current, history: kept, most: 100_000).map {
                    DestinationAnswer($0)
                }
            }, metrics: { try await metrics.text(doors: $0) }, lists: rules.lists, pictures: settings.pictureSettings,
            pictureMeter: pictures)
        let centre = place.centre(kept, trust: trust, talk: talk)
        sources.centre = centre
        sources.sites = settings.sitePictures(centre.asker)
        sources.siteChain = { try await settings.siteChain(of: $0, in: kept) }
        sources.sessions = rules.sessions
        sources.doors = rules.panel
        sources.sealKeys = settings.proof.keys
        let console = try Console(settings.consoleSettings, history: kept, sources: sources, talk: talk)
        for address in settings.destinations.flatMap(\.way.addresses) { Secrets.add(address) }
        let delivery = try Delivery(
            settings.destinations, inner: rules.inner, doors: rules.links, secrets: HubFile.secrets(config),
            history: kept,
            file: place.deliveryFile(in: .current),
            surroundings: surroundings)
        let standing = StandingWatch(
            place, history: kept, sites: centre, talk: talk, now: { .now })
        let hub = Hub(
            place, history: kept, accounts: accounts, console: console, delivery: delivery, centre: centre,
            publisher: place.listPublisher(rules.lists, kept, centre: centre, talk: talk), own: rules.logs,
            standing: standing, trust: trust, talk: talk, systemd: systemd,
            lock: lock)
        let replacement = try await replacement(of: kept) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await hub.run() }
                group.addTask { [talk, numbers = signals.all] in
                    for await number in numbers {
                        switch number {
                        case SIGUSR1: for line in await hub.summary { talk.notice("\(line)") }
                        case SIGHUP: await hub.lookAgain()
                        default: return systemd.stopping()
                        }
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        await rules.end()
        for line in await hub.summary { talk.info("\(line)") }
        if let replacement { try beginAnew(since: replacement, kept, talk) }
        withExtendedLifetime((signals, lock)) {}
    }

    /// What became of the history's file beneath a hub that runs; nil where it ends for other reasons.
    private func replacement(
        of history: any History, _ run: () async throws -> Void
    ) async throws -> HistoryFailure? {
        do {
            try await run()
            return nil
        } catch let failure as HistoryFailure where failure.cause == .replaced {
            return failure
        }
    }

    /// Starts this process again, which opens what is at the history's path now and stores what the logs have beyond that. Nothing that refers
    /// to the numbers of the old one is left so. It takes a moment, and no service manager: the hub of a container or by hand is back as well.
    private func beginAnew(since failure: HistoryFailure, _ history: any History, _ talk: Logger) throws {
        talk.error(
            "\(failure). The hub starts again, with what is there now, and stores what the logs have beyond that.")
        (history as? SQLiteHistory)?.abandon()
        ProcessArguments.startAgain()
        // Only reached where the system does not let it; systemd starts it then.
        throw failure
    }

    /// - Returns: nil where a signal ends the start.
    private func open(
        _ place: HistoryPlace, _ talk: Logger, signals: AsyncStream<Int32>
    ) async throws -> (any History)? {
        try await withThrowingTaskGroup(of: (any History)?.self) { group in
            group.addTask { try await Self.open(place, talk) }
            group.addTask {
                for await number in signals where ![SIGUSR1, SIGHUP].contains(number) { return nil }
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// A server that is not there yet is waited for.
    private static func open(_ place: HistoryPlace, _ talk: Logger) async throws -> any History {
        var isTold = false
        while true {
            do {
                return try await place.writing()
            } catch let failure as HistoryFailure where failure.cause == .away {
                if !isTold { talk.error("\(failure)\nIt is tried again every five seconds.") }
                isTold = true
                try await Task.sleep(for: .seconds(5))
            }
        }
    }
}

extension HubConfiguration {
    /// The record of look-ups, for the console.
    fileprivate func lookups(in state: StateFolder) -> Lookups {
        guard audit.lookups else { return .unrecorded }
        let record = LookupRecord(path: auditFile(in: state))
        return Lookups(needsReason: audit.reasonRequired) { who, command, question, reason in
            try record.add(command: command, question: question, reason: reason, who: who)
        }
    }
}

extension HubConfiguration {
    /// Writes down what the centre of this hub looks at, where look-ups are recorded.
    fileprivate func looks(in state: StateFolder) -> @Sendable (String) throws -> Void {
        guard audit.lookups else { return { _ in } }
        let record = LookupRecord(path: auditFile(in: state))
        return { try record.add(command: "picture", question: [$0], reason: nil, who: "the centre") }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
