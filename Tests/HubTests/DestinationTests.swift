import Foundation
import Records
import TestSupport
import Testing

@testable import Delivery

/// Destinations of the program, as it is run.
@Suite struct DestinationTests {
    private let scene: HubScene
    private let output: String

    init() throws {
        scene = try HubScene()
        output = scene.folder.file("got")
        try scene.folder.write("", to: "got")
    }

    private func configure(_ destinations: String) throws {
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        try scene.folder.write(text + "\ndestinations:\n" + destinations, to: "hub.yaml")
    }

    /// A receiver that is told by its own standard input; the caller ends it.
    private func receiver(port: Int = 0) throws -> (process: Process, port: Int) {
        let said = "said-\(UUID().uuidString)"
        let process = try Program.start(
            [repository + "/Tests/Servers/receiver.py", output, "--port", "\(port)"], program: "/usr/bin/python3",
            output: scene.folder.handle(said))
        var found = 0
        try eventually {
            found = try scene.folder.text(said).split(separator: "\n").first.flatMap { Int($0.dropFirst(6)) } ?? 0
            return found != 0
        }
        return (process, found)
    }

    /// Identifiers of what arrived, in order.
    private func arrived() throws -> [String] {
        try scene.folder.text("got").split(separator: "\n").compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let body = Data(base64Encoded: object?["body"] as? String ?? "") ?? Data()
            let sent = try JSONSerialization.jsonObject(with: body) as? [String: Any]
            return (sent?["data"] as? [String: Any])?["id"] as? String
        }
    }

    private func status() throws -> [String: Any] {
        let result = try scene.hub("status", "--format", "json")
        // No history is there yet.
        if result.status == 66 { return [:] }
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        return try #require((object?["destinations"] as? [[String: Any]])?.first)
    }

    @Test func `what is written while a receiver is away arrives when it is back, over kills of the hub`() throws {
        let first = try receiver()
        try configure(
            """
              - {name: hook, type: webhook, url: "http://127.0.0.1:\(first.port)/", retry_ms: [100]}
            """)
        try scene.begin()
        var hub = try scene.start()
        var events = [try scene.event("AA11AAA")]
        try scene.write(events)
        #expect(try eventually { try arrived().count == 1 })
        HubScene.end(first.process)
        for plate in ["BB22BBB", "CC33CCC"] { events.append(try scene.event(plate)) }
        try scene.write(Array(events.suffix(2)))
        #expect(try eventually { try status()["failing_since"] is String })
        let away = try status()
        #expect(
            away["waiting"] as? Int == 2 && (away["trouble"] as? String)?.contains("Failed to connect") == true,
            "\(away)")
        #expect(away["state"] as? String == "not connected")
        #expect(try scene.hub("status").output.contains(/not connected since .*: Failed to connect/))
        HubScene.end(hub)
        hub = try scene.start()
        let second = try receiver(port: first.port)
        defer { for process in [hub, second.process] { HubScene.end(process) } }
        #expect(try eventually { try arrived().count == 3 })
        #expect(try arrived() == events.map(\.id))
        #expect(try eventually { try status()["waiting"] as? Int == 0 })
        #expect(try status()["trouble"] is NSNull)
    }

    @Test func `what logs have from before is no news, not even to a history that is made anew`() throws {
        let server = try receiver()
        defer { HubScene.end(server.process) }
        try configure("  - {name: hook, type: webhook, url: \"http://127.0.0.1:\(server.port)/\", retry_ms: [100]}\n")
        try scene.write([scene.event("AA11AAA"), scene.event("BB22BBB")])
        var hub = try scene.start()
        // That is known once the logs were read.
        let path = scene.folder.file("delivery.sqlite")
        #expect(try eventually { try DeliveryFile.there(path)?.state(of: "hook") != nil })
        let first = try scene.event("CC33CCC")
        try scene.write([first])
        #expect(try eventually { try arrived() == [first.id] })
        // What is not written down as delivered is delivered again.
        #expect(try eventually { try status()["waiting"] as? Int == 0 })
        HubScene.end(hub)
        let second = try scene.event("DD44DDD")
        try scene.write([second])
        for end in ["", "-wal", "-shm"] {
            _ = try? FileManager.default.removeItem(atPath: scene.history + end)
        }
        hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try arrived().count >= 2 })
        #expect(try arrived() == [first.id, second.id])
    }

    /// Nothing is written, so nothing is to be delivered.
    @Test func `what cannot be reached says so before there is anything to deliver`() throws {
        let server = try receiver()
        try configure(
            """
              - {name: hook, type: webhook, url: "http://127.0.0.1:9/secret-path"}
              - {name: there, type: webhook, url: "http://127.0.0.1:\(server.port)/"}
            doors: [{name: gate, lists: [staff], cameras: [gate], type: mqtt, url: "mqtt://127.0.0.1:9"}]
            """)
        try scene.begin()
        let hub = try scene.start()
        defer { for process in [hub, server.process] { HubScene.end(process) } }
        #expect(try eventually { try status()["state"] as? String == "not connected" })
        var rows: [Substring] = []
        let areTold = try eventually {
            rows = try scene.hub("status").output.split(separator: "\n")
            return rows.contains { $0.hasPrefix("there ") && $0.hasSuffix(" reachable") }
                && rows.contains { $0.hasPrefix("door gate ") && $0.contains("not connected since ") }
        }
        #expect(areTold, "\(rows)")
        #expect(rows.contains { $0.contains("nothing listens at 127.0.0.1:9") })
        #expect(rows.contains { $0.contains("Failed to connect to 127.0.0.1 port 9") })
        #expect(!rows.contains { $0.contains("secret-path") })
        #expect(try arrived().isEmpty)
    }

    @Test(arguments: ["deleted", "an older copy", "another, and back"])
    func `a history that is replaced beneath the hub is made anew from the logs, and nothing is sent twice`(
        harm: String
    ) throws {
        let server = try receiver()
        defer { HubScene.end(server.process) }
        try configure("  - {name: hook, type: webhook, url: \"http://127.0.0.1:\(server.port)/\", retry_ms: [100]}\n")
        try scene.write([scene.event("AA11AAA")])
        try scene.build()
        try FileManager.default.copyItem(atPath: scene.history, toPath: scene.folder.file("backup"))
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        // Of two cameras, so that their records may get other numbers.
        var events: [PlateEvent] = []
        for number in 0..<3 {
            for camera in ["gate", "yard"] {
                let event = try scene.event("BB1\(number)", camera: camera)
                try scene.write([event], to: camera)
                events.append(event)
                #expect(try eventually { try arrived().last == event.id })
            }
        }
        #expect(try eventually { try status()["waiting"] as? Int == 0 })
        switch harm {
        case "deleted":
            for end in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: scene.history + end) }
        case "an older copy": #expect(rename(scene.folder.file("backup"), scene.history) == 0)
        default: #expect(rename(scene.history, scene.folder.file("away")) == 0)
        }
        #expect(try eventually { try scene.folder.text("said").contains("The hub starts again") })
        #expect(try eventually { try scene.found().count == events.count + 1 })
        for camera in ["yard", "gate"] {
            let event = try scene.event("CC11", camera: camera)
            try scene.write([event], to: camera)
            events.append(event)
        }
        #expect(try eventually { try arrived().count >= events.count })
        #expect(try eventually { try status()["waiting"] as? Int == 0 })
        #expect(try arrived().sorted() == events.map(\.id).sorted(), "nothing twice, nothing left out")
        #expect(try scene.found().count == events.count + 1 && hub.isRunning)
    }

    @Test func `what can never work is found before the start, by check and by run`() throws {
        try configure(
            """
              - {name: hook, type: webhook, url: "https://hub.example/", secret_file: gone}
              - {name: hook2, type: webhook, url: "https://hub.example/", ca_file: /none}
            """)
        for arguments in [["check", scene.config], ["run", "--config", scene.config]] {
            let result = try Program.run(arguments, program: Program.path(of: "plated-hub"))
            #expect(result.status == 78, "\(result)")
            for words in [
                "the secret_file of the destination hook: there is no such file",
                "the ca_file of the destination hook2",
            ] {
                #expect(result.errors.contains(words), "\(result.errors)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("delivery.sqlite")))
    }

    @Test func `check says what the service has to be let onto`() throws {
        try configure("  - {name: hook, type: webhook, url: \"https://me:Zq9-secret@hub.example/\"}\n")
        let result = try Program.run(["check", scene.config], program: Program.path(of: "plated-hub"))
        #expect(result.status == 0 && result.errors.contains("hook leads to hub.example: the service reaches it once"))
        #expect(!result.output.contains("Zq9") && !result.errors.contains("Zq9"))
    }

    @Test func `forget takes the plate out of dead letters and of what waits`() throws {
        let server = try receiver()
        try configure("  - {name: hook, type: webhook, url: \"http://127.0.0.1:\(server.port)/\", retry_ms: [100]}\n")
        // A receiver that is away, so that all waits.
        HubScene.end(server.process)
        try scene.begin()
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        try scene.write([scene.event("FO26GET"), scene.event("KE26EPS")])
        #expect(try eventually { try status()["waiting"] as? Int == 2 })
        let forgetting = try scene.hub("forget", "FO26GET", "--yes")
        #expect(forgetting.status == 0, "\(forgetting)")
        #expect(try status()["waiting"] as? Int == 1)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scene.folder.file("delivery.sqlite")))
        #expect(bytes.range(of: Data("FO26GET".utf8)) == nil)
    }
}
