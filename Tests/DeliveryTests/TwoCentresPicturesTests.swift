import Foundation
import Logging
import Records
import TestSupport
import Testing

@testable import Delivery

/// Two centres on one history in PostgreSQL, as programs, with three NATS servers between them and two sites that show all their pictures.
@Suite(.enabled(if: PostgreSQLServer.isInstalled && NATSCluster.isThere, "PostgreSQL or nats-server is missing"))
struct TwoCentresPicturesTests {
    private static let sites = ["north", "south"]

    private let folder: TemporaryFolder
    private let server: PostgreSQLServer
    private let address: String
    private let cluster: NATSCluster
    private let ids = EventIDs()

    init() throws {
        folder = try TemporaryFolder()
        server = try #require(PostgreSQLServer.shared)
        address = try server.schema()
        cluster = try NATSCluster(folder)
    }

    // MARK: - The programs

    private func start(_ name: String, _ settings: String) throws -> Process {
        let brokers = cluster.ports.map { "\"mqtt://127.0.0.1:\($0)\"" }.joined(separator: ", ")
        return try Program.startHub(
            name, in: folder,
            """
            state: "\(folder.file("\(name)/state"))"
            \(settings.replacing("BROKERS", with: "[\(brokers)]"))
            """)
    }

    private func startSite(_ name: String) throws -> Process {
        try start(
            name,
            """
            history: {path: "\(folder.file("\(name)/history.sqlite"))"}
            destinations: [{name: centre, type: centre, brokers: BROKERS, pictures: always, retry_ms: [500, 2000]}]
            """)
    }

    private func startCentre(_ name: String) throws -> Process {
        try start(
            name,
            """
            history: {path: "\(folder.file("\(name)/history.sqlite"))", postgresql: "\(address)"}
            ingest: {brokers: BROKERS, sites: [{name: north}, {name: south}]}
            """)
    }

    private func has(_ centre: String, _ count: Int) throws -> Bool {
        let text = try folder.text("\(centre).said")
        return text.ranges(of: "takes in the site").count - text.ranges(of: "to another centre").count == count
    }

    /// Whether its pictures go to the centre from now on.
    private func hasCourier(_ site: String) throws -> Bool {
        try DeliveryFile.there(folder.file("\(site)/delivery.sqlite"))?.state(of: "centre.pictures") != nil
    }

    // MARK: - What is logged, and what came

    /// Each site's camera logs some plates, each with a picture of its own.
    ///
    /// - Returns: the pictures' hashes by the plates.
    private func log(_ plates: Range<Int>) throws -> [String: String] {
        var digests: [String: String] = [:]
        for site in Self.sites {
            let settings = EventLog.Settings(
                path: folder.file("\(site)/gate.ndjson"), spool: folder.file("\(site).spool"), camera: "gate")
            let log = try EventLog(settings, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            for number in plates {
                let time = WallTime.now
                let text = "\(site.prefix(1).uppercased())\(number)"
                let picture = PictureScene.jpeg(140_000 + 2 * number + (site == "north" ? 0 : 1))
                let digest = "\(Digest(of: picture))"
                let place = folder.file("\(site)/state/gate/evidence/\(number).jpg")
                try FileManager.default.createDirectory(
                    atPath: folder.file("\(site)/state/gate/evidence"), withIntermediateDirectories: true)
                try Data(picture).write(to: URL(fileURLWithPath: place))
                var event = PlateEvent(
                    id: ids.next(at: time), time: time, camera: "gate", plate: text, plateRaw: text, confidence: 0.9,
                    candidates: [PlateCandidate(plate: text, confidence: 1)],
                    box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time,
                    lastSeen: time, engine: "test", latencyMilliseconds: 5)
                event.evidence = PlateEvidence(
                    time: time, box: event.box,
                    crop: .init(path: "\(number).jpg", sha256: digest, bytes: picture.count))
                try log.record(event)
                digests[text] = digest
            }
            try log.close()
        }
        return digests
    }

    /// The hashes of the pictures that a centre keeps; each is what its name says.
    private func kept(_ centre: String) throws -> [String] {
        let root = folder.file("\(centre)/pictures")
        guard let files = FileManager.default.enumerator(atPath: root) else { return [] }
        return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".jpg") }.map { path in
            let name = String(path.split(separator: "/").last?.dropLast(4) ?? "")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)"))
            #expect("\(Digest(of: Array(bytes)))" == name)
            return name
        }
    }

    private var told: String {
        (Self.sites + ["first", "second"]).map { name in
            let text = FileManager.default.contents(atPath: folder.file("\(name).said")) ?? Data()
            return "\(name): " + String(decoding: text, as: UTF8.self)
        }.joined(separator: "\n")
    }

    @Test func `each picture lies at one of them, none is lost when one is killed, and what is forgotten goes`() throws
    {
        let first = try startCentre("first")
        var processes = [first]
        defer { processes.forEach(EnrolmentScene.end) }
        #expect(try eventually { try has("first", 2) })
        processes.append(try startCentre("second"))
        #expect(try eventually { try has("first", 1) && has("second", 1) })
        // Nothing is logged before its courier is there: a site's pictures of earlier stay where they are.
        for site in Self.sites { processes.append(try startSite(site)) }
        #expect(try eventually { try Self.sites.allSatisfy(hasCourier) })
        let early = try log(0..<8)
        #expect(try eventually { try Set(kept("first") + kept("second")) == Set(early.values) }, "\(told)")
        #expect(try Set(kept("first")).isDisjoint(with: kept("second")))

        // Amid what comes.
        let amid = try log(8..<20)
        #expect(try eventually { try kept("first").count + kept("second").count > 16 })
        kill(first.processIdentifier, SIGKILL)
        first.waitUntilExit()
        #expect(try eventually { try has("second", 2) })
        let late = try log(20..<24)
        let all = early.merging(amid) { $1 }.merging(late) { $1 }
        #expect(try eventually { try Set(kept("first") + kept("second")) == Set(all.values) }, "\(told)")
        #expect(try Set(kept("second")).isSuperset(of: late.values))

        let forgotten = try Program.run(
            ["forget", "N21", "--yes", "--config", folder.file("north.yaml")], program: Program.path(of: "plated-hub"),
            limit: 300)
        #expect(forgotten.status == 0, "\(forgotten)")
        let digest = try #require(all["N21"])
        #expect(try eventually { try !kept("second").contains(digest) }, "\(told)")
        #expect(try Set(kept("second")).isSuperset(of: late.values.filter { $0 != digest }))
        let schema = try #require(address.split(separator: "%3D").last)
        // The picture goes before the plate does.
        #expect(
            try eventually {
                try server.tell("SELECT count(*) FROM \(schema).plate WHERE text IN ('N21', 'N22')").hasPrefix("1")
            }, "\(told)")
    }
}
