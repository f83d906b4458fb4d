import Foundation
import History
import Logging
import Proof
import Records
import TestSupport
import Testing

/// A centre, sites and a broker that knows nobody yet.
struct EnrolmentScene {
    let folder: TemporaryFolder
    let broker: FleetBroker
    /// Of a site's machine.
    let key: SealKey
    private let ids = EventIDs()

    init(_ kind: FleetBroker.Kind) throws {
        folder = try TemporaryFolder()
        broker = try FleetBroker(kind, folder)
        try FileManager.default.createDirectory(atPath: folder.file("centre"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: broker.certificate.path, toPath: folder.file("centre/broker-ca.pem"))
        let addresses = broker.ports.map { "\"mqtts://localhost:\($0)\"" }.joined(separator: ", ")
        try folder.write(
            """
            \(Self.quiet("centre", folder))
            ingest:
              brokers: [\(addresses)]
              credentials_file: broker.credentials
              ca_file: broker-ca.pem
              enrol: {broker: \(kind.rawValue), users_file: "\(broker.users)", reload: [sh, "\(try broker.reloadScript())"]}
            """, to: "centre/hub.yaml")
        guard case .made(let key) = try KeyFile(path: folder.file("seal.key")).readOrMake() else {
            throw CocoaError(.fileWriteFileExists)
        }
        self.key = key
        for site in ["north", "south", "thief"] {
            try folder.write(Self.quiet(site, folder) + "\n", to: "\(site)/hub.yaml")
        }
    }

    /// What a hub has beside what joins it to others.
    private static func quiet(_ hub: String, _ folder: TemporaryFolder) -> String {
        """
        logs: ["\(folder.path)/\(hub)/*.ndjson"]
        history: {path: "\(folder.file("\(hub)/history.sqlite"))"}
        retention: {events_days: 0}
        console: {listen: off}
        """
    }

    /// What the broker's file of users has.
    func users() throws -> String { try String(contentsOfFile: broker.users, encoding: .utf8) }

    func setUsers(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: broker.users)) }

    func centreFile(_ name: String) throws -> String { try folder.text("centre/\(name)") }

    func hub(_ arguments: String..., of hub: String) throws -> Program.Result { try self.hub(arguments, of: hub) }

    func hub(_ arguments: [String], of hub: String) throws -> Program.Result {
        try Program.run(
            arguments + ["--config", folder.file("\(hub)/hub.yaml")], program: Program.path(of: "plated-hub"),
            limit: 300)
    }

    /// Starts what makes a token, and has it for the body.
    func token<Value>(_ site: String, _ command: String, _ body: (Process, String) throws -> Value) throws -> Value {
        let path = folder.file("token-\(UUID().uuidString)")
        let adding = try Program.start(
            [
                "site", command, site, "--token-file", path, "--config", folder.file("centre/hub.yaml"),
                "--unit-folder", folder.file("centre/unit"),
            ],
            program: Program.path(of: "plated-hub"), errors: folder.handle("\(site)-adding"))
        defer { if adding.isRunning { kill(adding.processIdentifier, SIGKILL) } }
        let isThere = eventually {
            !adding.isRunning || (FileManager.default.contents(atPath: path)?.isEmpty == false)
        }
        let said = try folder.text("\(site)-adding")
        try #require(isThere && adding.isRunning, "\(said)")
        return try body(adding, path)
    }

    /// - Returns: the file with the token, which has been used.
    func join(_ site: String, _ command: String = "add") throws -> String {
        try token(site, command) { adding, path in
            let joined = try Program.run(
                [
                    "site", "join", "--token-file", path, "--key", folder.file("seal.key"), "--config",
                    folder.file("\(site)/hub.yaml"), "--unit-folder", folder.file("\(site)/unit"),
                ], program: Program.path(of: "plated-hub"), limit: 300)
            let waiting = try folder.text("\(site)-adding")
            try #require(joined.status == 0, "\(joined) \(waiting)")
            adding.waitUntilExit()
            let said = try folder.text("\(site)-adding")
            #expect(adding.terminationStatus == 0, "\(said)")
            return path
        }
    }

    /// User and password, as a hub has them.
    func login(of hub: String, _ file: String = "centre.credentials") throws -> FleetBroker.Login {
        let parts = try folder.text("\(hub)/\(file)").split(whereSeparator: \.isNewline)[0].split(
            separator: ":", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
    }

    // MARK: - Hubs that run

    func start(_ hub: String) throws -> Process {
        try Program.start(
            ["run", "--config", folder.file("\(hub)/hub.yaml")], program: Program.path(of: "plated-hub"),
            errors: folder.handle("\(hub)-said-\(UUID().uuidString)"))
    }

    static func end(_ process: Process) {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    /// A camera of the site logs some plates, in lines that are chained and sealed.
    func log(_ plates: Range<Int>, at site: String) throws {
        let settings = EventLog.Settings(
            path: folder.file("\(site)/gate.ndjson"), spool: folder.file("\(site)/gate.spool"), camera: "gate")
        let log = try EventLog(
            settings, sealer: key, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        for number in plates {
            let time = WallTime.now
            let text = "\(site.prefix(1).uppercased())\(number)"
            try log.record(
                PlateEvent(
                    id: ids.next(at: time), time: time, camera: "gate", plate: text, plateRaw: text, confidence: 0.9,
                    candidates: [PlateCandidate(plate: text, confidence: 1)],
                    box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: time,
                    lastSeen: time, engine: "test", latencyMilliseconds: 5))
        }
        try log.close()
    }

    /// The lines of a site's log.
    func logged(_ site: String) throws -> [String] {
        try folder.text("\(site)/gate.ndjson").split(separator: "\n").map(String.init)
    }

    /// The lines that a history has, in the order in which they were stored, by camera.
    func stored(_ camera: String, at hub: String = "centre") async throws -> [String] {
        let path = folder.file("\(hub)/history.sqlite")
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let records: [StoredRecord]
        do { records = try await SQLiteHistory(path: path, access: .reading).records(after: 0, limit: 10_000) } catch {
            // The hub is making it.
            return []
        }
        return records.filter { $0.camera == camera }.map { String(decoding: $0.line, as: UTF8.self) }
    }

    func waits(until condition: () async throws -> Bool) async throws {
        if try await eventually(condition) { return }
        Issue.record("it did not come about in time")
    }
}
