import Answers
import Basics
import Console
import Delivery
import History
import Records
import Rules

/// Takes a plate out of every place that `PlateStore` has.
struct Forgetting {
    /// How often it looks again whether something came meanwhile.
    private static let rounds = 3
    /// How long it waits for a scanner to leave its log, which it looks at twice a second.
    private let patience: Duration

    private let plate: ForgottenPlate
    private let settings: HubConfiguration
    private let history: any History
    private let accounts: AccountFile?
    private let delivery: DeliveryFile?
    private let sessions: SessionFile?
    private let sealer: (any Sealer)?
    private let isOwnAlone: Bool

    /// - Parameter isOwnAlone: whether only the hub's own logs are meant, and none of this machine's scanners: what these wrote is no site's.
    init(
        _ plate: ForgottenPlate, settings: HubConfiguration, history: any History, accounts: AccountFile?,
        delivery: DeliveryFile?, sessions: SessionFile?, sealer: (any Sealer)? = nil, isOwnAlone: Bool = false,
        patience: Duration = .seconds(10)
    ) {
        self.plate = plate
        self.settings = settings
        self.history = history
        self.accounts = accounts
        self.delivery = delivery
        self.sessions = sessions
        self.sealer = sealer
        self.isOwnAlone = isOwnAlone
        self.patience = patience
    }

    private var logs: [LogForgetting] {
        get async throws {
            let patterns =
                isOwnAlone
                ? LogPattern.own(of: settings, in: .current) : LogPattern.all(of: settings, in: .current)
            return try await settings.logPaths(patterns, knownTo: history).map {
                LogForgetting(path: $0, sealer: sealer, isMeant: plate.isMeant)
            }
        }
    }

    /// Finds the misses of all cameras that the history, the settings or files of cameras know.
    private var ledgers: [MissedForgetting] {
        get async throws {
            if isOwnAlone { return [] }
            let known = try await history.status().cameras.map(\.name) + settings.cameras.keys
            return Set(known.compactMap { CameraID($0) } + settings.root.cameras).sorted().map {
                MissedForgetting(path: CameraPlaces($0, settings.root).missed, plate: plate.text)
            }
        }
    }

    /// What there is of it now.
    func plan() async throws -> ForgetPlan {
        var plan = ForgetPlan()
        for log in try await logs {
            let (finds, failures) = log.find()
            plan.finds += finds.map { (log.path, $0) }
            plan.unread += failures.map { Failure($0) }
        }
        for ledger in try await ledgers {
            let (finds, failures) = ledger.find()
            plan.missed += finds.map { (ledger, $0.path, $0.lines) }
            plan.unread += failures.map { Failure($0) }
        }
        plan.matches = try await history.count(of: MatchRecord.schema, mentioning: plate.text)
        plan.openings = try await history.count(of: OpeningRecord.schema, mentioning: plate.text)
        plan.sessions = try await history.count(of: SessionRecord.schema, mentioning: plate.text)
        plan.sessions += try sessions?.forget(plate.text, dryRun: true) ?? 0
        if let accounts { (plan.corrections, plan.readings) = try accounts.corrections(telling: plate.text) }
        var known: Set<RecordName> = []
        try await eachEvent(Search(way: .candidate, text: plate.text)) { _ in plan.votes += 1 }
        try await eachEvent(Search(text: plate.text)) { event in
            plan.events += 1
            plan.ids.append((event.camera, event.id))
            known.insert(RecordName(camera: event.camera, id: event.id))
            plan.add(
                EventPicture.of(event, in: settings.evidenceFolder), isLogged: false,
                isOwn: settings.site(of: event.camera) == nil)
        }
        // Those that a hub has not read yet, and those that the history no longer keeps.
        for event in plan.finds.flatMap({ $0.find.events }) where settings.site(of: event.camera) == nil {
            guard known.insert(RecordName(camera: event.camera, id: event.id)).inserted else { continue }
            plan.add(EventPicture.of(event, in: settings.evidenceFolder), isLogged: true, isOwn: true)
        }
        return plan
    }

    private func eachEvent(_ search: Search, _ body: (PlateEvent) -> Void) async throws {
        var next: PageCursor?
        repeat {
            let page = try await history.search(search, after: next, limit: 500)
            for record in page.records {
                if case .plate(let event) = record.record { body(event) }
            }
            next = page.next
        } while next != nil
    }

    /// Does it, also where nothing is to be done: what an earlier attempt left in the files of the history is overwritten then.
    ///
    /// - Returns: what is still there afterwards.
    func run(_ plan: ForgetPlan) async throws -> ForgetPlan {
        var plan = plan
        for round in 0..<Self.rounds where round == 0 || !plan.isEmpty {
            var failures = plan.unread
            for store in PlateStore.forgetful { failures += try await forget(in: store, &plan) }
            let unemptied = plan.unemptied
            if let first = failures.first {
                throw Failure(
                    first.status, while: "forgetting a plate in the logs",
                    because: failures.map(\.description).joined(separator: "\n"),
                    remedy: "All else of it is forgotten. Run it again when that is mended.")
            }
            plan = try await self.plan()
            plan.unemptied = unemptied
        }
        return plan
    }

    /// - Returns: what keeps lines of it where they are, which are found again. All else that keeps it is thrown.
    private func forget(in store: PlateStore, _ plan: inout ForgetPlan) async throws -> [Failure] {
        switch store {
        case .sessions: _ = try sessions?.forget(plate.text)
        case .pictures: for picture in plan.pictures { try remove(picture) }
        case .log: return try await forgetInLogs(plan)
        case .misses:
            var failures: [Failure] = []
            for find in plan.missed {
                do { _ = try find.ledger.forget(in: find.path) } catch { failures.append(Failure(error)) }
            }
            return failures
        case .history: plan.unemptied = try await history.forget(plate.text).unemptied
        case .corrections: _ = try accounts?.forget(plate.text)
        case .destinations: _ = try delivery?.forget(plan.ids)
        // They lie among the logs and the pictures.
        case .openings, .matches, .sitePictures: break
        // It does not reach them.
        case .damagedLog, .remote, .lists, .lookups, .accessLog, .exports, .spool, .explanations, .looks, .live,
            .postedPictures,
            .evaluationSheets, .probes, .journal, .memory:
            break
        }
        return []
    }

    /// Goes on with the next file where one fails.
    ///
    /// - Returns: what failed. Those lines are still there, and are found again.
    private func forgetInLogs(_ plan: ForgetPlan) async throws -> [Failure] {
        var failures: [Failure] = []
        for log in try await logs {
            for (path, find) in plan.finds where path == log.path {
                do {
                    _ = try log.forget(in: find.isLog ? log.rotate(at: .now, patience: patience) : find.path) { event in
                        guard settings.site(of: event.camera) == nil else { return }
                        for picture in EventPicture.of(event, in: settings.evidenceFolder) { try remove(picture) }
                    }
                } catch {
                    failures.append(Failure(error))
                }
            }
        }
        return failures
    }

    private func remove(_ picture: EventPicture) throws {
        do {
            _ = try picture.remove()
        } catch {
            // What lies outside the folder is not ours; what cannot be removed must be told.
            guard case .unreadable(let reason) = error else { return }
            throw Failure(
                .inputOutput, while: "removing the picture \(picture.path)", because: reason,
                remedy: "The log and the history still have the plate: run it again when that is mended.")
        }
    }
}

extension HubConfiguration {
    /// Logs that are there, and those that the history was made of: one that was rotated is not there until something is written to it again,
    /// and what it was rotated to is.
    func logPaths(_ patterns: [LogPattern], knownTo history: any History) async throws -> [String] {
        let found = LogFolders.logs(patterns)
        let known = try await history.status().logs.map(\.path).filter { path in
            !found.contains(path) && patterns.contains { $0.fits(path) }
        }
        return found + known
    }
}
