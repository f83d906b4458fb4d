import Answers
import History
import Records

/// Which cameras see now, as far as their logs tell. A scanner that does not run tells nothing: the time of its newest record does.
struct CameraStanding {
    let cameras: [HistoryStatus.Camera]
    /// Gaps that last.
    let open: [StoredGap]
    let now: WallTime

    var families: [MetricFamily] {
        var seeing = MetricFamily(
            "plated_camera_seeing", .gauge, "Whether the camera sees as far as its log tells: 0 while a gap lasts.")
        var since = MetricFamily("plated_gap_open_seconds", .gauge, "For how long a gap has lasted that is not over.")
        var newest = MetricFamily(
            "plated_last_plate_timestamp_seconds", .gauge, "When the newest plate of the camera was accepted.")
        for camera in cameras {
            let gaps = open.filter { $0.camera == camera.name }
            seeing.add(gaps.isEmpty ? 1 : 0, ["camera": camera.name])
            // Of several with one cause, the one that began first.
            for (cause, same) in Dictionary(grouping: gaps, by: \.gap.cause).sorted(by: {
                $0.key.rawValue < $1.key.rawValue
            }) {
                guard let start = same.map(\.gap.start).min() else { continue }
                let seconds = Double(max(0, now.milliseconds - start.milliseconds)) / 1000
                since.add(seconds, ["camera": camera.name, "cause": cause.rawValue])
            }
            if let time = camera.newest { newest.add(Double(time.milliseconds) / 1000, ["camera": camera.name]) }
        }
        return [seeing, since, newest]
    }
}
