import Answers
import History
import Records

/// Counts of hours, added up by longer spans where that is asked for.
struct Tally {
    struct Row: Equatable {
        /// Beginning of the span; nil where it is all of the period.
        var start: WallTime?
        var camera: String
        var what: String
        var count: Int

        func cells(_ text: (WallTime) -> String) -> [String] { [start.map(text) ?? "", camera, what, "\(count)"] }

        func json(_ zone: LocalZone) -> String {
            var object = JSONObject()
            object.add("from", start, in: zone)
            object.add("camera", camera)
            object.add("what", what)
            object.add("count", count)
            return object.text
        }
    }

    /// By time, camera and kind.
    let rows: [Row]

    init(_ counts: [HourCount], by span: StatsCommand.Span, zone: LocalZone) {
        struct Key: Hashable {
            var start: WallTime?
            var camera: String
            var what: String
        }
        var sums: [Key: Int] = [:]
        for count in counts where count.count > 0 {
            let start: WallTime? =
                switch span {
                case .hour: count.hour
                case .day: zone.start(ofDay: zone.clock(at: count.hour).day)
                case .all: nil
                }
            sums[Key(start: start, camera: count.camera, what: count.what), default: 0] += count.count
        }
        rows = sums.map { Row(start: $0.key.start, camera: $0.key.camera, what: $0.key.what, count: $0.value) }.sorted {
            ($0.start?.milliseconds ?? 0, $0.camera, $0.what) < ($1.start?.milliseconds ?? 0, $1.camera, $1.what)
        }
    }
}
