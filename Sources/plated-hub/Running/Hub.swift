import Basics
import Console
import Delivery
import Fleet
import History
import Logging
import Records
import Service

/// The service: follows the logs of all cameras, shows what they say, forgets what is too old, and tells systemd how it is doing.
///
/// Structured concurrency: each of its tasks ends with the task that runs it, and one that fails ends them all.
actor Hub {
    /// How often systemd is told that all is well.
    private static let pulse = Duration.seconds(5)
    /// How often the history is looked through for what is too old.
    private static let sweep = Duration.seconds(3600)
    /// How often it is asked whether the clock can be trusted, where that is waited for.
    private static let look = Duration.seconds(60)

    private let settings: HubConfiguration
    private let history: any History
    private let sweeper: Sweeper
    /// In the clock that says what is too old.
    private let trust: ClockTrust
    private let console: Console
    private let delivery: Delivery
    private let centre: Centre
    /// Nil where this hub says nothing of sites' lists.
    private let publisher: ListPublisher?
    /// Logs of the hub's own.
    private let own: [HubLog]
    private let standing: StandingWatch
    private let talk: Logger
    private let systemd: SystemdNotifier
    private let lock: HistoryLock
    /// The logs that are followed now, and who does.
    private var logs: [String] = []
    private var intake: Intake?
    /// What lies among the logs, is none, and was told of.
    private var toldStrangers: Set<String> = []
    /// Why the history was away when it was asked last.
    private var away: String?
    /// Whether it is known where each destination goes on.
    private var isPrepared = false
    private let prepared = Bell()
    /// Stored and repeated by those before it.
    private var earlier = (stored: 0, repeated: 0)

    /// - Parameters:
    ///   - accounts: the file of accounts and corrections.
    ///   - trust: in the clock that says what is too old.
    init(
        _ settings: HubConfiguration, history: any History, accounts: String, console: Console, delivery: Delivery,
        centre: Centre, publisher: ListPublisher?, own: [HubLog], standing: StandingWatch, trust: ClockTrust,
        talk: Logger, systemd: SystemdNotifier, lock: HistoryLock
    ) {
        self.settings = settings
        self.history = history
        self.trust = trust
        sweeper = Sweeper(settings, history: history, accounts: accounts, trust: trust, talk: talk)
        self.console = console
        self.delivery = delivery
        self.centre = centre
        self.publisher = publisher
        self.own = own
        self.standing = standing
        self.talk = talk
        self.systemd = systemd
        self.lock = lock
    }

    /// Runs until the task is cancelled, or the history cannot go on.
    func run() async throws {
        do { try await prepare() } catch let failure as HistoryFailure { if failure.cause != .away { throw failure } }
        var tasks = EndlessTasks()
        tasks.add("the intake of logs") { try await self.patiently { try await self.follow() } }
        tasks.add("delivery") { try await self.patiently { try await self.deliver() } }
        tasks.add("what sites report") { try await self.patiently { try await self.centre.run() } }
        if let publisher { tasks.add("lists of sites") { try await self.patiently { try await publisher.run() } } }
        tasks.add("how cameras stand") { try await self.standing.run() }
        tasks.add("retention") { try await self.patiently { try await self.sweepAgainAndAgain() } }
        tasks.add("the beat") { try await self.patiently { try await self.beat() } }
        tasks.add("the console") { try await self.console.run() }
        tasks.add("reading posted pictures") { try await self.console.readPictures() }
        try await tasks.run()
    }

    /// A history whose server is away ends nothing: what asked it begins again.
    private func patiently(_ task: @Sendable () async throws -> Void) async throws {
        while true {
            do {
                return try await task()
            } catch let failure as HistoryFailure where failure.cause == .away {
                if away == nil { talk.error("\(failure)") }
                away = failure.reason
                systemd.tell("waiting for the history", isAlive: true)
                try await Task.sleep(for: Self.pulse)
            }
        }
    }

    // MARK: - Logs

    /// Follows the logs there are, and those that it followed before: a log that was rotated is not there until its scanner writes again.
    /// With a new one it begins anew with all of them.
    private func follow() async throws {
        try await prepare()
        let patterns = LogPattern.all(of: settings, in: .current)
        let folders = try LogFolders(patterns)
        defer { folders.stop() }
        var logs = try await history.status().logs.map(\.path).filter { path in
            LogPattern.mayBeLog(path) && patterns.contains { $0.fits(path) }
        }
        var next = await folders.next()
        var isReady = false
        while let found = next {
            logs += found.filter { !logs.contains($0) }
            tell(of: logs)
            tell(ofStrangers: patterns.flatMap(\.strangers))
            let intake = try await Intake(
                history: history, logs: logs, talk: talk, now: { .now },
                limit: { [sweeper] camera in sweeper.limit(of: camera, at: .now) })
            if !isReady { systemd.ready("reading \(logs.count) logs") }
            isReady = true
            self.logs = logs
            self.intake = intake
            if !isPrepared {
                try await intake.catchUp()
                try await prepare(isNew: false)
            }
            next = try await withThrowingTaskGroup(of: [String]?.self) { [logs] group in
                group.addTask {
                    try await intake.run()
                    return nil
                }
                group.addTask { await folders.next(beyond: logs) }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
            let ended = (stored: await intake.stored, repeated: await intake.repeated)
            self.intake = nil
            earlier = (earlier.stored + ended.stored, earlier.repeated + ended.repeated)
        }
    }

    /// Looks at all logs at once.
    func lookAgain() async {
        talk.notice(
            "looking at all \(logs.count) logs again, since SIGHUP asks for it; settings are read at the start only")
        await intake?.lookAgain()
    }

    /// - Parameter strangers: what lies among the logs and is none.
    private func tell(ofStrangers strangers: [String]) {
        for path in strangers where toldStrangers.insert(path).inserted {
            talk.warning("\(path) is called like a log, and is no regular file: it is not read")
        }
    }

    private func tell(of logs: [String]) {
        let new = logs.filter { !self.logs.contains($0) }
        if !new.isEmpty { talk.info("reading \(new.joined(separator: ", "))") }
        if logs.isEmpty { talk.notice("there is no log yet: waiting for \(settings.logs.joined(separator: ", "))") }
    }

    // MARK: - Retention

    private func sweepAgainAndAgain() async throws {
        while true {
            let now = Moment.now
            var isDone = true
            do {
                let isSwept = try await sweeper.sweep(at: now)
                isDone = await sweeper.rotate(own, at: now) && isSwept
            } catch let failure as HistoryFailure where failure.mayPass {
                talk.warning("\(failure); it is tried again in an hour")
            }
            try await rest(isWaiting: !isDone)
        }
    }

    /// Until the next sweep.
    ///
    /// - Parameter isWaiting: for the clock, which may be trusted before.
    private func rest(isWaiting: Bool) async throws {
        let end = ContinuousClock.now + Self.sweep
        while ContinuousClock.now < end {
            try await Task.sleep(for: isWaiting ? Self.look : Self.sweep)
            if isWaiting, trust.isRight(at: .now) { return }
        }
    }

    // MARK: - Delivery

    /// Finds where each destination goes on, before anything new is stored. What is wrong with it is said by `deliver`.
    ///
    /// - Parameter isNew: whether the history may be empty, or have less than was delivered of it. It is not done then until it has what the logs
    ///   have from before: whoever is told of what comes is not told of that, and only with that is it known how far each destination was.
    ///   Lists, sessions and doors see all of it.
    private func prepare(isNew: Bool = true) async throws {
        if isPrepared { return }
        if isNew, try await history.status().last == 0 {
            do { try await delivery.beginOwn() } catch is Failure {}
            return
        }
        do {
            if isNew, try await delivery.isAhead() { return }
            try await delivery.prepare()
        } catch is Failure {}
        isPrepared = true
        prepared.ring()
    }

    /// What keeps deliveries from beginning keeps nobody from storing plates.
    private func deliver() async throws {
        let changes = prepared.stream()
        if !isPrepared { for await _ in changes where isPrepared { break } }
        while true {
            try Task.checkCancellation()
            do {
                return try await delivery.run()
            } catch let failure as Failure {
                talk.error("\(failure)\nNothing is delivered; it is tried again every minute, and the history goes on.")
                try await Task.sleep(for: .seconds(60))
            }
        }
    }

    // MARK: - How it is doing

    private func beat() async throws {
        while true {
            try await Task.sleep(for: Self.pulse)
            // Both answer, or nothing here does any more and systemd starts the hub anew.
            let counted = await counted
            for log in own { await log.tend() }
            _ = try await history.records(after: .max, limit: 1)
            if away != nil { talk.notice("the history \(history.place) answers again") }
            away = nil
            try lock.check()
            let standstill = history.news.standstill
            lock.tell(standstill)
            systemd.tell(
                standstill.map { "nothing is stored since \($0.since): \($0.reason)" }
                    ?? "reading \(logs.count) logs, \(counted.stored) new records", isAlive: true)
        }
    }

    private var counted: (stored: Int, repeated: Int) {
        get async {
            guard let intake else { return earlier }
            return (earlier.stored + (await intake.stored), earlier.repeated + (await intake.repeated))
        }
    }

    /// The counters, a line each.
    var summary: [String] {
        get async {
            let counted = await counted
            return [
                "\(logs.count) logs: \(logs.joined(separator: ", "))",
                "\(counted.stored) new records, \(counted.repeated) that were there already",
            ]
        }
    }
}
