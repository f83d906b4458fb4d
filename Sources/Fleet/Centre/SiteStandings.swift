import Basics
import History
import Records

/// How a site's cameras stand at its centre, by what the site says: at once where one stands otherwise, and every few seconds, since a site that
/// says nothing may be gone.
package enum SiteStandings {
    /// How often it is told.
    package static let interval = Duration.seconds(10)
    /// A site that has said nothing for so long is silent.
    package static let patience = Duration.seconds(30)

    /// - Parameters:
    ///   - known: the cameras that the centre has of it, by their names there, and how they stood before.
    ///   - told: what it said last; nil for nothing yet.
    ///   - silence: for how long it has said nothing.
    package static func atCentre(
        _ known: [String: CameraStanding?], of site: String, told: Standings?, silence: Duration, now: WallTime
    ) -> [String: CameraStanding] {
        guard silence >= patience else {
            return Dictionary(
                (told?.cameras ?? [:]).map { (SiteCamera.name($0, of: site), $1) }
            ) { first, _ in first }
        }
        return known.compactMapValues { before in
            if before?.state == .removed { return before }
            if let before, before.state == .silent, before.cause != nil { return before }
            let since = WallTime(milliseconds: now.milliseconds - silence.milliseconds)
            // What was away before it fell silent is away since then.
            let earlier = before?.isSeeing == false ? before?.since : nil
            return CameraStanding(
                .silent, cause: Gap.Cause.siteSilent.rawValue, since: earlier ?? since,
                detail: "its site \(site) says nothing")
        }
    }
}
