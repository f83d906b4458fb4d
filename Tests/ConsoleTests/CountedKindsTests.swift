import Testing

@testable import Console

/// What `/api/stats` counts for whom. `scripts/test-console` asks a running hub.
@Suite struct CountedKindsTests {
    @Test(
        arguments: [
            (.admin, true, []), (.operator, true, []), (.viewer, true, ["opening opened"]),
            (.admin, false, ["session", "opening opened"]), (.operator, false, ["session", "opening opened"]),
            (.viewer, false, ["session", "opening opened", "match staff"]),
        ] as [(Role, Bool, [String])])
    func `sessions are counted for who sees all cameras, and doors for operators of these`(
        role: Role, seesAll: Bool, kept: [String]
    ) {
        let kinds = ["plate", "gap lost", "rejected too_small", "session", "opening opened", "match staff"]
        #expect(kinds.filter { !HealthRoutes.mayCount($0, role: role, seesAll: seesAll) } == kept)
    }

    @Test(arguments: ["opening asked", "opening failed", "opening withheld"])
    func `that a door stayed closed is not for viewers either`(what: String) {
        #expect(!HealthRoutes.mayCount(what, role: .viewer, seesAll: true))
        #expect(!HealthRoutes.mayCount(what, role: .admin, seesAll: false))
    }
}
