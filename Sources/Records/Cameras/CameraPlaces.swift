#if canImport(Glibc)
    import Glibc
#endif

/// Where a camera's files are, and what its unit is called. Nothing else makes a path of a camera.
public struct CameraPlaces: Hashable, Sendable {
    /// Where the files of all cameras are.
    public enum Root: Hashable, Sendable {
        /// As the package has them.
        case system
        /// All in one folder, for scanners and hubs by hand.
        case folder(String)

        private func folder(_ system: String) -> String {
            if case .folder(let path) = self { path } else { system }
        }

        public var configurations: String { folder("/etc/plated") }
        var states: String { folder("/var/lib/plated") }
        var runtime: String { folder("/run/plated") }
        var logs: String { folder("/var/log/plated") }

        /// What systemd makes for a service.
        public var made: [String] { [logs, states] }

        /// The logs, with a `*` for the camera.
        public var logPattern: String { logs + "/*" + CameraPlaces.log }

        /// The cameras that have a configuration.
        public var cameras: [CameraID] { files.compactMap { CameraID(CameraPlaces.stem($0)) } }

        /// Files that lie there as configurations do, and whose names are no camera's.
        public var strangers: [String] {
            files.filter { CameraID(CameraPlaces.stem($0)) == nil && !CameraPlaces.others.contains($0) }
        }

        private var files: [String] {
            CameraPlaces.names(in: configurations).filter { $0.hasSuffix(CameraPlaces.yaml) }
        }

        /// The cameras whose scanners have a socket.
        public var running: [CameraID] {
            CameraPlaces.names(in: runtime).compactMap { CameraID($0) }.filter {
                var status = stat()
                return stat(CameraPlaces($0, self).socket, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
            }
        }
    }

    /// What only root and the service read; systemd hands it over.
    public enum Secret: String, Sendable {
        case credentials
        case remoteKey = "remote-key"

        /// Where services have it, for people.
        public var place: String { "\(Root.system.configurations)/<camera>.\(rawValue)" }
    }

    public let camera: CameraID
    public let root: Root

    public init(_ camera: CameraID, _ root: Root) {
        self.camera = camera
        self.root = root
    }

    // MARK: - What people write

    public var configurationName: String { "\(camera)\(Self.yaml)" }
    public var configuration: String { "\(root.configurations)/\(configurationName)" }

    public func name(of secret: Secret) -> String { "\(camera).\(secret.rawValue)" }
    public func file(of secret: Secret) -> String { "\(root.configurations)/\(name(of: secret))" }

    /// Returns the file of a secret beside a configuration, wherever that is: `gate.credentials` beside `gate.yaml`.
    public static func file(of secret: Secret, beside configuration: String) -> String {
        String(configuration.dropLast(configuration.hasSuffix(yaml) ? yaml.count : 0)) + ".\(secret.rawValue)"
    }

    // MARK: - The service

    public var unit: String { "\(Self.unit)\(camera)\(Self.service)" }

    /// Returns the camera of a unit; nil of another unit.
    public static func camera(ofUnit name: String) -> CameraID? {
        guard name.hasPrefix(unit), name.hasSuffix(service) else { return nil }
        return CameraID(String(name.dropFirst(unit.count).dropLast(service.count)))
    }

    // MARK: - The log

    public var log: String { "\(root.logs)/\(camera)\(Self.log)" }

    /// Returns whether a path is a log that is called by the camera.
    public static func isLog(_ path: String, of camera: String) -> Bool { path.hasSuffix("/\(camera)\(log)") }

    /// Returns the file that is locked while the camera's scanner writes to a log of that folder.
    public static func lock(of camera: CameraID, besideLog path: String) -> String {
        (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + ".\(camera).lock"
    }

    /// Returns where records wait that a log without a state folder cannot take.
    public static func spool(besideLog path: String) -> String { path + ".spool" }

    // MARK: - The state

    /// All that the scanner keeps, and nobody else writes to.
    public var state: String { "\(root.states)/\(camera)" }
    /// Pictures of accepted plates.
    public var evidence: String { state + "/evidence" }
    /// What looked like a plate and was not read.
    public var missed: String { state + "/missed" }
    /// When the scanner ran, and which gap was open.
    public var gaps: String { state + "/gaps" }
    /// Records that wait while the log cannot be written.
    public var spool: String { state + "/spool" }
    /// What a server was asked, for its limits.
    public var remoteUsage: String { state + "/remote" }

    // MARK: - While it runs

    private var runtime: String { "\(root.runtime)/\(camera)" }
    /// Where the scanner says how it is, and shows its live picture.
    public var socket: String { runtime + "/live.sock" }
    /// When the camera refused a password.
    public var refusal: String { runtime + "/refused" }
    /// The key of pseudonyms; nil where it would last longer than the service.
    public var pseudonymKey: String? { root == .system ? runtime + "/pseudonym.key" : nil }

    /// Returns where a console keeps what the camera showed while it is being set up.
    public static func frames(of camera: CameraID, in folder: String) -> String { "\(folder)/\(camera)\(frames)" }

    /// Returns whether a file was kept so.
    public static func areFrames(_ name: String) -> Bool { name.hasSuffix(frames) }

    /// Returns the folder of a camera among others: of a site's pictures at a centre, and of those in an export.
    public static func folder(of camera: CameraRef, in folder: String) -> String { "\(folder)/\(camera)" }

    // MARK: - The machine

    /// The key that seals the logs of all services.
    public static let sealKey = "/var/lib/plated/key/seal.key"

    private static let yaml = ".yaml"
    /// Of the hub, of a centre's sites, and of `plated pictures`.
    private static let others: Set = ["hub.yaml", "sites.yaml", "pictures.yaml"]
    private static let frames = ".frames"
    private static let log = ".ndjson"
    private static let unit = "plated@"
    private static let service = ".service"

    private static func stem(_ file: String) -> String { String(file.dropLast(yaml.count)) }

    /// Returns what is in a folder, sorted, without what begins with a dot; nothing of one that cannot be listed.
    private static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
