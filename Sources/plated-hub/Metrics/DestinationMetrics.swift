import Answers
import Delivery
import Records

/// What waits for destinations, and what became of what was sent.
struct DestinationMetrics {
    private let reports: [DestinationReport]
    private let meter: DeliveryMeter
    private let now: WallTime

    init(_ reports: [DestinationReport], meter: DeliveryMeter, now: WallTime) {
        self.reports = reports
        self.meter = meter
        self.now = now
    }

    var families: [MetricFamily] {
        var backlog = MetricFamily("plated_delivery_backlog_records", .gauge, "Records that wait for a destination.")
        var oldest = MetricFamily(
            "plated_delivery_oldest_seconds", .gauge, "Age of the oldest record that waits; 0 where none does.")
        var failing = MetricFamily(
            "plated_delivery_failing_seconds", .gauge, "For how long a destination takes nothing; 0 while it does.")
        var up = MetricFamily(
            "plated_delivery_up", .gauge,
            "Whether a destination can be reached and takes what comes; 0 where that is not known yet.")
        var letters = MetricFamily(
            "plated_delivery_dead_letters", .gauge, "Records that a destination refused, as kept.")
        var expired = MetricFamily(
            "plated_delivery_expired_records_total", .counter,
            "Records that the history no longer had when they were to be delivered.")
        var outcomes = MetricFamily("plated_deliveries_total", .counter, "Deliveries, by what became of them.")
        var seconds = MetricFamily(
            "plated_delivery_seconds", .histogram, "How long a destination took for what arrived.")
        var delay = MetricFamily(
            "plated_delivery_delay_seconds", .histogram, "From the time of a record to its arrival.")
        for report in reports {
            let labels: MetricFamily.Labels = ["destination": report.name]
            backlog.add(report.waiting, labels)
            oldest.add(age(report.oldest), labels)
            failing.add(age(report.state?.failing), labels)
            up.add(DestinationAnswer(report).standing.isGood ? 1 : 0, labels)
            letters.add(report.letters.count, labels)
            expired.add(report.state?.expired ?? 0, labels)
            let counts = meter.counts(of: report.name)
            for outcome in DeliveryMeter.Outcome.allCases {
                outcomes.add(
                    counts.outcomes[outcome] ?? 0, ["destination": report.name, "outcome": outcome.rawValue])
            }
            seconds.add(counts.attempts, labels)
            delay.add(counts.delays, labels)
        }
        return [backlog, oldest, failing, up, letters, expired, outcomes, seconds, delay]
    }

    private func age(_ time: WallTime?) -> Double {
        time.map { Double(max(0, now.milliseconds - $0.milliseconds)) / 1000 } ?? 0
    }
}
