import Foundation
import TestSupport

/// One of the Python servers in Tests/Servers; ends with the value.
class ServerProcess {
    struct Failure: Error {
        let message: String
    }

    private(set) var port = 0
    private let process = Process()
    private let output: String

    init(_ script: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        let name = "\(script)-\(UUID().uuidString)"
        let handle = try folder.handle(name)
        output = folder.file(name)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments =
            [
                URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                    .appendingPathComponent("Servers/\(script)").path
            ] + arguments
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        for _ in 0..<600 where port == 0 && process.isRunning {
            Thread.sleep(forTimeInterval: 0.05)
            port = said.first { $0.hasPrefix("ready ") }.flatMap { Int($0.dropFirst(6)) } ?? 0
        }
        guard port != 0 else { throw Failure(message: "\(script): \(said.joined(separator: "\n"))") }
    }

    deinit {
        kill()
    }

    /// Its output, by lines.
    var said: [String] {
        ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// A real RTSP camera (gst-rtsp-server) that shows a clip again and again.
final class Camera: ServerProcess {
    let folder: TemporaryFolder

    init(_ clip: String, in folder: TemporaryFolder, _ arguments: String...) throws {
        self.folder = folder
        try super.init("rtsp_server.py", [clip] + arguments, in: folder)
    }

    var url: String { "rtsp://127.0.0.1:\(port)/camera" }
}

/// A bad network in front of a camera, over UDP.
final class BadNetwork: ServerProcess {
    init(to camera: Camera, _ arguments: String...) throws {
        try super.init("rtp_relay.py", ["\(camera.port)"] + arguments, in: camera.folder)
    }

    var url: String { "rtsp://127.0.0.1:\(port)/camera" }
}
