import Foundation
import Logging
import Records
import TestSupport
import Testing

/// Two centres on one history in PostgreSQL, as programs, with a real broker between them and four sites.
@Suite(.enabled(if: PostgreSQLServer.isInstalled && Mosquitto.isInstalled, "PostgreSQL or mosquitto is missing"))
struct TwoCentresTests {
    private static let sites = ["north", "south", "east", "west"]

    private let folder: TemporaryFolder
    private let server: PostgreSQLServer
    private let schema: String
    private let address: String
    private let port = Int.random(in: 20_000..<32_000)
    private let ids = EventIDs()

    init() throws {
        folder = try TemporaryFolder()
        server = try #require(PostgreSQLServer.shared)
        address = try server.schema()
        schema = String(try #require(address.split(separator: "%3D").last))
    }

    // MARK: - The programs

    private func startBroker() throws -> Process {
        // Root gives its rights away, and could not read what the test made.
        try folder.write("user root\nlistener \(port) 127.0.0.1\nallow_anonymous true\n", to: "broker.conf")
        let process = try Program.start(
            ["-c", folder.file("broker.conf")], program: Mosquitto.program, errors: folder.handle("broker.said"))
        try #require(try eventually { try folder.text("broker.said").contains("running") || !process.isRunning })
        return process
    }

    private func startSite(_ name: String) throws -> Process {
        try Program.startHub(
            name, in: folder,
            """
            history: {path: "\(folder.file("\(name)/history.sqlite"))"}
            destinations: [{name: centre, type: centre, brokers: ["mqtt://127.0.0.1:\(port)"]}]
            """)
    }

    private func startCentre(_ name: String) throws -> Process {
        try Program.startHub(
            name, in: folder,
            """
            history: {path: "\(folder.file("\(name)/history.sqlite"))", postgresql: "\(address)"}
            ingest: {brokers: ["mqtt://127.0.0.1:\(port)"], sites: [\(Self.sites.map { "{name: \($0)}" }.joined(separator: ", "))]}
            """)
    }

    /// Sites that a centre has said to take in, less those that it gave away.
    private func sites(of centre: String) throws -> Set<String> {
        var sites: Set<String> = []
        for line in try folder.text("\(centre).said").split(separator: "\n") {
            if let site = line.split(separator: "takes in the site ").last, line.contains("takes in the site ") {
                sites.insert(String(site))
            } else if let rest = line.split(separator: "gives the site ").last, line.contains("gives the site ") {
                sites.remove(String(rest.prefix { $0 != " " }))
            }
        }
        return sites
    }

    // MARK: - What is logged, and what came

    /// Each site's camera logs some plates, in chained lines.
    private func log(_ plates: Range<Int>) throws {
        for site in Self.sites {
            let settings = EventLog.Settings(
                path: folder.file("\(site)/gate.ndjson"), spool: folder.file("\(site).spool"), camera: "gate")
            let log = try EventLog(settings, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            for number in plates {
                let time = WallTime.now
                let text = "P\(number)"
                try log.record(
                    PlateEvent(
                        id: ids.next(at: time), time: time, camera: "gate", plate: text, plateRaw: text,
                        confidence: 0.9,
                        candidates: [PlateCandidate(plate: text, confidence: 1)],
                        box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time,
                        lastSeen: time, engine: "test", latencyMilliseconds: 5))
            }
            try log.close()
        }
    }

    /// Plates and identifiers of a site in the order in which they were stored.
    private func stored(_ site: String) throws -> [String] {
        try server.tell(
            """
            SELECT p.text || ' ' || r.id FROM \(schema).record r JOIN \(schema).camera c ON c.id = r.camera
            JOIN \(schema).plate p ON p.id = r.plate WHERE c.name = '\(site)/gate' ORDER BY r.seq
            """
        ).split(separator: "\n").map(String.init)
    }

    private func logged(_ site: String) throws -> [String] {
        try folder.text("\(site)/gate.ndjson").split(separator: "\n").compactMap { line in
            guard case .plate(let event) = try Record(line: Array(line.utf8)) else { return nil }
            return "\(event.plate) \(event.id)"
        }
    }

    private func hasAll() throws -> Bool {
        let count = try server.tell(
            """
            SELECT count(*) FROM \(schema).record r JOIN \(schema).record_schema s ON s.id = r.schema
            WHERE s.name = 'plated.event/1'
            """)
        return try Int(count.trimmingPrefix { $0 == " " }.filter(\.isNumber)) ?? 0
            >= Self.sites.map { try logged($0).count }.reduce(0, +)
    }

    @Test func `two centres share the sites; one is killed and comes back, nothing comes twice and nothing is lost`()
        throws
    {
        var processes = [try startBroker()]
        defer { processes.forEach(HubScene.end) }
        let first = try startCentre("first")
        processes.append(first)
        #expect(try eventually { try sites(of: "first") == Set(Self.sites) })
        processes.append(try startCentre("second"))
        for site in Self.sites { processes.append(try startSite(site)) }
        try log(0..<200)
        let areShared = try eventually { try sites(of: "first").count == 2 && sites(of: "second").count == 2 }
        #expect(try areShared && sites(of: "first").isDisjoint(with: sites(of: "second")))
        #expect(try eventually { try hasAll() })

        // Amid what comes.
        try log(200..<1500)
        HubScene.end(first)
        try log(1500..<1600)
        #expect(try eventually { try sites(of: "second") == Set(Self.sites) })
        #expect(try eventually { try hasAll() })

        processes.append(try startCentre("third"))
        #expect(try eventually { try sites(of: "third").count == 2 && sites(of: "second").count == 2 })
        try log(1600..<1700)
        #expect(try eventually { try hasAll() })
        for site in Self.sites {
            #expect(try stored(site) == logged(site))
            #expect(try stored(site).count == 1700)
        }
        // Neither who began a chain nor who went on with it saw a break.
        let config = folder.file("second.yaml")
        let status = try Program.run(
            ["status", "--format", "json", "--config", config], program: Program.path(of: "plated-hub"))
        #expect(status.output.ranges(of: #""breaks":0"#).count == Self.sites.count, "\(status)")
        for name in ["first", "second", "third"] {
            #expect(try !folder.text("\(name).said").contains("does not name"), "\(name)")
        }
    }
}

/// As Debian has it.
private enum Mosquitto {
    static let program = "/usr/sbin/mosquitto"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }
}
