import Records

/// The sessions of all sites.
public struct SessionBook: Sendable {
    public internal(set) var sites: [SiteBook]

    public init(_ sites: [SessionSite]) {
        self.sites = sites.map { SiteBook(site: $0) }
    }

    /// What changes with a plate that was read.
    public mutating func take(_ event: PlateEvent) -> [SessionRecord] {
        sites.indices.flatMap { sites[$0].take(event) }
    }

    /// What changes by time alone.
    public mutating func advance(to time: WallTime) -> [SessionRecord] {
        sites.indices.flatMap { sites[$0].advance(to: time) }
    }
}
