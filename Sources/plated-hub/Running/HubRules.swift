import Console
import Delivery
import Foundation
import History
import Logging
import Records
import Rules
import Service

/// What the hub makes of what cameras log, beside keeping it: its rules, with their logs.
struct HubRules {
    let lists: ListWatch
    /// Those that come from the centre that this hub reports to.
    let centreLists: CentreLists
    /// Nil where no site is configured.
    let sessions: SessionKeeping?
    /// Of sites that were all taken out: who is in one is forgotten with it. Nil where there is nothing of that.
    private let left: SessionKeeping?
    /// Nil without doors.
    let doors: DoorKeeper?
    private let settings: [DoorSettings]
    /// What the courier of each is handed.
    let inner: [InnerDestination]
    let logs: [HubLog]

    /// - Parameters:
    ///   - settings: with the history that is taken.
    ///   - trust: in the clock that says who is late, and what the time of the week is.
    init(
        _ settings: HubConfiguration, secrets: SecretPlace, history: any History, trust: ClockTrust, talk: Logger
    ) throws {
        self.settings = settings.doors
        let folder = settings.listFolder(in: .current)
        let matches = HubLog(path: settings.ownLog("matches", in: .current), talk: talk)
        for path in [folder.path, matches.folder] { Self.make(path, talk: talk) }
        let lists = try ListWatch(folder, talk: talk, now: { .now })
        lists.begin()
        if !folder.leftBehind.isEmpty { talk.warning("\(ListsAnswer.abandoned(in: folder))") }
        self.lists = lists
        centreLists = CentreLists(folder, talk: talk) { lists.read() }
        let told = HubLog(path: settings.ownLog("sessions", in: .current), talk: talk)
        let file = settings.sessionFile(in: .current)
        let hasSites = !settings.sessions.isEmpty
        let keeping =
            hasSites || FileManager.default.fileExists(atPath: file)
            ? SessionKeeping(
                settings.sessions, file: file, log: told, talk: talk, now: { .now },
                isClockRight: { trust.isRight(at: .now) }) : nil
        (sessions, left) = hasSites ? (keeping, nil) : (nil, keeping)
        let matching = Matching(lists, log: matches, talk: talk).asInner()
        let openings = HubLog(path: settings.ownLog("openings", in: .current), talk: talk)
        // Before anything is delivered.
        let clocks = DoorClocks(after: DeliveryFile.lastKnown(settings.deliveryFile(in: .current)), trust: trust)
        doors = try Self.doors(
            settings, lists: lists, log: openings, secrets: secrets, history: history, clocks: clocks, talk: talk)
        // Who waits at a door waits for nothing else.
        inner =
            [doors?.asInner(), matching, sessions?.asInner()].compactMap { $0 }
        logs = [matches, told, openings]
    }

    private static func doors(
        _ settings: HubConfiguration, lists: ListWatch, log: HubLog, secrets: SecretPlace, history: any History,
        clocks: DoorClocks, talk: Logger
    ) throws -> DoorKeeper? {
        guard !settings.doors.isEmpty else { return nil }
        for address in settings.doors.flatMap(\.way.way.addresses) { Secrets.add(address) }
        let memory = DoorMemory(
            openings: { try await history.openings(from: $0, limit: 20_000, areOwn: true) },
            readings: { try await history.readings(of: $0, cameras: $1, in: $2) })
        return try DoorKeeper(
            settings.doors, lists: lists, log: log, memory: memory, secrets: secrets,
            hub: settings.name ?? HubName.ofMachine, talk: talk, clocks: clocks)
    }

    /// What opens the doors.
    var links: [DoorLink] { doors?.links ?? [] }

    /// The doors, for the console.
    var panel: DoorPanel {
        guard let doors else { return DoorPanel() }
        let known = settings.map {
            DoorPanel.Door(name: $0.name, lists: $0.lists, cameras: $0.cameras, hasButton: $0.hasButton)
        }
        return DoorPanel(known) { await doors.open($0, for: $1, note: $2) }
    }

    /// Once, before anything is delivered to them.
    func begin() async { await left?.begin() }

    func end() async {
        lists.stop()
        for log in logs { await log.close() }
    }

    /// Without its folder nothing is lost: lists are empty, and what is matched waits.
    private static func make(_ folder: String, talk: Logger) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
        } catch {
            talk.error("making the folder \(folder): \(error.localizedDescription)")
        }
    }
}
