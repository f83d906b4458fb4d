import Answers
import Records

extension History {
    /// How all cameras stand now; nil where no hub runs that could know.
    public func standings() async throws -> Standings? {
        let board = news.standing
        return board.isKeptElsewhere ? try await keptStandings() : board.current
    }

    /// What a hub has decided last, now or when it ran last.
    public func keptStandings() async throws -> Standings { Standings(kept: try await kept(Standings.space)) }

    /// The gaps that overlap a time, the newest first: those that logs tell, and those that last and that no log tells.
    ///
    /// - Parameters:
    ///   - cameras: empty for all.
    ///   - until: the first moment that is too late.
    public func gaps(
        cameras: [String] = [], from: WallTime? = nil, until: WallTime? = nil
    ) async throws -> [StoredGap] {
        let logged = try await loggedGaps(cameras: cameras, from: from, until: until)
        return try await standings()?.gaps(logged, of: cameras, until: until) ?? logged
    }

    /// The little of it that every page asks for.
    public func present() async throws -> Present {
        let logged = try await loggedPresent()
        return try await standings()?.present(logged) ?? logged
    }

    /// For how long cameras could not see in a time.
    ///
    /// - Parameter cameras: empty for all.
    public func blindness(
        cameras: [String], from: WallTime?, until: WallTime?, now: WallTime
    ) async throws -> Blindness {
        Blindness(
            try await gaps(cameras: cameras, from: from, until: until), from: from, until: until, now: now)
    }
}

extension Blindness {
    public init(_ gaps: [StoredGap], from: WallTime?, until: WallTime?, now: WallTime) {
        self.init(
            gaps.map { Span(camera: $0.camera, start: $0.gap.start, end: $0.end) }, from: from, until: until, now: now)
    }
}
