import History

/// Sites that this process takes in, among several that share the history: each site is a lock of the server's, which goes with the
/// connection that holds it. No process takes more than its share.
final class SiteLocks: SiteClaims {
    private let session: Session
    private let place: String

    init(_ session: Session, place: String) {
        self.session = session
        self.place = place
    }

    func claim(_ sites: [String]) async throws -> Set<String> {
        do {
            return try await session.run { try Self.claim(Set(sites), over: $0) }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw HistoryFailure("sharing the sites of \(place)", place: place, error)
        }
    }

    private static func claim(_ sites: Set<String>, over connection: Connection) throws -> Set<String> {
        if connection.claimed == nil {
            _ = try connection.rows("SELECT pg_advisory_lock_shared(\(key("centres")))")
            connection.claimed = []
        }
        var claimed = connection.claimed ?? []
        // At least this one.
        let centres = try connection.rows(
            """
            SELECT count(*) FROM pg_locks l, (SELECT \(key("centres")) AS key) k
            WHERE l.locktype = 'advisory' AND l.granted AND l.mode = 'ShareLock' AND l.objsubid = 1
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND (l.classid::bigint << 32 | l.objid::bigint) = k.key
            """
        ).integer(0, 0)
        let share = (sites.count + Int(centres) - 1) / max(1, Int(centres))
        let extra = claimed.subtracting(sites) + claimed.intersection(sites).sorted().dropFirst(share)
        for site in extra {
            _ = try connection.rows("SELECT pg_advisory_unlock(\(key("site")))", .text(site))
            claimed.remove(site)
        }
        connection.claimed = claimed
        for site in sites.subtracting(claimed).shuffled() where claimed.count < share {
            let isFree =
                try connection.rows("SELECT 1 WHERE pg_try_advisory_lock(\(key("site")))", .text(site)).count > 0
            if isFree { claimed.insert(site) }
            connection.claimed = claimed
        }
        return claimed
    }

    /// The number of a lock: of this history's, among those that a database has.
    private static func key(_ what: String) -> String {
        "hashtextextended(current_schema() || '/\(what)/'\(what == "site" ? " || $1::text" : ""), 0)"
    }
}
