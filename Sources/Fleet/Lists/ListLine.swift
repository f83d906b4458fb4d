/// The way of lists from a centre to its sites. What arrives is what sites say of their lists.
package protocol ListLine: SitesLine {
    func listen(to site: String)
    /// Says which lists are a site's, which also gets it where it comes later.
    ///
    /// - Returns: whether it left.
    func say(notice: [UInt8], to site: String) -> Bool
    /// Hands a piece to a site, now or never.
    func hand(piece: [UInt8], to site: String)
}
