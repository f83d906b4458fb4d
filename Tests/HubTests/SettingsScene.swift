import CameraSetup
import Foundation
import TestSupport
import Testing

/// A folder of cameras' files, somebody who checks them, and a stand-in for systemctl.
final class SettingsScene {
    let folder: TemporaryFolder
    let etc: String
    private let listener: Int32
    private let isOver = DispatchSemaphore(value: 0)

    /// - Parameter whileChecking: what happens while the file is being checked.
    init(manager: String = "exit 0", whileChecking: @escaping @Sendable () -> Void = {}) throws {
        folder = try TemporaryFolder()
        etc = folder.file("etc")
        try FileManager.default.createDirectory(atPath: etc, withIntermediateDirectories: true)
        try folder.program("#!/bin/sh\necho \"$@\" >>'\(folder.file("asked"))'\n\(manager)\n", to: "systemctl")
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(folder.file("probe.sock").utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listener, 4) == 0)
        let program = try Program.path
        Thread.detachNewThread { [listener, isOver, etc] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                whileChecking()
                let process = Process()
                process.executableURL = URL(fileURLWithPath: program)
                process.arguments = ["setup", "--state", etc]
                let handle = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
                (process.standardInput, process.standardOutput) = (handle, handle)
                do { try process.run() } catch { continue }
                process.waitUntilExit()
            }
            isOver.signal()
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        isOver.wait()
        close(listener)
    }

    func file(_ name: String) -> String { "\(etc)/\(name)" }

    func text(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

    /// What the service manager was asked for.
    var asked: [String] { ((try? folder.text("asked")) ?? "").split(separator: "\n").map(String.init) }

    /// Every file with its text.
    var all: [String: String] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: etc)
            return try Dictionary(uniqueKeysWithValues: names.map { ($0, try text($0)) })
        }
    }

    func apply(
        _ camera: String, _ yaml: String, base: String, _ credentials: SettingsRequest.Credentials = .kept,
        probe: String = "probe.sock"
    ) throws -> SettingsVerdict {
        let request = SettingsRequest(camera: camera, yaml: yaml, base: base, credentials: credentials)
        try folder.write(String(decoding: JSONEncoder().encode(request), as: UTF8.self) + "\n", to: "request")
        let result = try Program.run(
            [
                "-c", #"exec "$0" "$@" <"$REQUEST""#, Program.path(of: "plated-hub"), "apply-settings", "--state", etc,
                "--probe", folder.file(probe), "--manager", folder.file("systemctl"),
            ], program: "/bin/sh", environment: ["REQUEST": folder.file("request")])
        try #require(result.status == 0, "\(result)")
        let lines = result.output.split(separator: "\n", maxSplits: 1)
        let head = try JSONDecoder().decode(PartHead.self, from: Data(try #require(lines.first).utf8))
        #expect(head.part == .verdict)
        return try JSONDecoder().decode(
            SettingsVerdict.self, from: Data(try #require(lines.last).utf8.prefix(head.bytes)))
    }

    func version(_ name: String) throws -> String { try CameraFile(text(name)).version }
}
