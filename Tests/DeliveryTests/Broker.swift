import Foundation
import TestSupport
import Testing

/// A real mosquitto on loopback, and what a client of it gets; both end with the value.
final class Broker {
    /// Where Debian has it.
    static let program = "/usr/sbin/mosquitto"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    private let folder: TemporaryFolder
    private var processes: [Process] = []
    private(set) var port = 0
    private let settings: String
    /// Of its next start.
    var certificate: FileServer.Certificate?

    init(
        _ folder: TemporaryFolder, settings: String = "allow_anonymous true", certificate: FileServer.Certificate? = nil
    ) throws {
        self.folder = folder
        self.settings = settings
        self.certificate = certificate
        port = Int.random(in: 20_000..<32_000)
        try start()
    }

    deinit { kill() }

    func start() throws {
        let tls = certificate.map { "\ncertfile \($0.path)\nkeyfile \($0.key)" } ?? ""
        // Root gives its rights away, and could not read what the test made.
        try folder.write("user root\nlistener \(port) 127.0.0.1\(tls)\n\(settings)\n", to: "broker.conf")
        let process = try Program.start(
            ["-c", folder.file("broker.conf")], program: Self.program, errors: folder.handle("broker.said"))
        processes.append(process)
        let isUp = try eventually { try folder.text("broker.said").contains("running") || !process.isRunning }
        try #require(isUp && process.isRunning)
    }

    func kill() {
        for process in processes where process.isRunning {
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        processes = []
    }

    /// A client that writes down what it gets: the name of its file. Returns once it gets something.
    func listen(_ topic: String = "#", _ more: String...) throws -> String {
        let name = "heard-\(UUID().uuidString)"
        processes.append(
            try Program.start(
                ["-p", "\(port)", "-t", topic, "-q", "1", "-F", "%t %r %p", "-i", name, "-c"] + more,
                program: "/usr/bin/mosquitto_sub",
                output: folder.handle(name)))
        _ = try eventually { try folder.text("broker.said").contains("as \(name)") }
        return name
    }

    /// Topic, whether it was retained, payload.
    func heard(_ name: String) throws -> [[String]] {
        try folder.text(name).split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2).map(String.init) }
    }
}
