/// The way of records from sites to their centre. What arrives is what sites hand over.
package protocol FleetLine: SitesLine {
    /// What comes from these sites is heard, and from no other.
    func listen(to sites: Set<String>)
    /// Says something to a site, which also gets it where it comes later.
    func say(_ word: FleetWord, to site: String)
    /// Says that what a site told has been forgotten, now or never.
    func say(_ receipt: ForgottenReceipt, to site: String)
    /// Why there is no connection, where somebody knows.
    func absence() async -> String
}
