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
    func ticks(_ edges: [WallTime], zone: LocalZone) -> [Int] {
        switch self {
        case .day: return stride(from: 0, to: edges.count - 1, by: 4).map { $0 }
        case .week:
            // Days have 23 to 25 hours where clocks are set.
            let days = edges.map { zone.clock(at: Self.within($0)).day }
            return days.indices.dropLast().filter { $0 == 0 || days[$0] != days[$0 - 1] }
        case .month: return stride(from: 0, to: edges.count - 1, by: 5).map { $0 }
        }
    }

    /// In zones with a half hour a day begins within an hour, and at its edge it is still the day before.
    private static func within(_ edge: WallTime) -> WallTime {
        WallTime(milliseconds: edge.milliseconds + 3_599_999)
    }

    func label(_ edge: WallTime, zone: LocalZone) -> String {
        let text = zone.text(self == .day ? edge : Self.within(edge))
        return self == .day ? String(text.dropFirst(11).prefix(5)) : String(text.dropFirst(5).prefix(5))
    }
}
