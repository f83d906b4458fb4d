/// A server that reads, and is away.
public struct ReaderAbsence: Sendable, Equatable {
    public var since: ContinuousClock.Instant
    public var reason: String
    /// Whether nothing reads beside it.
    public var isAll: Bool

    public init(since: ContinuousClock.Instant, reason: String, isAll: Bool) {
        self.since = since
        self.reason = reason
        self.isAll = isAll
    }
}
