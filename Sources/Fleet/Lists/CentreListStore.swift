/// Where a site keeps the lists of its centre.
package protocol CentreListStore: Sendable {
    /// The notice whose lists are there, as it came; nil before the first.
    func notice() throws -> [UInt8]?
    /// A list that is there; nil where it is not.
    func file(_ name: String) throws -> [UInt8]?
    /// Puts lists in the place of all that were there.
    ///
    /// - Throws: why not; what was there stays.
    func replace(_ lists: [SiteList], notice: [UInt8]) throws
    /// Writes down for people how it stands with them.
    func note(_ standing: CentreListStanding)
}
