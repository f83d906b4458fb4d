/// A server that reads beside the engine, and is away.
public struct ReaderAbsence: Sendable, Equatable {
    public var since: ContinuousClock.Instant
    public var reason: String

    public init(since: ContinuousClock.Instant, reason: String) {
        self.since = since
        self.reason = reason
    }
}
