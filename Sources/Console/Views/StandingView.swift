import Answers
import History
import Records

/// How a camera stands, as pages say it.
struct StandingView {
    /// Nil of a camera that nothing has been heard of.
    let standing: CameraStanding?
    let zone: LocalZone

    var values: Pages.Values {
        guard let standing else {
            return ["tag": "", "mark": "○", "state": "nothing heard of it yet", "detail": false]
        }
        let (tag, mark) =
            switch standing.isSeeing {
            case true?: ("good", "●")
            case false? where standing.state != .starting: ("bad", "◆")
            default: ("", "○")
            }
        let since = standing.tellsSince ? standing.since.map { " since \(zone.text($0))" } ?? "" : ""
        return ["tag": tag, "mark": mark, "state": standing.words + since, "detail": standing.detail ?? false]
    }
}
