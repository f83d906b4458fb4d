/// How long to wait after a failure: longer after each, the last wait for ever.
public struct Backoff: Sendable {
    /// A receiver that asks for more is asked again all the same; a day.
    private static let longest = Duration.seconds(86_400)

    private let waits: [Duration]
    private var failures = 0

    public init(_ waits: [Duration]) {
        self.waits = waits
    }

    /// - Parameters:
    ///   - asked: the least that the receiver asked for.
    ///   - chance: 0 to 1. Waits vary by a tenth, so that what failed together does not come back together.
    public mutating func next(atLeast asked: Duration? = nil, chance: Double) -> Duration {
        let wait = waits.isEmpty ? .seconds(5) : waits[min(failures, waits.count - 1)]
        failures += 1
        let jittered = wait * (0.9 + 0.2 * min(max(chance, 0), 1))
        return max(jittered, min(asked ?? .zero, Self.longest))
    }

    /// The next failure is the first.
    public mutating func reset() { failures = 0 }
}
