import Answers
import Basics
import Console
import Delivery
import History
import Records
import Rules

/// Takes a plate out of the logs, the folders of pictures and the history, in this order: what is stopped in the middle is found again by
/// the next attempt, since the history still knows it.
struct Forgetting {
    /// How often it looks again whether something came meanwhile.
    private static let rounds = 3

    private let plate: ForgottenPlate
    private let settings: HubConfiguration
    private let history: any History
    private let accounts: AccountFile?
    private let delivery: DeliveryFile?
    private let sessions: SessionFile?

    init(
        _ plate: ForgottenPlate, settings: HubConfiguration, history: any History, accounts: AccountFile?,
        delivery: DeliveryFile?, sessions: SessionFile?
    ) {
        self.plate = plate
        self.settings = settings
        self.history = history
        self.accounts = accounts
        self.delivery = delivery
        self.sessions = sessions
    }

    /// Those that are there, and those that the history was made of: one that was rotated is not there until something is written to it again,
    /// and what it was rotated to is.
    private var logs: [LogForgetting] {
        get async throws {
            let patterns = LogPattern.all(of: settings, in: .current)
            let found = LogFolders.logs(patterns)
            let known = try await history.status().logs.map(\.path).filter { path in
                !found.contains(path) && patterns.contains { $0.fits(path) }
            }
            return (found + known).map { LogForgetting(path: $0, isMeant: plate.isMeant) }
        }
    }

    /// Of misses and of shadows: those of all cameras that the history or the settings know.
    private var ledgers: [MissedForgetting] {
        get async throws {
            let known = try await history.status().cameras.map(\.name) + settings.cameras.keys
            return Set(known).filter { CameraName.fits($0) }.sorted().flatMap {
                [
                    MissedForgetting(path: settings.missedFolder(of: $0), isMeant: plate.isMeant(texts:)),
                    MissedForgetting(
                        path: settings.shadowFolder(of: $0), kind: .shadow, isMeant: plate.isMeant(texts:)),
                ]
            }
        }
    }

    /// What there is of it now.
    func plan() async throws -> ForgetPlan {
        var plan = ForgetPlan()
        for log in try await logs { plan.finds += try log.find().map { (log.path, $0) } }
        for ledger in try await ledgers {
            plan.missed += try ledger.find().map { (ledger, $0.path, $0.lines) }
        }
        plan.matches = try await history.matches(telling: plate.text)
        plan.openings = try await history.openings(telling: plate.text)
        plan.sessions = try await history.sessions(telling: plate.text)
        plan.sessions += try sessions?.forget(plate.text, dryRun: true) ?? 0
        if let accounts { (plan.corrections, plan.readings) = try accounts.corrections(telling: plate.text) }
        var next: PageCursor?
        repeat {
            let page = try await history.search(Search(text: plate.text), after: next, limit: 500)
            for record in page.records {
                guard case .plate(let event) = record.record else { continue }
                plan.events += 1
                plan.ids.append((event.camera, event.id))
                plan.pictures += EventPicture.of(event, in: settings.evidenceFolder)
            }
            next = page.next
        } while next != nil
        return plan
    }

    /// - Returns: what is still there afterwards.
    func run(_ plan: ForgetPlan) async throws -> ForgetPlan {
        var plan = plan
        for _ in 0..<Self.rounds where !plan.isEmpty {
            // Before log and history, which would get it from there again.
            _ = try sessions?.forget(plate.text)
            for log in try await logs { try forget(in: log, plan.finds.filter { $0.log == log.path }.map(\.find)) }
            for find in plan.missed { _ = try find.ledger.forget(in: find.path) }
            for picture in plan.pictures { try remove(picture) }
            _ = try await history.forget(plate.text)
            _ = try accounts?.forget(plate.text)
            _ = try delivery?.forget(plan.ids)
            plan = try await self.plan()
        }
        return plan
    }

    private func forget(in log: LogForgetting, _ finds: [LogForgetting.Find]) throws {
        for find in finds {
            _ = try log.forget(in: find.isLog ? log.rotate(at: .now) : find.path)
        }
    }

    private func remove(_ picture: EventPicture) throws {
        do {
            _ = try picture.remove()
        } catch {
            // What lies outside the folder is not ours; what cannot be removed must be told.
            guard case .unreadable(let reason) = error else { return }
            throw Failure(
                .inputOutput, while: "removing the picture \(picture.path)", because: reason,
                remedy: "The plate is still in the history: run it again when that is mended.")
        }
    }
}
