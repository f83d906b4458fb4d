import Foundation

/// One of the Python servers in Tests/Servers; ends with the value.
public class ServerProcess {
    public struct Failure: Error {
        let message: String
    }

    public private(set) var port = 0
    let folder: TemporaryFolder
    private let process = Process()
    private let commands = Pipe()
    private let output: String

    init(_ script: String, _ arguments: [String], in folder: TemporaryFolder) throws {
        self.folder = folder
        let name = "\(script)-\(UUID().uuidString)"
        let handle = try folder.handle(name)
        output = folder.file(name)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["\(repository)/Tests/Servers/\(script)"] + arguments
        process.standardInput = commands
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        eventually {
            port = said.first { $0.hasPrefix("ready ") }.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
            return port != 0 || !process.isRunning
        }
        guard port != 0 else { throw Failure(message: "\(script): \(said.joined(separator: "\n"))") }
    }

    deinit {
        kill()
    }

    public var url: String { "rtsp://127.0.0.1:\(port)/camera" }

    /// Its output, by lines.
    public var said: [String] {
        ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    func tell(_ command: String) {
        commands.fileHandleForWriting.write(Data((command + "\n").utf8))
    }

    public func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// A real RTSP camera (gst-rtsp-server) that shows a clip again and again.
public final class Camera: ServerProcess {
    /// - Parameter port: 0 for any free one.
    public init(_ clip: String, in folder: TemporaryFolder, port: Int = 0, _ arguments: String...) throws {
        try super.init("rtsp_server.py", [clip, "--port", "\(port)"] + arguments, in: folder)
    }

    /// When the clip's first frame was sent, seconds since 1970.
    public var loopStarts: [Double] {
        said.filter { $0.hasPrefix("loop ") }.compactMap { Double($0.dropFirst(5)) }
    }
}

/// One that can be broken on purpose, and has several clips.
public final class BreakableCamera: ServerProcess {
    /// - Parameter epoch: seconds since 1970 at which its first picture was due; nil for now.
    public init(_ clips: [String], rate: Int, epoch: Double? = nil, in folder: TemporaryFolder) throws {
        try super.init(
            "camera.py", clips + ["--fps", "\(rate)"] + (epoch.map { ["--epoch", "\($0)"] } ?? []), in: folder)
    }

    /// The same picture again and again, until it resumes.
    public func freeze() { tell("freeze") }
    public func resume() { tell("resume") }
    /// Goes on with another of its clips.
    public func show(_ clip: Int) { tell("clip \(clip)") }
}

/// A bad network in front of a camera, over UDP or TCP.
public final class BadNetwork: ServerProcess {
    private let camera: Camera

    public init(to camera: Camera, _ arguments: String...) throws {
        self.camera = camera
        try super.init("rtp_relay.py", ["\(camera.port)"] + arguments, in: camera.folder)
    }
}

/// An RTSP server that answers as it is told: Tests/Servers/scripted_rtsp.py says how.
public final class ScriptedCamera: ServerProcess {
    public init(in folder: TemporaryFolder, _ arguments: String...) throws {
        try super.init("scripted_rtsp.py", arguments, in: folder)
    }

    /// `METHOD PATH AUTHORIZATION` of every request so far.
    public var requests: [String] {
        said.filter { $0.hasPrefix("request ") }.map { String($0.dropFirst(8)) }
    }
}

/// A server that reads plates with plated, in three protocols, and does wrong what it is told: Tests/Servers/plate_server.py says how.
public final class PlateServer: ServerProcess {
    /// - Parameters:
    ///   - program: path of plated.
    ///   - keyFile: holds the key that it takes.
    ///   - certificate: nil for a server without TLS.
    public init(
        reading program: String, keyFile: String, certificate: FileServer.Certificate? = nil, in folder: TemporaryFolder
    ) throws {
        let tls = certificate.map { ["--certificate", $0.path, "--certificate-key", $0.key] } ?? []
        try super.init("plate_server.py", ["0", "--plated", program, "--key-file", keyFile] + tls, in: folder)
    }

    /// - Parameter fault: `none`, or what it is to do wrong from now on.
    public func misbehave(_ fault: String) {
        let before = said.count
        tell("fault \(fault)")
        eventually { said.dropFirst(before).contains("does \(fault)") }
    }

    /// What it was asked so far.
    public var counts: [String: Int] {
        let before = said.count
        tell("count")
        var line: String?
        eventually {
            line = said.dropFirst(before).first { $0.hasPrefix("count ") }
            return line != nil
        }
        return (try? JSONDecoder().decode([String: Int].self, from: Data((line ?? "").dropFirst(6).utf8))) ?? [:]
    }
}
