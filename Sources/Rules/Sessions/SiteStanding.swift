import Records

/// How full a site is now.
public struct SiteStanding: Equatable, Sendable {
    public let site: SessionSite
    /// Those that came in and have not left.
    public let occupancy: Int
    /// Of these, how many stay for longer than they may.
    public let overstays: Int
}

extension SiteBook {
    var standing: SiteStanding {
        SiteStanding(
            site: site, occupancy: occupancy,
            overstays: visits.values.count { $0.told?.state == .open && $0.told?.isOverstay == true })
    }
}
