import Records

/// What a program asks with, in place of an account: it looks, and changes nothing.
public struct ProgramToken: Equatable, Sendable {
    public let name: String
    public let role: Role
    /// Those that may be seen; empty for all.
    public let cameras: [String]
    public let made: WallTime
    public let ends: WallTime
    /// When it was last used, to the minute; nil for never.
    public let seen: WallTime?
}
