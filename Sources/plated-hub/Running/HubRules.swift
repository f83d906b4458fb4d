import Delivery
import Foundation
import Logging
import Records
import Rules

/// What the hub makes of what cameras log, beside keeping it: its rules, with their logs.
struct HubRules {
    let lists: ListWatch
    /// Nil where no site is configured.
    let sessions: SessionKeeping?
    /// What the courier of each is handed.
    let inner: [InnerDestination]
    let logs: [HubLog]

    /// - Parameter settings: with the history that is taken.
    init(_ settings: HubConfiguration, talk: Logger) throws {
        let folder = settings.listFolder(in: .current)
        let matches = HubLog(path: settings.ownLog("matches", in: .current), talk: talk)
        for path in [folder.path, matches.folder] { Self.make(path, talk: talk) }
        lists = try ListWatch(folder, talk: talk)
        lists.begin()
        let told = HubLog(path: settings.ownLog("sessions", in: .current), talk: talk)
        sessions =
            settings.sessions.isEmpty
            ? nil : SessionKeeping(settings.sessions, file: settings.sessionFile(in: .current), log: told, talk: talk)
        let matching = Matching(lists, log: matches, talk: talk).asInner()
        inner = [matching] + [sessions?.asInner()].compactMap { $0 }
        logs = [matches, told]
    }

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
