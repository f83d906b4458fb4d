import Records

/// Pictures that lie at sites which report to this hub, for the pages: a site is asked for one when somebody looks at it.
public struct SitePictures: Sendable {
    public enum Answer: Sendable {
        /// A JPEG, with the hash that its record tells.
        case picture([UInt8])
        /// Why there is none, as a sentence, and whether it may be another in a moment.
        case none(String, mayPass: Bool)
    }

    /// The site of a camera; nil for one of this machine.
    let site: @Sendable (_ camera: String) -> String?
    /// Whether a site has said that it shows its pictures.
    let isOffered: @Sendable (_ site: String) async -> Bool
    let picture: @Sendable (_ file: PlateEvidence.File, _ event: String, _ site: String) async -> Answer

    /// For a hub that nobody reports to.
    public init() {
        self.init(
            site: { _ in nil }, isOffered: { _ in false }, picture: { _, _, _ in .none("It has none.", mayPass: false) }
        )
    }

    public init(
        site: @escaping @Sendable (_ camera: String) -> String?,
        isOffered: @escaping @Sendable (_ site: String) async -> Bool,
        picture: @escaping @Sendable (_ file: PlateEvidence.File, _ event: String, _ site: String) async -> Answer
    ) {
        self.site = site
        self.isOffered = isOffered
        self.picture = picture
    }
}
