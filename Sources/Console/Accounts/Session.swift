import Records

/// Somebody who is logged in.
struct Session: Equatable, Sendable {
    /// Of its token.
    let digest: String
    let name: String
    let role: Role
    let ends: WallTime

    /// From the login on.
    static let length: Int64 = 12 * 3_600_000
}
