/// The way of pictures from a site to its centre, at the site. What arrives are the centre's looks.
package protocol LookLine: SitesLine {
    func listen()
    /// Says whether pictures are shown, which the centre also hears where it comes later; nil takes that back.
    func say(_ policy: PicturePolicy?)
    /// Tells of a picture, now or never.
    func tell(_ news: PictureNews)
    /// Hands a piece over, now or never.
    func hand(_ piece: PicturePiece)
}
