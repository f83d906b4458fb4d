import Console
import Delivery
import Logging
import Records
import Rules

/// The hub's settings: which logs it reads, where it keeps what they say, and for how long.
struct HubConfiguration: Equatable, Sendable {
    /// Of this hub, for whoever gets something of it; nil for the machine's name.
    var name: String?
    /// Logs, or patterns with `*` and `?` in the name of the file.
    var logs = [CameraPlaces.Root.system.logPattern]
    /// The folder of all that scanners by hand keep (`--state`); nil for where services have it.
    var state: String?
    var history = Storage()
    var proof = Proof()
    var retention = Retention()
    /// Settings of single cameras, by their names.
    var cameras: [String: Camera] = [:]
    var audit = Audit()
    var console = Console()
    var setup = Setup()
    var pictures = Pictures()
    var lists = Lists()
    /// What opens for whom.
    var doors: [DoorSettings] = []
    /// Car parks, and sections between two cameras.
    var sessions: [SessionSite] = []
    /// Where events go, beside the history.
    var destinations: [DestinationSettings] = []
    /// What this hub has for sites that report to it.
    var ingest = IngestSettings()
    var log = Log()

    struct Storage: Equatable, Sendable {
        /// Of SQLite; nil for `history.sqlite` in the state folder. What the hub keeps beside its history lies there, too.
        var path: String?
        /// The address of a database, in place of that file.
        var postgresql: String?
        /// A file with its password.
        var passwordFile: String?
    }

    /// Whose seals are believed.
    struct Proof: Equatable, Sendable {
        /// Files of public keys.
        var keys: [String] = []
    }

    /// How long the history keeps what it has.
    struct Retention: Equatable, Sendable {
        /// Days; 0 for ever.
        var events = 30
    }

    struct Camera: Equatable, Sendable {
        var events: Int?
    }

    /// The record of who looked for what.
    struct Audit: Equatable, Sendable {
        var lookups = false
        /// Whether every look-up needs a reason.
        var reasonRequired = false
        /// Nil for `lookups.ndjson` in the state folder.
        var file: String?
    }

    /// The pages, for browsers.
    struct Console: Equatable, Sendable {
        /// An address with a port, or `off`.
        var listen = ConsoleSettings.usual
        /// Names that it may be asked by, beside addresses, localhost and *.local.
        var hosts: [String] = []
        /// The path of a Unix socket for a web server in front, or `off`.
        var socket = ConsoleSocket.usual
    }

    /// Who sets cameras up for the console.
    struct Setup: Equatable, Sendable {
        /// Sockets behind which somebody looks at cameras, and writes their files.
        var probe = "/run/plated-setup/probe.sock"
        var helper = "/run/plated-setup/settings.sock"
    }

    /// Lists of plates.
    struct Lists: Equatable, Sendable {
        /// Has a file a list; nil for `lists` beside the history.
        var folder: String?
    }

    /// Pictures that others post to have them read.
    struct Pictures: Equatable, Sendable {
        /// Behind which `plated pictures` answers.
        var socket = PictureSettings.usual
        var timeout = Duration.seconds(25)
        /// An address with a port for clients that have no token, or `off`.
        var listen = "off"
        /// Addresses and ranges that may ask there.
        var allow: [String] = []
    }

    struct Log: Equatable, Sendable {
        var level = Logger.Level.info
    }
}

extension HubConfiguration {
    /// How long what a camera reported is kept.
    func retention(of camera: String) -> Retention {
        Retention(events: cameras[camera]?.events ?? retention.events)
    }

    /// Of all cameras; in days, 0 for ever.
    var longestRetention: Int {
        let all = [retention.events] + cameras.values.compactMap(\.events)
        return all.contains(0) ? 0 : all.max() ?? 0
    }

    /// Where this machine's cameras are.
    var root: CameraPlaces.Root { state.map { .folder($0) } ?? .system }

    /// The folder that the paths of a camera's pictures start in.
    func evidenceFolder(of camera: CameraRef) -> String {
        sitePictureFolder(of: camera, in: .current) ?? CameraPlaces(camera.camera, root).evidence
    }

    /// With the one that is taken where none is set.
    func historyFile(in state: StateFolder) -> String { history.path ?? state.file("history.sqlite") }

    /// Accounts, sessions and corrections: beside the history.
    func accountFile(in state: StateFolder) -> String {
        beside(historyFile(in: state), "console.sqlite")
    }

    /// How far destinations have come: beside the history.
    func deliveryFile(in state: StateFolder) -> String { beside(historyFile(in: state), "delivery.sqlite") }

    /// Who is in, and what may still change: beside the history.
    func sessionFile(in state: StateFolder) -> String { beside(historyFile(in: state), "sessions.sqlite") }

    /// A log of the hub's own, in a folder beside the history that nothing else is written to.
    func ownLog(_ name: String, in state: StateFolder) -> String {
        beside(historyFile(in: state), "logs/\(name).ndjson")
    }

    func besideHistory(_ name: String, in state: StateFolder) -> String { beside(historyFile(in: state), name) }

    private func beside(_ history: String, _ name: String) -> String {
        guard let slash = history.lastIndex(of: "/") else { return name }
        return history[...slash] + name
    }

    /// Pictures of looks lie beside the accounts.
    func setupPlaces(in state: StateFolder) -> SetupPlaces {
        let accounts = accountFile(in: state)
        let folder = accounts.lastIndex(of: "/").map { String(accounts[...$0]) } ?? ""
        return SetupPlaces(
            root: root, probe: setup.probe, helper: setup.helper, scratch: folder + "setup")
    }

    var consoleSettings: ConsoleSettings {
        ConsoleSettings(
            listen: ListenAddress(console.listen), hosts: console.hosts, socket: ConsoleSocket(console.socket))
    }

    /// Beside the history where none is set.
    func listFolder(in state: StateFolder) -> ListFolder {
        var folder = ListFolder(path: lists.folder ?? beside(historyFile(in: state), "lists"))
        folder.hasCentre = destinations.contains { $0.centre?.takesLists == true }
        return folder
    }

    var pictureSettings: PictureSettings {
        PictureSettings(
            socket: pictures.socket, patience: pictures.timeout, listen: ListenAddress(pictures.listen),
            allow: pictures.allow.compactMap { AddressRange($0) })
    }

    func auditFile(in state: StateFolder) -> String { audit.file ?? state.file("lookups.ndjson") }
}
