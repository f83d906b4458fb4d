/// The way of pictures from a site to its centre, at the site. What arrives are the centre's looks.
package protocol LookLine: SitesLine {
    func listen()
    /// Says whether pictures are shown, which the centre also hears where it comes later; nil takes that back.
    func say(_ policy: PicturePolicy?)
    /// Hands a piece over, now or never.
    func hand(_ piece: PicturePiece)
}
