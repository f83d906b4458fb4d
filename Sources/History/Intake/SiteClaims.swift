/// Which sites this process takes in, where several share a history.
public protocol SiteClaims: Sendable {
    /// Those of the sites that are this process's from now on. Asked again and again: one that dies has none any more, and the others
    /// take them.
    ///
    /// - Throws: where nobody can tell now; then none is.
    func claim(_ sites: [String]) async throws -> Set<String>
}

/// Of a history that has one hub alone: all of them.
struct SoleClaims: SiteClaims {
    func claim(_ sites: [String]) async throws -> Set<String> { Set(sites) }
}
