import Answers
import Records

/// When what a destination wrote goes again: once a day of this place's clocks, by the hub's own, whatever a record says.
struct DailySweep {
    /// For how long a day's files stay; 0 for ever.
    let days: Int
    let zone: LocalZone
    /// Whether the clock can be trusted to say what is too old.
    private let isTrusted: @Sendable () -> Bool
    private var swept = ""

    init(days: Int, zone: LocalZone, isTrusted: @escaping @Sendable () -> Bool) {
        self.days = days
        self.zone = zone
        self.isTrusted = isTrusted
    }

    /// The day before which files go now; nil where none do, or did today.
    mutating func limit(at now: WallTime) -> String? {
        let today = zone.day(of: now)
        guard days > 0, today != swept, let start = WallTime(rfc3339: "\(today)T00:00:00Z"), isTrusted() else {
            return nil
        }
        swept = today
        return String(WallTime(milliseconds: start.milliseconds - Int64(days) * 86_400_000).description.prefix(10))
    }
}

extension LocalZone {
    /// Its day, such as `2026-11-22`.
    func day(of time: WallTime) -> String { String(rfc3339(time).prefix(10)) }
}
