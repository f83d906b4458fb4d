import Answers
import Records

/// Which time the page of health shows: until the end of the hour or day that is now.
enum HealthSpan: String, CaseIterable {
    case day, week, month

    var name: String {
        switch self {
        case .day: "24 hours"
        case .week: "7 days"
        case .month: "30 days"
        }
    }

    /// What a bar stands for.
    var unit: String { self == .month ? "day" : "hour" }

    private static let hour: Int64 = 3_600_000

    /// Where bars begin, and the end of the last one.
    func edges(now: WallTime, zone: LocalZone) -> [WallTime] {
        let today = zone.clock(at: now).day
        switch self {
        case .day:
            let end = (now.milliseconds / Self.hour + 1) * Self.hour
            return (0...24).map { WallTime(milliseconds: end - Int64(24 - $0) * Self.hour) }
        case .week:
            let (start, end) = (zone.start(ofDay: today - 6), zone.start(ofDay: today + 1))
            // History counts by whole hours of the world's time; zones with a half hour begin at the one before.
            let first = start.milliseconds / Self.hour
            return (first...(end.milliseconds / Self.hour)).map { WallTime(milliseconds: $0 * Self.hour) }
        case .month:
            return (0...30).map {
                WallTime(milliseconds: zone.start(ofDay: today - 29 + $0).milliseconds / Self.hour * Self.hour)
            }
        }
    }

    /// Which edges get a mark with words.
    func ticks(_ edges: [WallTime]) -> [Int] {
        switch self {
        case .day: stride(from: 0, to: edges.count - 1, by: 4).map { $0 }
        case .week: stride(from: 0, to: edges.count - 1, by: 24).map { $0 }
        case .month: stride(from: 0, to: edges.count - 1, by: 5).map { $0 }
        }
    }

    func label(_ time: WallTime, zone: LocalZone) -> String {
        let text = zone.text(time)
        return self == .day ? String(text.dropFirst(11).prefix(5)) : String(text.dropFirst(5).prefix(5))
    }
}
