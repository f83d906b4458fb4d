import Answers

/// What Prometheus is told: all of it, and what is for those who may not know when doors opened.
struct MetricsAnswer {
    /// With it and the others, how many records a door made could be worked out.
    private static let sum = "plated_history_records_total"

    private let whole: String
    private let withoutDoors: String

    /// - Parameter openings: the path of the hub's own log of doors.
    init(_ families: [MetricFamily], openings: String) {
        whole = families.map(\.text).joined()
        withoutDoors = families.filter { $0.name != Self.sum }
            .map { $0.without("kind", "opening").without("log", openings).text }.joined()
    }

    /// - Parameter doors: whether whoever asks may know when doors opened.
    func text(doors: Bool) -> String { doors ? whole : withoutDoors }
}
