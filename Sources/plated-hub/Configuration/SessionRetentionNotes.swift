import Basics
import Rules
import Settings

/// Cameras of sites whose events are deleted while who came past them may still be in: the count has them, and no page or command does.
struct SessionRetentionNotes {
    let settings: HubConfiguration

    private static let day: Int64 = 86_400_000

    func all(_ file: HubFile) -> [Problem] {
        settings.sessions.flatMap { site -> [Problem] in
            let needed = (site.forgottenAfter + site.settleTime).milliseconds
            return Set((site.entries + site.exits).map(\.camera)).sorted().compactMap { camera -> Problem? in
                let days = settings.retention(of: camera).events
                guard days > 0, Int64(days) * Self.day < needed else { return nil }
                let kept = days == 1 ? "1 day" : "\(days) days"
                return file.problem(
                    "sessions",
                    "\(site.name): events of \(camera) are kept for \(kept), which is shorter than forgotten_after_minutes and"
                        + " settle_minutes together (\(needed / 60_000)): who is in for longer is counted, and no page shows it"
                )
            }
        }
    }
}
