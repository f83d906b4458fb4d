import Records

/// Somebody who may log in.
public struct Account: Equatable, Sendable {
    public let name: String
    public let role: Role
    /// Those that may be seen, by their names; empty for all.
    public let cameras: [String]
    public let made: WallTime
    /// When somebody last logged in under the name; nil for never.
    public let seen: WallTime?
}
