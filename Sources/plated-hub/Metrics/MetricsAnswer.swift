import Answers

/// What Prometheus is told: all of it, and what is for those who may not know when doors opened.
struct MetricsAnswer {
    /// With it and the others, how many records a door made could be worked out.
    private static let sum = "plated_history_records_total"
    /// So it could from these, of a destination that takes every record.
    private static let deliveries: Set = [
        "plated_deliveries_total", "plated_delivery_seconds", "plated_delivery_delay_seconds",
    ]

    private let whole: String
    private let withoutDoors: String

    /// - Parameters:
    ///   - openings: the path of the hub's own log of doors.
    ///   - all: names of destinations that take every record.
    init(_ families: [MetricFamily], openings: String, all: [String]) {
        whole = families.map(\.text).joined()
        withoutDoors = families.filter { $0.name != Self.sum }
            .map { family in
                let rest = family.without("kind", "opening").without("log", openings)
                guard Self.deliveries.contains(family.name) else { return rest.text }
                return all.reduce(rest) { $0.without("destination", $1) }.text
            }.joined()
    }

    /// - Parameter doors: whether whoever asks may know when doors opened.
    func text(doors: Bool) -> String { doors ? whole : withoutDoors }
}
