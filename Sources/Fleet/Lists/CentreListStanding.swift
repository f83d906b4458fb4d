/// How it stands with the lists that a site has from its centre, for people.
package struct CentreListStanding: Codable, Sendable, Equatable {
    /// When they were taken in; milliseconds.
    package var taken: Int64?
    /// Files that this site refuses, since they open something.
    package var refused: [String] = []
    /// Why the last ones could not be taken in, and since when; milliseconds.
    package var trouble: String?
    package var troubledSince: Int64?

    package init() {}
}
