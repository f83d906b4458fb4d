import Records

/// Somebody who is logged in, or a program with a token.
struct Session: Equatable, Sendable {
    /// Of its token.
    let digest: String
    let name: String
    let role: Role
    /// Those that may be seen; empty for all.
    let cameras: Set<String>
    let ends: WallTime
    /// Whether it is a token: it looks, and changes nothing.
    var isToken = false

    func maySee(_ camera: String) -> Bool { cameras.isEmpty || cameras.contains(camera) }

    /// From the login on.
    static let length: Int64 = 12 * 3_600_000
}
