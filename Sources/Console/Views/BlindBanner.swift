import Answers
import History
import Records

/// What stands above the pictures of Live: the cameras that cannot see now. Where a switch is off many of them cannot, and the pictures of
/// all others are what somebody looks for: then they are folded into one line.
struct BlindBanner {
    /// So many stand there whole.
    private static let most = 3
    /// So many are named in the line of many.
    private static let named = 6

    let gaps: [StoredGap]
    let now: WallTime
    let zone: LocalZone

    var values: Pages.Values {
        let names = gaps.map(\.camera).sorted()
        let others = names.count - Self.named
        return [
            "gaps": gaps.map { GapView(gap: $0, now: now, zone: zone).banner }, "isBlind": !gaps.isEmpty,
            "isMany": gaps.count > Self.most, "count": "\(gaps.count)",
            "names": names.prefix(Self.named).joined(separator: ", ") + (others > 0 ? " and \(others) more" : ""),
        ]
    }
}

extension GapView {
    /// For the line above all pictures, and over the camera's own.
    var banner: Pages.Values {
        let time = Duration.milliseconds(max(1000, now.milliseconds - gap.gap.start.milliseconds))
        return [
            "camera": gap.camera, "stands": gap.gap.cause.stands, "cause": gap.gap.cause.words,
            "since": Self.short(gap.gap.start, now: now, zone: zone),
            "time": time.inWords, "meaning": gap.gap.cause.meaning,
        ]
    }

    /// The time of day, with its day where that is not today.
    static func short(_ time: WallTime, now: WallTime, zone: LocalZone) -> String {
        let (text, today) = (zone.text(time), zone.text(now))
        return String(text.prefix(10) == today.prefix(10) ? text.dropFirst(11).prefix(8) : text.prefix(16))
    }
}
