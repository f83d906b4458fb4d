import Foundation
import TestSupport
import Testing

/// A real RTSP server (gst-rtsp-server) that loops a clip; ends with the value.
final class RTSPServer {
    let port: Int
    private let process: Process
    private let said: String

    /// - Parameter port: 0 for any free one.
    init(_ clip: String, in folder: TemporaryFolder, port: Int = 0, _ arguments: String...) throws {
        let name = "server-\(UUID().uuidString)"
        let output = try folder.handle(name)
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [repository + "/Tests/Servers/rtsp_server.py", clip, "--port", "\(port)"] + arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        said = folder.file(name)
        var found: Int?
        for _ in 0..<200 where found == nil && process.isRunning {
            Thread.sleep(forTimeInterval: 0.05)
            let text = try String(contentsOfFile: said, encoding: .utf8)
            found = text.split(separator: "\n").first { $0.hasPrefix("ready ") }.flatMap { Int($0.dropFirst(6)) }
        }
        guard let found else {
            throw Program.Failure(
                message: "no RTSP server: \((try? String(contentsOfFile: said, encoding: .utf8)) ?? "")")
        }
        self.port = found
    }

    deinit {
        kill()
    }

    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// When the clip's first frame was last sent, seconds since 1970.
    func loopStarts() throws -> [Double] {
        try String(contentsOfFile: said, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("loop ") }
            .compactMap { Double($0.dropFirst(5)) }
    }
}

/// Waits until `condition` holds, up to `seconds`; whether it came to hold.
private func eventually(within seconds: Double, _ condition: () throws -> Bool) rethrows -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.02)
    }
    return try condition()
}

/// Against a real server on loopback, in real time.
@Suite(.serialized) struct RTSPTests {
    private func lines(_ path: String) -> [String] {
        ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    @Test func `a plate is in the log within a second and a half of its second legible frame`() throws {
        let folder = try TemporaryFolder()
        // One second without a plate, then three with one.
        let clip = try PlateClip.make("clip.h264", in: folder, seconds: 4, blank: 1)
        let server = try RTSPServer(clip, in: folder)
        let log = folder.file("log.ndjson")
        let process = try Program.start(["run", "rtsp://127.0.0.1:\(server.port)/camera", "--log", log])
        defer { process.terminate() }
        #expect(eventually(within: 20) { !lines(log).isEmpty })
        let written = Date().timeIntervalSince1970
        // Of the loop that was on: its second legible frame is number 26, counted from 0.
        let start = try #require(server.loopStarts().last { $0 + 26.0 / 25 <= written })
        #expect(written - (start + 26.0 / 25) < 1.5)
        #expect(lines(log).first?.contains("\"plate\":\"\(PlateClip.text)\"") ?? false)
    }

    @Test(arguments: ["basic", "digest"])
    func `a password with every odd character opens the camera and shows nowhere`(method: String) throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.h264", in: folder)
        let server = try RTSPServer(
            clip, in: folder, port: 0, "--auth", method, "--user", "ca m", "--password", "p@ss:w/rd%1")
        let url = "rtsp://ca%20m:p%40ss%3Aw%2Frd%251@127.0.0.1:\(server.port)/camera"
        let log = folder.file("log.ndjson")
        let errors = Pipe()
        let process = try Program.start(["run", url, "--log", log, "--log-level", "debug"], errors: errors)
        #expect(eventually(within: 20) { !lines(log).isEmpty })
        let arguments = try String(
            decoding: Data(contentsOf: URL(fileURLWithPath: "/proc/\(process.processIdentifier)/cmdline")),
            as: UTF8.self)
        process.terminate()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(said.contains("ffmpeg: "))
        for secret in ["p@ss:w/rd%1", "p%40ss%3Aw%2Frd%251"] {
            #expect(!said.contains(secret) && !arguments.contains(secret) && !lines(log).joined().contains(secret))
        }
        // And from the environment, so that it need not be on the command line.
        let again = try Program.start(
            ["run", "rtsp://127.0.0.1:\(server.port)/camera", "--log", log],
            environment: ["PLATED_USER": "ca m", "PLATED_PASSWORD": "p@ss:w/rd%1"])
        #expect(eventually(within: 20) { lines(log).count >= 2 })
        again.terminate()
        again.waitUntilExit()
        let refused = try Program.run("run", "rtsp://ca%20m:wr0ng@127.0.0.1:\(server.port)/camera")
        #expect(refused.status == 69)
        #expect(refused.errors.contains("401") && !refused.errors.contains("wr0ng"))
    }

    @Test func `a camera that goes away is read again when it is back, and the log rotates meanwhile`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.h264", in: folder)
        var server: RTSPServer? = try RTSPServer(clip, in: folder)
        let port = try #require(server?.port)
        let log = folder.file("log.ndjson")
        let config = try folder.write(
            "source: {reconnect_ms: [200]}\ncooldown: {window_ms: 0}\nlog: {file: \(log)}\n", to: "gate.yaml")
        let errors = folder.file("errors")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try Program.path)
        process.arguments = ["run", "-c", config, "rtsp://127.0.0.1:\(port)/camera"]
        process.standardError = try folder.handle("errors")
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        #expect(eventually(within: 20) { !lines(log).isEmpty })
        server?.kill()
        #expect(eventually(within: 5) { lines(errors).contains { $0.contains("the source is lost") } })
        try FileManager.default.moveItem(atPath: log, toPath: log + ".1")
        kill(process.processIdentifier, SIGHUP)
        #expect(eventually(within: 5) { FileManager.default.fileExists(atPath: log) })
        // Another car: the first one may still count as the same visit.
        let other = try PlateClip.make("other.h264", in: folder, plate: "B AD 4721")
        server = try RTSPServer(other, in: folder, port: port)
        #expect(eventually(within: 20) { lines(log).contains { $0.contains("\"plate\":\"BAD4721\"") } })
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(lines(errors).contains { $0.contains("the source is back") })
        withExtendedLifetime(server) {}
    }

    @Test func `a service tells systemd when it reads, feeds the watchdog, and writes down when it was blind`() throws {
        let folder = try TemporaryFolder()
        let manager = try ServiceManager(in: folder)
        let clip = try PlateClip.make("clip.h264", in: folder)
        var server: RTSPServer? = try RTSPServer(clip, in: folder)
        let port = try #require(server?.port)
        let log = folder.file("log.ndjson")
        let config = try folder.write(
            """
            camera: gate
            source: {url: "rtsp://127.0.0.1:\(port)/camera", reconnect_ms: [60000]}
            log: {file: \(log)}
            """, to: "gate.yaml")
        let environment = [
            "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "2000000", "STATE_DIRECTORY": folder.path,
        ]
        func gaps() -> [[String: Any]] {
            lines(log).compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
                .filter { $0["schema"] as? String == "plated.gap/1" }
        }
        let process = try Program.start(["run", "-c", config], environment: environment)
        defer { process.terminate() }
        #expect(eventually(within: 20) { manager.said.contains("READY=1") })
        let fed = manager.feedings
        #expect(eventually(within: 20) { manager.feedings > fed + 3 })
        #expect(eventually(within: 20) { manager.said.contains { $0.contains("analysed/s") } })
        #expect(gaps().isEmpty)

        server?.kill()
        #expect(eventually(within: 10) { gaps().count == 1 })
        #expect(gaps().first?["cause"] as? String == "lost" && gaps().first?["end"] is NSNull)
        // The scanner is well while its camera is not.
        let before = manager.feedings
        #expect(eventually(within: 20) { manager.feedings > before + 3 })
        #expect(eventually(within: 20) { manager.said.contains { $0.hasPrefix("STATUS=camera lost for ") } })

        // The next attempt would be a minute away: it is seen that the camera can be reached again.
        server = try RTSPServer(clip, in: folder, port: port)
        #expect(eventually(within: 20) { gaps().count == 2 })
        #expect(gaps().last?["state"] as? String == "ended")
        #expect(gaps().last?["gap"] as? String == gaps().first?["id"] as? String)

        process.terminate()
        process.waitUntilExit()
        #expect(manager.said.contains("STOPPING=1"))
        Thread.sleep(forTimeInterval: 3)
        // Started anew, it says for how long it was away.
        let again = try Program.start(["run", "-c", config], environment: environment)
        defer { again.terminate() }
        #expect(eventually(within: 20) { gaps().count == 4 })
        #expect(gaps().suffix(2).allSatisfy { $0["cause"] as? String == "not_running" })
        withExtendedLifetime(server) {}
    }
}
