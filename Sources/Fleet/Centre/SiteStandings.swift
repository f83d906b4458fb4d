import Basics
import History
import Records

/// How a site's cameras stand, as its hub tells the centre: at once where one stands otherwise, and every few seconds, since a site that says
/// nothing may be gone.
package struct SiteStandings: Sendable, Equatable {
    private static let mark = "plated.standings/1"
    /// How often it is told.
    package static let interval = Duration.seconds(10)
    /// A site that has said nothing for so long is silent.
    package static let patience = Duration.seconds(20)

    /// By the site's names of them.
    package var standings: Standings

    package init(_ standings: Standings) { self.standings = standings }

    package var bytes: [UInt8] {
        // A name with a space is none of a camera.
        let told = standings.cameras.filter { CameraID($0.key) != nil }.sorted { $0.key < $1.key }
        return Array(
            told.reduce("\(Self.mark) \(told.count)\n") { $0 + "\($1.key) \(Standings.text($1.value))\n" }.utf8)
    }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.mark.utf8) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.popLast()?.isEmpty == true, let first = lines.first,
            let count = Int(first.dropFirst(Self.mark.count + 1)), lines.count == count + 1
        else { return nil }
        var cameras: [String: CameraStanding] = [:]
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2, CameraID(words[0]) != nil, let standing = Standings.standing(words[1]) else {
                return nil
            }
            cameras[words[0]] = standing
        }
        standings = Standings(cameras)
    }

    /// How the cameras of a site stand at the centre.
    ///
    /// - Parameters:
    ///   - known: the cameras that the centre has of it, by their names there, and how they stood before.
    ///   - told: what it said last; nil for nothing yet.
    ///   - silence: for how long it has said nothing.
    package static func atCentre(
        _ known: [String: CameraStanding?], of site: String, told: SiteStandings?, silence: Duration, now: WallTime
    ) -> [String: CameraStanding] {
        guard silence >= patience else {
            return Dictionary(
                (told?.standings.cameras ?? [:]).map { (SiteCamera.name($0, of: site), $1) }
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
