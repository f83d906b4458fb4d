import Records

/// A time in which nothing is stored, and why.
public struct Standstill: Sendable, Equatable {
    public let since: WallTime
    public let reason: String
    public let remedy: String

    public init(since: WallTime, reason: String, remedy: String) {
        self.since = since
        self.reason = reason
        self.remedy = remedy
    }
}
