import Foundation
import TestSupport
import Testing

/// Against a real server on loopback, in real time.
@Suite(.serialized) struct RTSPTests {
    private func lines(_ path: String) -> [String] {
        ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    @Test func `a plate is in the log within a second and a half of its second legible frame`() throws {
        let folder = try TemporaryFolder()
        // One second without a plate, then three with one.
        let clip = try PlateClip.make("clip.h264", in: folder, seconds: 4, blank: 1)
        let server = try Camera(clip, in: folder)
        let log = folder.file("log.ndjson")
        let process = try Program.start(["run", "rtsp://127.0.0.1:\(server.port)/camera", "--log", log])
        defer { process.terminate() }
        #expect(eventually { !lines(log).isEmpty })
        let written = Date().timeIntervalSince1970
        // Of the loop that was on: its second legible frame is number 26, counted from 0.
        let start = try #require(server.loopStarts.last { $0 + 26.0 / 25 <= written })
        #expect(written - (start + 26.0 / 25) < 1.5)
        #expect(lines(log).first?.contains("\"plate\":\"\(PlateClip.text)\"") ?? false)
    }

    @Test(arguments: ["basic", "digest"])
    func `a password with every odd character opens the camera and shows nowhere`(method: String) throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.h264", in: folder)
        let server = try Camera(
            clip, in: folder, port: 0, "--auth", method, "--user", "ca m", "--password", "p@ss:w/rd%1")
        let url = "rtsp://ca%20m:p%40ss%3Aw%2Frd%251@127.0.0.1:\(server.port)/camera"
        let log = folder.file("log.ndjson")
        let errors = Pipe()
        let process = try Program.start(["run", url, "--log", log, "--log-level", "debug"], errors: errors)
        #expect(eventually { !lines(log).isEmpty })
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
        #expect(eventually { lines(log).count >= 2 })
        again.terminate()
        again.waitUntilExit()
        let refused = try Program.run("run", "rtsp://ca%20m:wr0ng@127.0.0.1:\(server.port)/camera")
        #expect(refused.status == 69)
        #expect(refused.errors.contains("401") && !refused.errors.contains("wr0ng"))
    }

    @Test func `a service that a camera refuses does not ask again every few seconds`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.h264", in: folder)
        let server = try Camera(clip, in: folder, port: 0, "--auth", "digest", "--user", "cam", "--password", "right")
        let address = "rtsp://cam:wr0ng@127.0.0.1:\(server.port)/camera"
        let manager = try ServiceManager(in: folder)
        let environment = ["NOTIFY_SOCKET": manager.path]
        for (pause, isStopped) in [(60_000, true), (300, false)] {
            let config = try folder.write("source: {reconnect_ms: [\(pause)]}\n", to: "gate.yaml")
            // It was refused a moment ago, too.
            try folder.write("", to: "gate/refused")
            let process = try Program.start(
                ["run", address, "-c", config, "--state", folder.path], environment: environment)
            defer { process.terminate() }
            #expect(eventually { manager.said.contains { $0 == "EXTEND_TIMEOUT_USEC=\(pause * 1000 + 10_000_000)" } })
            #expect(manager.said.contains { $0.hasPrefix("STATUS=") && $0.contains("401") && !$0.contains("wr0ng") })
            if isStopped {
                #expect(process.isRunning)
                process.terminate()
            }
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
        }
        // Whoever has just typed a password learns at once that it is wrong; what systemd starts again after that waits.
        let config = try folder.write("source: {reconnect_ms: [60000]}\n", to: "gate.yaml")
        try FileManager.default.removeItem(atPath: folder.file("gate/refused"))
        #expect(
            try Program.run(["run", address, "-c", config, "--state", folder.path], environment: environment).status
                == 69)
        let again = try Program.start(["run", address, "-c", config, "--state", folder.path], environment: environment)
        defer { again.terminate() }
        #expect(eventually { manager.said.count { $0 == "EXTEND_TIMEOUT_USEC=70000000" } == 2 })
        #expect(again.isRunning)
        withExtendedLifetime(server) {}
    }

    @Test func `a camera that goes away is read again when it is back, and the log rotates meanwhile`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.h264", in: folder)
        var server: Camera? = try Camera(clip, in: folder)
        let port = try #require(server?.port)
        let log = folder.file("log.ndjson")
        let config = try folder.write(
            "source: {reconnect_ms: [200]}\ncooldown: {window_ms: 0}\nlog: {file: \(log)}\n", to: "gate.yaml")
        let errors = folder.file("errors")
        let process = try Program.start(
            ["run", "-c", config, "rtsp://127.0.0.1:\(port)/camera"], errors: folder.handle("errors"))
        #expect(eventually { !lines(log).isEmpty })
        server?.kill()
        #expect(eventually { lines(errors).contains { $0.contains("the source is lost") } })
        try FileManager.default.moveItem(atPath: log, toPath: log + ".1")
        kill(process.processIdentifier, SIGHUP)
        #expect(eventually { FileManager.default.fileExists(atPath: log) })
        // Another car: the first one may still count as the same visit.
        let other = try PlateClip.make("other.h264", in: folder, plate: "B AD 4721")
        server = try Camera(other, in: folder, port: port)
        #expect(eventually { lines(log).contains { $0.contains("\"plate\":\"BAD4721\"") } })
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
        var server: Camera? = try Camera(clip, in: folder)
        let port = try #require(server?.port)
        let log = folder.file("log.ndjson")
        let config = try folder.write(
            """
            source: {url: "rtsp://127.0.0.1:\(port)/camera", reconnect_ms: [60000]}
            log: {file: \(log)}
            """, to: "gate.yaml")
        let environment = [
            "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "2000000", "XDG_STATE_HOME": folder.path,
        ]
        func gaps() -> [[String: Any]] {
            lines(log).compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
                .filter { $0["schema"] as? String == "plated.gap/1" }
        }
        let process = try Program.start(["run", "-c", config, "--state", folder.path], environment: environment)
        defer { process.terminate() }
        #expect(eventually { manager.said.contains("READY=1") })
        let fed = manager.feedings
        #expect(eventually { manager.feedings > fed + 3 })
        #expect(eventually { manager.said.contains { $0.contains("analysed/s") } })
        #expect(gaps().isEmpty)

        server?.kill()
        #expect(eventually { gaps().count == 1 })
        #expect(gaps().first?["cause"] as? String == "lost" && gaps().first?["end"] is NSNull)
        // The scanner is well while its camera is not.
        let before = manager.feedings
        #expect(eventually { manager.feedings > before + 3 })
        #expect(eventually { manager.said.contains { $0.hasPrefix("STATUS=camera lost for ") } })

        // The next attempt would be a minute away: it is seen that the camera can be reached again.
        server = try Camera(clip, in: folder, port: port)
        #expect(eventually { gaps().count == 2 })
        #expect(gaps().last?["state"] as? String == "ended")
        #expect(gaps().last?["gap"] as? String == gaps().first?["id"] as? String)

        process.terminate()
        process.waitUntilExit()
        #expect(manager.said.contains("STOPPING=1"))
        // Away for longer than a mere restart takes.
        let stopped = Date()
        #expect(eventually { Date() > stopped + 2.5 })
        // Started anew, it says for how long it was away.
        let again = try Program.start(["run", "-c", config, "--state", folder.path], environment: environment)
        defer { again.terminate() }
        #expect(eventually { gaps().count == 4 })
        #expect(gaps().suffix(2).allSatisfy { $0["cause"] as? String == "not_running" })
        // The first start made the key of the machine; the log is sealed from its first line on.
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("plated/seal.key"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(lines(log).first?.contains("\"reason\":\"start\"") == true)
        withExtendedLifetime(server) {}
    }

    /// The records of gaps in a log.
    private func gaps(_ log: String) -> [[String: Any]] {
        lines(log).compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
            .filter { $0["schema"] as? String == "plated.gap/1" }
    }

    private func reads(_ text: String, _ log: String) -> Bool {
        eventually { lines(log).contains { $0.contains("\"plate\":\"\(text)\"") } }
    }

    @Test
    func `a network that lets hardly a picture through whole is a gap, one and not many, and over when it is better`()
        throws
    {
        let folder = try TemporaryFolder()
        let manager = try ServiceManager(in: folder)
        let camera = try Camera(PlateClip.make("clip.h264", in: folder), in: folder)
        let relay = try BadNetwork(to: camera, "--loss", "0.3", "--loss-between", "3", "15")
        let log = folder.file("log.ndjson")
        let config = try folder.write("source: {transport: udp}\nlog: {file: \(log)}\n", to: "gate.yaml")
        let process = try Program.start(
            ["run", "-c", config, relay.url],
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "2000000"])
        defer { process.terminate() }
        #expect(reads(PlateClip.text, log))
        #expect(eventually { gaps(log).count == 1 })
        #expect(gaps(log).first?["cause"] as? String == "damaged")
        // The scanner is well, and says what is not.
        let fed = manager.feedings
        #expect(eventually { manager.said.contains { $0.contains("damaged") } && manager.feedings > fed })
        // And it goes on where nobody takes what it says.
        #expect(eventually { gaps(log).count == 2 })
        #expect(gaps(log).last?["state"] as? String == "ended")
        #expect(gaps(log).last?["gap"] as? String == gaps(log).first?["id"] as? String)
        #expect(try #require(gaps(log).last?["duration_s"] as? Double) > 8)
    }

    @Test func `a stopped scanner says so in a gap, and does not take it for the camera's silence`() throws {
        let folder = try TemporaryFolder()
        let camera = try Camera(PlateClip.make("clip.h264", in: folder), in: folder)
        let log = folder.file("log.ndjson")
        let config = try folder.write("source: {stall_ms: 3000}\nlog: {file: \(log)}\n", to: "gate.yaml")
        let errors = Pipe()
        let process = try Program.start(["run", "-c", config, camera.url], errors: errors)
        #expect(reads(PlateClip.text, log))
        var stops: [ClosedRange<Date>] = []
        for count in 1...3 {
            let start = Date()
            kill(process.processIdentifier, SIGSTOP)
            #expect(eventually { Date() > start + 4 })
            kill(process.processIdentifier, SIGCONT)
            stops.append(start...Date())
            #expect(eventually { gaps(log).count == 2 * count })
        }
        process.terminate()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(!said.contains("lost"), "\(said)")
        #expect(process.terminationStatus == 0)
        // From the last picture before to the first one after: at 25 pictures a second, and on a busy machine.
        for (stop, gap) in zip(stops, stride(from: 1, to: 6, by: 2).map { gaps(log)[$0] }) {
            #expect(gap["cause"] as? String == "not_running" && gap["state"] as? String == "ended")
            let start = try #require(time(gap["start"])).timeIntervalSince(stop.lowerBound)
            let end = try #require(time(gap["end"])).timeIntervalSince(stop.upperBound)
            #expect(-1...0.1 ~= start && -0.1...2 ~= end, "\(start) s, \(end) s")
        }
    }

    /// As our records have it.
    private func time(_ text: Any?) -> Date? {
        let parser = ISO8601DateFormatter()
        parser.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return (text as? String).flatMap { parser.date(from: $0) }
    }

    @Test func `a camera that is set to another size or codec, or whose picture freezes, is read on`() throws {
        let folder = try TemporaryFolder()
        let clips = try [
            PlateClip.make("a.h264", in: folder),
            PlateClip.make("b.h264", in: folder, plate: "B AD 4721", size: "960x540"),
            PlateClip.make("c.h265", in: folder, plate: "SH 84 WLN"),
            PlateClip.make("d.mjpeg", in: folder, plate: "93 TXF 6"),
        ]
        let camera = try BreakableCamera(clips, rate: 25, in: folder)
        let log = folder.file("log.ndjson")
        let config = try folder.write(
            "source: {reconnect_ms: [200], frozen_ms: 3000}\nlog: {file: \(log)}\n", to: "gate.yaml")
        let said = folder.file("errors")
        let process = try Program.start(["run", "-c", config, camera.url], errors: folder.handle("errors"))
        defer { process.terminate() }
        func count(_ text: String) -> Int { lines(said).filter { $0.contains(text) }.count }

        #expect(reads(PlateClip.text, log))
        camera.show(1)
        #expect(reads("BAD4721", log))
        #expect(count("size or format has changed") == 1 && count("the source is lost") == 0 && gaps(log).isEmpty)
        // Another codec takes another session.
        camera.show(2)
        #expect(reads("SH84WLN", log))
        camera.show(3)
        #expect(reads("93TXF6", log))
        #expect(count("the source is lost") == 2)
        // A camera that is back before anybody looked has left no gap.
        #expect(eventually { gaps(log).last.map { $0["state"] as? String == "ended" } ?? true })

        camera.freeze()
        #expect(eventually { gaps(log).last?["cause"] as? String == "frozen" })
        #expect(eventually { count("the picture has been the very same") == 1 })
        camera.resume()
        #expect(eventually { gaps(log).last?["state"] as? String == "ended" })
        #expect(count("the picture changes again") == 1 && count("the picture has been the very same") == 1)
        camera.show(0)
        #expect(eventually { count("the source is lost") == 4 && count("the source is back") >= 3 })
    }
}
