import Answers
import Fleet
import Records
import Rules

/// Where the console finds what it shows, and whom it asks.
public struct ConsoleSources: Sendable {
    /// The file of accounts, sessions and corrections.
    public var accounts: String
    /// The folder of a camera's pictures.
    public var evidence: @Sendable (CameraRef) -> String
    public var lookups: Lookups
    /// Where cameras are, and are set up.
    public var setup: SetupPlaces
    /// How what is sent to other programs is getting on.
    public var destinations: @Sendable () async throws -> [DestinationAnswer]
    /// Where posted pictures are read, and for whom.
    public var pictures: PictureSettings
    public var pictureMeter: PictureMeter
    /// All that Prometheus is told, in its text format; when doors opened, where it is asked for that.
    public var metrics: @Sendable (_ doors: Bool) async throws -> String
    /// The lists of plates.
    public var lists: ListWatch
    /// Files with the public keys that logs of this machine are sealed with.
    public var sealKeys: [String] = []
    /// Who is in, and who was; nil where no site is configured.
    package var sessions: SessionKeeping?
    public var doors = DoorPanel()
    /// What takes in what sites report; nil where none can.
    package var centre: Centre?
    /// Pictures that are not on this machine.
    public var sites = SitePictures()
    /// The chain of a camera's log that is not on this machine; nil of one that is.
    public var siteChain: @Sendable (_ camera: String) async throws -> SiteChainAnswer? = { _ in nil }

    package init(
        accounts: String, evidence: @escaping @Sendable (CameraRef) -> String, lookups: Lookups, setup: SetupPlaces,
        destinations: @escaping @Sendable () async throws -> [DestinationAnswer],
        metrics: @escaping @Sendable (_ doors: Bool) async throws -> String, lists: ListWatch,
        pictures: PictureSettings,
        pictureMeter: PictureMeter
    ) {
        self.accounts = accounts
        self.evidence = evidence
        self.lookups = lookups
        self.setup = setup
        self.destinations = destinations
        self.metrics = metrics
        self.lists = lists
        self.pictures = pictures
        self.pictureMeter = pictureMeter
    }
}
