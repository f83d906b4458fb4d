import Answers
import History
import Records

/// How cameras stand.
struct StandingMetrics {
    let cameras: [HistoryStatus.Camera]
    let present: Present
    let now: WallTime

    var families: [MetricFamily] {
        var seeing = MetricFamily(
            "plated_camera_seeing", .gauge,
            "Whether the camera's plates are seen and logged now; absent where nobody knows, and of one that was taken away."
        )
        var state = MetricFamily(
            "plated_camera_state", .gauge,
            "1 for how the camera stands: starting, reading, blind, not_running, hung, silent or removed.")
        var since = MetricFamily("plated_gap_open_seconds", .gauge, "For how long a gap has lasted that is not over.")
        var newest = MetricFamily(
            "plated_last_plate_timestamp_seconds", .gauge, "When the newest plate of the camera was accepted.")
        for camera in present.cameras {
            if let standing = present.standing(of: camera) {
                if let isSeeing = standing.isSeeing { seeing.add(isSeeing ? 1 : 0, ["camera": camera]) }
                state.add(1, ["camera": camera, "state": standing.state.rawValue])
            }
            // Of several with one cause, the one that began first.
            let gaps = Dictionary(grouping: present.gaps.filter { $0.camera == camera }, by: \.gap.cause)
            for (cause, same) in gaps.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                guard let start = same.map(\.gap.start).min() else { continue }
                let seconds = Double(max(0, now.milliseconds - start.milliseconds)) / 1000
                since.add(seconds, ["camera": camera, "cause": cause.rawValue])
            }
        }
        for camera in cameras {
            if let time = camera.newest { newest.add(Double(time.milliseconds) / 1000, ["camera": camera.name]) }
        }
        return [seeing, state, since, newest]
    }
}
