import Answers
import History
import Records

/// A time in which a camera could not see, as a row, with what to do about it.
struct GapView {
    let gap: StoredGap
    let now: WallTime
    let zone: LocalZone

    var values: Pages.Values {
        let time = Duration.milliseconds((gap.end ?? now).milliseconds - gap.gap.start.milliseconds)
        return [
            "camera": gap.camera, "cause": gap.gap.cause.words, "lasts": gap.end == nil,
            "began": zone.text(gap.gap.start), "ended": gap.end.map(zone.text) ?? "lasts", "time": time.inWords,
            "meaning": gap.gap.cause.meaning,
        ]
    }
}

extension Gap.Cause {
    var words: String { rawValue.replacing("_", with: " ") }

    /// How the camera stands while it lasts.
    var stands: String {
        switch self {
        case .notRunning: "is not running"
        case .hung: "hangs"
        case .unwritable: "writes no log"
        case .siteSilent: "is not heard of"
        default: "is blind"
        }
    }

    /// What it means, and what to look at.
    var meaning: String {
        switch self {
        case .lost: "The camera could not be opened, or its stream ended. Look at its power, its cable and the switch."
        case .stalled: "The camera was there and sent nothing. Start it anew."
        case .frozen: "The camera sent the same picture again and again. Start it anew."
        case .damaged: "Hardly a picture came whole: packets were lost. Look at the network."
        case .dark: "The region of interest was black. Look at the light."
        case .glare: "The picture was overexposed. Look at the exposure, and at lights that shine into it."
        case .covered: "There was light and no detail. Clean the lens."
        case .outOfFocus: "Nothing was sharp. Clean the lens, and focus it."
        case .unread: "The server that reads the plates was away. The scanner's journal says why."
        case .notRunning: "The scanner itself did not run. Its journal says why."
        case .siteSilent: "The camera's site says nothing. Look at its hub, and at the line between."
        case .hung: "The scanner is there and does nothing. Start it anew."
        case .unwritable:
            "The scanner reads, and its log takes nothing. Look at its disk: what it reads waits in its spool."
        default: "A later version of plated told this."
        }
    }
}
