import Records

/// How it stands with the lists that a site has from its centre, for people.
package struct CentreListStanding: Codable, Sendable, Equatable {
    /// Of the lists that are there; 0 for none.
    package var version: Int64 = 0
    /// When they were taken in; milliseconds.
    package var taken: Int64?
    /// Of those that are on their way.
    package var coming: Int64?
    /// How many notices were refused, and why the last one was.
    package var refused = 0
    package var refusal: String?
    package var refusedAt: Int64?

    package init() {}
}
