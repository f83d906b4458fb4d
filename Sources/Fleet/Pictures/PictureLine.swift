/// The way of pictures from sites to their centre, at the centre. What arrives is what sites show.
package protocol PictureLine: SitesLine {
    func listen(to site: String)
    /// Asks for a piece, now or never.
    ///
    /// - Returns: whether it left.
    func ask(_ look: PictureLook, of site: String) -> Bool
    /// Says what became of a picture, now or never.
    func say(_ receipt: PictureReceipt, to site: String)
}
