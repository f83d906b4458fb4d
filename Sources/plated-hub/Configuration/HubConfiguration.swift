import Logging

/// The hub's settings: which logs it reads, where it keeps what they say, and for how long.
struct HubConfiguration: Equatable, Sendable {
    /// Logs, or patterns with `*` and `?` in the name of the file.
    var logs = ["/var/log/plated/*.ndjson"]
    var history = Storage()
    var evidence = Evidence()
    var retention = Retention()
    /// Settings of single cameras, by their names.
    var cameras: [String: Camera] = [:]
    var audit = Audit()
    var log = Log()

    struct Storage: Equatable, Sendable {
        /// Of SQLite; nil for `history.sqlite` in the state folder.
        var path: String?
    }

    struct Evidence: Equatable, Sendable {
        /// Has a folder a camera.
        var folder = "/var/lib/plated/evidence"
    }

    /// How long the history keeps what it has.
    struct Retention: Equatable, Sendable {
        /// Days; 0 for ever.
        var events = 30
    }

    struct Camera: Equatable, Sendable {
        /// Of its pictures; nil for the folder of its name in that of all.
        var evidence: String?
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

    struct Log: Equatable, Sendable {
        var level = Logger.Level.info
    }
}

extension HubConfiguration {
    /// How long what a camera reported is kept.
    func retention(of camera: String) -> Retention {
        Retention(events: cameras[camera]?.events ?? retention.events)
    }

    /// The folder that the paths of a camera's pictures start in.
    func evidenceFolder(of camera: String) -> String {
        cameras[camera]?.evidence ?? "\(evidence.folder)/\(camera)"
    }

    /// With the one that is taken where none is set.
    func historyFile(in state: StateFolder) -> String { history.path ?? state.file("history.sqlite") }

    func auditFile(in state: StateFolder) -> String { audit.file ?? state.file("lookups.ndjson") }
}
