import Basics
import History
import Synchronization

/// Wakes whoever waits for news of a site, at whatever centre of one history it was made. The history has a number for each site that is another
/// whenever there is something new; each centre looks at these numbers.
package final class SiteBell: Sendable {
    private static let space = "news"
    /// How soon something is heard that another centre, or a command, has noted.
    private static let pulse = Duration.milliseconds(500)

    private let history: any History
    private let waiting = Mutex<[String: Bell]>([:])
    private let known = Mutex<[String: String]>([:])

    package init(_ history: any History) { self.history = history }

    /// Notes that there is something new for a site, together with what that is.
    static func note(_ site: String, in batch: inout Batch) {
        batch.kept[KeptName(space, site)] = SiteToken.random().prefix(12).description
    }

    /// Rung where there may be something new for a site.
    func bell(of site: String) -> Bell {
        waiting.withLock { waiting in
            if let bell = waiting[site] { return bell }
            let bell = Bell()
            waiting[site] = bell
            return bell
        }
    }

    package func ring(_ site: String) { waiting.withLock { $0[site] }?.ring() }

    /// Runs until the task is cancelled.
    package func run() async throws {
        while true {
            // Where nobody waits there is nothing to hear.
            if waiting.withLock({ !$0.isEmpty }) { await look() }
            try await Task.sleep(for: Self.pulse)
        }
    }

    private func look() async {
        let now: [String: String]
        do { now = try await history.kept(Self.space) } catch { return }
        let changed = known.withLock { known in
            defer { known = now }
            return now.filter { known[$0.key] != $0.value }.map(\.key)
        }
        for site in changed { ring(site) }
    }
}
