/// How long to wait before the next attempt to open a source: the steps of a schedule, the last one for ever, with jitter.
public struct Backoff: Sendable {
    public let schedule: [Duration]
    private var attempt = 0

    /// - Precondition: the schedule has at least one step.
    public init(schedule: [Duration]) {
        precondition(!schedule.isEmpty, "a backoff has at least one step")
        self.schedule = schedule
    }

    /// The next wait: up to a tenth shorter or longer than its step, so that a fleet does not return as one.
    public mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let step = schedule[min(attempt, schedule.count - 1)]
        attempt += 1
        return step * Double.random(in: 0.9...1.1, using: &generator)
    }

    /// The source was there again.
    public mutating func reset() {
        attempt = 0
    }
}
