import Answers
import Console
import Delivery
import History
import PostgreSQLHistory
import Records
import Rules
import Settings

/// A key of the hub's configuration.
typealias HubKey = DeclaredKey<HubReading>

/// The hub's configuration while its file is read.
struct HubReading: KeyReading {
    var configuration = HubConfiguration()
}

extension HubKey {
    /// Every key there is, in the order of `config/hub.yaml`.
    static var all: [HubKey] {
        [
            name, logs, state, history, proof, retention, cameras, audit, console, setup, lists, doors,
            sessions, pictures,
            destinations, ingest, log,
        ]
    }

    /// Up to a hundred years.
    private static let days = 0...36_500

    private static var name: Self {
        text("name", \.name) { HubName.fits($0) ? nil : "is \($0), and \(HubName.rule)" }
    }

    private static var doors: Self {
        value(
            "doors",
            read: { $1.configuration.doors = DoorSettings.read("doors", from: $0) },
            text: { DoorSettings.text($0.doors) })
    }

    private static var sessions: Self {
        value(
            "sessions",
            read: { $1.configuration.sessions = SessionSite.read("sessions", from: $0) },
            text: { SessionSite.text($0.sessions) })
    }

    private static var destinations: Self {
        value(
            "destinations",
            read: { $1.configuration.destinations = DestinationSettings.read("destinations", from: $0) },
            text: { DestinationSettings.text($0.destinations) })
    }

    private static var ingest: Self {
        value(
            "ingest",
            read: { root, reading in
                reading.configuration.ingest = IngestSettings.read("ingest", from: root)
                let ingest = reading.configuration.ingest
                let names = (ingest.lists ?? []) + ingest.sites.flatMap(\.lists)
                for name in names where !PlateList.isName(name) {
                    root.problem(
                        "ingest", "has \(name.shown) among lists, and that is no name of one: it \(PlateList.nameRule)")
                }
            },
            text: { IngestSettings.text($0.ingest) })
    }

    private static var logs: Self {
        value(
            "logs",
            read: { root, reading in
                root.strings("logs", into: &reading.configuration.logs)
                for pattern in reading.configuration.logs {
                    if let problem = LogPattern.problem(with: pattern) { root.problem("logs", problem) }
                }
            },
            text: { YAMLText.list($0.logs.map(YAMLText.quoted)) })
    }

    private static var history: Self {
        section(
            "history",
            [
                text("path", \.history.path), text("postgresql", \.history.postgresql),
                text("password_file", \.history.passwordFile),
            ],
            finish: { section, reading in
                let history = reading.configuration.history
                guard let address = history.postgresql else {
                    if history.passwordFile != nil {
                        section.problem("password_file", "is set, and there is no postgresql that it is for")
                    }
                    return
                }
                do throws(HistoryFailure) {
                    if try ServerPlace(address).hasPassword {
                        section.problem("postgresql", "has a password in it: name a file with it in password_file")
                    }
                } catch {
                    section.problem("postgresql", "\(error.reason). \(error.remedy)")
                }
            })
    }

    private static var state: Self { text("state", \.state) }

    private static var proof: Self { section("proof", [texts("keys", \.proof.keys)]) }

    private static var retention: Self {
        section("retention", [integer("events_days", in: days, \.retention.events)])
    }

    private static var audit: Self {
        section(
            "audit",
            [
                flag("lookups", \.audit.lookups),
                flag("reason_required", \.audit.reasonRequired),
                text("file", \.audit.file),
            ],
            finish: { section, reading in
                let audit = reading.configuration.audit
                guard audit.reasonRequired, !audit.lookups else { return }
                section.problem(
                    "reason_required", "is true, and asks for reasons that nobody keeps: set audit.lookups, too")
            })
    }

    private static var console: Self {
        section(
            "console",
            [
                text("listen", \.console.listen),
                texts("hosts", \.console.hosts),
                text("socket", \.console.socket),
            ],
            finish: { section, reading in
                let console = reading.configuration.console
                if console.socket != off, ConsoleSocket(console.socket) == nil {
                    section.problem("socket", "is \(console.socket), and \(ConsoleSocket.rule)")
                }
                guard console.listen != off else { return }
                guard let listen = ListenAddress(console.listen) else {
                    return section.problem("listen", "is \(console.listen), and \(ListenAddress.rule)")
                }
                if !listen.isLoopback {
                    section.problem(
                        "listen",
                        "is \(console.listen): passwords and plates would cross the network unencrypted. Leave it at 127.0.0.1, and let "
                            + "Caddy stand in front: docs/console.md, Let others in")
                }
            })
    }

    private static var setup: Self {
        section(
            "setup",
            [text("probe", \.setup.probe), text("helper", \.setup.helper)])
    }

    private static var pictures: Self {
        section(
            "pictures",
            [
                text("socket", \.pictures.socket),
                milliseconds("timeout_ms", in: 100...3_600_000, \.pictures.timeout),
                text("listen", \.pictures.listen),
                texts("allow", \.pictures.allow),
            ],
            finish: { section, reading in
                let pictures = reading.configuration.pictures
                for range in pictures.allow where AddressRange(range) == nil {
                    section.problem("allow", "has \(range), and each \(AddressRange.rule)")
                }
                guard pictures.listen != off else { return }
                guard let listen = ListenAddress(pictures.listen) else {
                    return section.problem("listen", "is \(pictures.listen), and \(ListenAddress.rule)")
                }
                if !listen.isLoopback, pictures.allow.isEmpty {
                    section.problem(
                        "listen",
                        "is an address that others reach, and no token is asked for there: name in allow who may ask")
                }
            })
    }

    /// No console.
    private static let off = "off"

    private static var lists: Self { section("lists", [text("folder", \.lists.folder)]) }

    private static var log: Self { section("log", [choice("level", \.log.level)]) }

    // MARK: - Cameras

    private static var cameras: Self {
        value(
            "cameras",
            read: { root, reading in
                root.section("cameras") { cameras in
                    for name in cameras.names {
                        if CameraRef(name) == nil {
                            cameras.problem(name, "is no camera's name: one \(CameraRef.rule)")
                        }
                        var camera = HubConfiguration.Camera()
                        cameras.section(name) { read($0, into: &camera) }
                        reading.configuration.cameras[name] = camera
                    }
                }
            },
            text: { configuration in
                let cameras = configuration.cameras.sorted { $0.key < $1.key }
                return "{" + cameras.map { "\(YAMLText.quoted($0.key)): {\(text($0.value))}" }.joined(separator: ", ")
                    + "}"
            })
    }

    private static func read(_ reader: MappingReader, into camera: inout HubConfiguration.Camera) {
        guard reader.has("events_days") else { return }
        var count = 0
        reader.integer("events_days", in: days, into: &count)
        camera.events = count
    }

    private static func text(_ camera: HubConfiguration.Camera) -> String {
        camera.events.map { "events_days: \($0)" } ?? ""
    }
}
