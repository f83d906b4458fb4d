import Foundation
import TestSupport
import Testing

/// `plated probe`, and a camera over UDP, against a real server.
@Suite(.serialized) struct ProbeTests {
    @Test func `a camera is probed over UDP: how soon, how often, key frames, and its plates`() throws {
        let folder = try TemporaryFolder()
        let server = try Camera(PlateClip.make("clip.h264", in: folder), in: folder)
        let config = try folder.write(
            "source: {url: \"rtsp://127.0.0.1:\(server.port)/camera\", transport: udp}\n", to: "gate.yaml")
        let result = try Program.run("probe", "-c", config, "--seconds", "4")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("the first picture after"))
        #expect(result.output.contains("h264, 640x360, yuv420p"))
        #expect(result.output.contains("one in 25 pictures"))
        #expect(result.output.contains("plate        \(PlateClip.text): read "), "\(result.output)")
        withExtendedLifetime(server) {}
    }

    @Test func `plates are accepted over UDP`() throws {
        let folder = try TemporaryFolder()
        let server = try Camera(PlateClip.make("clip.h264", in: folder), in: folder)
        let log = folder.file("log.ndjson")
        let config = try folder.write(
            "source: {transport: udp, hardware: auto}\nlog: {file: \(log)}\n", to: "gate.yaml")
        let process = try Program.start(["run", "-c", config, "rtsp://127.0.0.1:\(server.port)/camera"])
        defer { process.terminate() }
        var text = ""
        eventually {
            text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            return text.contains("\n")
        }
        #expect(text.contains("\"plate\":\"\(PlateClip.text)\""))
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [
        ("/dev/video99", Int32(66), "plated: opening /dev/video99: No such file or directory\n"),
        ("/dev/null", 69, "plated: opening /dev/null: it is not a Video4Linux device\n"),
    ])
    func `what is no camera is a clear error`(path: String, status: Int32, message: String) throws {
        let result = try Program.run("probe", path)
        #expect(result.status == status)
        #expect(result.errors == message)
    }
}
