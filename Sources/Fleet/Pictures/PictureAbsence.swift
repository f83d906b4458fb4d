/// Why a centre cannot show a picture that lies at a site.
package enum PictureAbsence: String, CaseIterable, Error, Sendable {
    // What the site says.

    /// It is no longer there.
    case gone
    /// The event is not known there any more, or its camera is not for the centre.
    case unknown
    /// It is not what the record tells of.
    case changed
    case tooLarge = "too_large"
    /// The site cannot read it now, or cannot write down who looks.
    case unreadable

    // What the centre finds.

    /// The site has not said that it shows pictures.
    case unoffered
    /// The site does not answer.
    case silent
    /// So many are asked for at once.
    case busy
    case noJPEG = "no_jpeg"

    /// Whether a site may say it.
    package var isSites: Bool { [.gone, .unknown, .changed, .tooLarge, .unreadable].contains(self) }

    /// Whether it may be another in a moment.
    package var mayPass: Bool { [.unreadable, .silent, .busy].contains(self) }

    /// For people.
    package func text(of site: String) -> String {
        switch self {
        case .gone: "The picture is no longer at the site \(site): its time was over, or somebody deleted it."
        case .unknown:
            "The site \(site) does not know this plate any more, or does not show what this camera saw to its centre."
        case .changed: "The picture at the site \(site) is not the one that was written: it is not shown."
        case .tooLarge: "The picture has more than 8 MB: it can be seen at the site \(site)."
        case .unreadable: "The site \(site) cannot read the picture now. Its journal says why."
        case .unoffered: "The picture is at the site \(site), which has not said that it shows any."
        case .silent: "The site \(site) does not answer: it is away, or its line is slow."
        case .busy: "Many pictures of the site \(site) are asked for at once. Look again in a moment."
        case .noJPEG: "What the site \(site) has as the picture is no JPEG: it is not shown."
        }
    }
}
