import Answers
import Console
import Delivery
import Dispatch
import Fleet
import History
import Live
import Logging
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Decides how each camera of this machine stands, every two seconds: by its scanner's socket first, then by its unit, its file and its log.
/// Everybody who shows it asks the history's board, where this puts it; other processes find it beside the records.
actor StandingWatch {
    private static let pulse = Duration.seconds(2)
    /// How often systemd is asked of cameras that do not answer, and how often where there is none.
    private static let managerPulse = (usual: Duration.seconds(4), without: Duration.seconds(60))
    /// Wall and other clocks differ by more where somebody set the wall's.
    private static let set: Int64 = 5000

    private struct Watched {
        var standing: CameraStanding?
        /// When that began, as it was told first, and by a clock that nobody sets.
        var begun: (told: WallTime, at: ContinuousClock.Instant)?
        /// When its scanner last said that it turns.
        var turned: ContinuousClock.Instant?
        var hadFile = false
        var wasSeen = false
    }

    private let settings: HubConfiguration
    private let history: any History
    /// Nil where no site reports here.
    private let sites: Centre?
    private let talk: Logger
    private let now: @Sendable () -> Moment
    private let manager: SystemManager
    private let queue = DispatchQueue(label: "plated-hub.standing")

    private var watched: [String: Watched] = [:]
    /// What is kept: how cameras stand, and what is remembered of this hub's own.
    private var kept: (standings: [String: String], memory: [String: String])?
    /// Cameras that have a configuration.
    private var files: Set<String> = []
    private var units: [String: UnitState] = [:]
    private var nextManager: ContinuousClock.Instant?
    /// What the history had last.
    private var present = Present.nothing
    private var signs: [String: WallTime] = [:]
    private var isTroubled = false

    init(
        _ settings: HubConfiguration, history: any History, sites: Centre? = nil, manager: String = "systemctl",
        talk: Logger, now: @escaping @Sendable () -> Moment
    ) {
        self.settings = settings
        self.history = history
        self.sites = sites
        self.manager = SystemManager(program: manager, patience: 5000)
        self.talk = talk
        self.now = now
    }

    /// Until the task is cancelled.
    func run() async throws {
        while true {
            await look()
            try await Task.sleep(for: Self.pulse)
        }
    }

    /// Looks at all of them once.
    func look() async {
        await recall()
        files = Set(settings.root.cameras.map(\.description))
        await ask()
        let logs = logs
        let cameras = cameras(logs: logs)
        let paths = Dictionary(
            uniqueKeysWithValues: cameras.compactMap { camera in
                CameraID(camera).map { (camera, CameraPlaces($0, settings.root).socket) }
            })
        let (units, answers) = await round(paths)
        let moment = now()
        for camera in cameras {
            let answer = answers[camera] ?? .absence
            if case .beat(let beat) = answer {
                watched[camera, default: Watched()].wasSeen = true
                if beat.turns { watched[camera]?.turned = moment.instant }
            }
            let hasFile = files.contains(camera)
            if hasFile { watched[camera, default: Watched()].hadFile = true }
            let known = watched[camera] ?? Watched()
            let quiet = known.turned.map { $0.duration(to: moment.instant) }
            let evidence = StandingEvidence(
                answer: answer, unit: units[camera], hasFile: hasFile, hadFile: known.hadFile,
                wasSeen: known.wasSeen, hasLog: logs.contains(camera),
                gap: present.gaps.first { $0.camera == camera }?.gap, quiet: quiet,
                lastSign: known.turned.map { moment.wall(at: $0) } ?? signs[camera], before: known.standing)
            put(evidence.standing(at: moment.wall), of: camera, at: moment)
        }
        await publish(cameras)
    }

    // MARK: - What is looked at

    /// What a hub before this one knew.
    private func recall() async {
        guard kept == nil else { return }
        do {
            let (standings, memory) = (try await history.kept(Standings.space), try await history.kept(memory))
            for (camera, words) in memory {
                var known = Watched()
                known.standing = standings[camera].flatMap { Standings.standing($0) }
                known.hadFile = words.contains("file")
                known.wasSeen = words.contains("seen")
                watched[camera] = known
            }
            kept = (standings, memory)
        } catch {
            // It is asked again.
        }
    }

    /// Where this hub remembers which cameras are its own: a database is shared with others.
    private var memory: String {
        let hub = settings.history.postgresql == nil ? "" : " of \(settings.name ?? HubName.ofMachine)"
        return "standings memory" + hub
    }

    /// Cameras with a log that is there.
    private var logs: Set<String> {
        let paths = settings.logs.map { LogPattern($0) }.flatMap(\.logs).filter { access($0, F_OK) == 0 }
        return Set(paths.compactMap { CameraID.stem(of: $0) })
    }

    private func ask() async {
        do {
            present = try await history.loggedPresent()
            for log in try await history.logs() {
                guard let latest = log.latest, let camera = CameraID.stem(of: log.path) else { continue }
                signs[camera] = max(signs[camera] ?? latest, latest)
            }
        } catch {
            // What it said before counts until it answers again.
        }
    }

    /// Those of this machine.
    private func cameras(logs: Set<String>) -> [String] {
        var all = files.union(settings.root.running.map(\.description)).union(watched.keys)
        // A database is shared with hubs whose cameras this one knows nothing of.
        if settings.history.postgresql == nil { all.formUnion(present.cameras) }
        return all.union(logs.intersection(present.cameras)).filter { settings.site(of: $0) == nil }.sorted()
    }

    /// Asks scanners, and systemd of those that do not answer.
    private func round(_ paths: [String: String]) async -> ([String: UnitState], [String: StandingEvidence.Answer]) {
        let isDue = nextManager.map { $0 <= now().instant } ?? true
        let files = files
        let (said, answers) = await withCheckedContinuation { continuation in
            queue.async { [manager] in
                let answers = BeatRound().answers(of: paths)
                let asked = answers.filter { $0.value == .absence || $0.value == .refusal }.keys
                    .filter(files.contains).compactMap { CameraID($0) }.sorted()
                let said = asked.isEmpty || !isDue ? nil : manager.run(UnitState.question(asked))
                continuation.resume(returning: (said, answers))
            }
        }
        if let said {
            let isThere = said.status == 0
            self.units = isThere ? UnitState.all(said.said) : [:]
            nextManager = now().instant + (isThere ? Self.managerPulse.usual : Self.managerPulse.without)
        }
        return (self.units, answers)
    }

    // MARK: - What is told

    private func put(_ new: CameraStanding, of camera: String, at moment: Moment) {
        var new = new
        let before = watched[camera]?.standing
        if let begun = watched[camera]?.begun, let since = new.since, since == begun.told || since == before?.since {
            // Where somebody has set the clock since then, it began at another time by it; also of what the log tells by the clock of then.
            let wall = moment.wall(at: begun.at)
            new.since = abs(begun.told.milliseconds - wall.milliseconds) > Self.set ? wall : begun.told
            if let before, let old = before.since, let now = new.since,
                abs(old.milliseconds - now.milliseconds) < Self.set
            {
                new.since = old
            }
        } else {
            watched[camera, default: Watched()].begun = new.since.map {
                ($0, moment.instant - .milliseconds(max(0, moment.wall.milliseconds - $0.milliseconds)))
            }
        }
        watched[camera, default: Watched()].standing = new
        guard before?.state != new.state || before?.cause != new.cause else { return }
        let detail = new.detail.map { ": \($0)" } ?? ""
        if new.isSeeing == false, new.state != .starting {
            talk.warning("\(camera.shown): \(new.words.lowercased())\(detail)")
        } else if before != nil {
            talk.notice("\(camera.shown): \(new.words.lowercased())")
        }
    }

    private func publish(_ cameras: [String]) async {
        var all = Standings()
        // Cameras of other hubs of this database.
        if settings.history.postgresql != nil {
            do { all = try await history.keptStandings() } catch { all = history.news.standing.current ?? all }
        }
        for camera in cameras { all.cameras[camera] = watched[camera]?.standing }
        let told = await ofSites
        for (camera, standing) in told { all.cameras[camera] = standing }
        history.news.standing.put(all)
        await keep(Standings(all.cameras.filter { watched[$0.key] != nil || told[$0.key] != nil }))
    }

    /// Those of sites, by what these say.
    private var ofSites: [String: CameraStanding] {
        get async {
            do { return try await standingsOfSites() } catch { return [:] }
        }
    }

    private func standingsOfSites() async throws -> [String: CameraStanding] {
        guard let sites else { return [:] }
        let names = try await sites.register.names()
        if names.isEmpty { return [:] }
        let moment = now()
        var all: [String: CameraStanding] = [:]
        for (site, heard) in try await sites.heard.latest(of: names, at: moment.instant) {
            let before = history.news.standing.current
            let names = Set(present.cameras + (before?.cameras.keys.sorted() ?? [])).filter {
                SiteCamera.site(of: $0) == site
            }
            let known = Dictionary(uniqueKeysWithValues: names.map { ($0, before?[$0]) })
            let silence = heard.at.duration(to: moment.instant)
            all.merge(
                SiteStandings.atCentre(known, of: site, told: heard.told?.standings, silence: silence, now: moment.wall)
            ) { $1 }
        }
        return all
    }

    /// For other processes; what is not kept now is tried again.
    private func keep(_ standings: Standings) async {
        guard let kept else { return }
        var batch = Batch()
        var new = kept
        for (camera, standing) in standings.cameras {
            new.standings[camera] = Standings.text(standing)
            if let known = watched[camera] {
                new.memory[camera] = [known.hadFile ? "file" : "", known.wasSeen ? "seen" : ""].joined(separator: " ")
            }
            for (space, old, now) in [
                (Standings.space, kept.standings, new.standings), (memory, kept.memory, new.memory),
            ] where old[camera] != now[camera] {
                batch.kept[KeptName(space, camera)] = now[camera]
            }
        }
        guard !batch.kept.isEmpty else { return }
        do {
            _ = try await history.store(batch)
            self.kept = new
            if isTroubled { talk.notice("how cameras stand is kept again") }
            isTroubled = false
        } catch {
            if !isTroubled { talk.error("\(error); commands do not know how cameras stand") }
            isTroubled = true
        }
    }
}
