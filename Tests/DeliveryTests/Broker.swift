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
        port = FreePorts.first()
        try start()
    }

    deinit { kill() }

    func start() throws {
        let tls = certificate.map { "\ncertfile \($0.path)\nkeyfile \($0.key)" } ?? ""
        // Root gives its rights away, and could not read what the test made.
        let said = ["error", "warning", "notice", "information", "subscribe"].map { "log_type \($0)\n" }.joined()
        try folder.write("user root\n\(said)listener \(port) 127.0.0.1\(tls)\n\(settings)\n", to: "broker.conf")
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

    /// A client that writes down what it gets: the name of its file. Returns once the broker has its subscription.
    func listen(_ topic: String = "#", _ more: String...) throws -> String {
        let name = "heard-\(UUID().uuidString)"
        processes.append(
            try Program.start(
                ["-p", "\(port)", "-t", topic, "-q", "1", "-F", "%t %r %p", "-i", name, "-c"] + more,
                program: "/usr/bin/mosquitto_sub",
                output: folder.handle(name)))
        _ = try eventually { try folder.text("broker.said").contains("\(name) 1 ") }
        return name
    }

    /// Topic, whether it was retained, payload.
    func heard(_ name: String) throws -> [[String]] {
        try folder.text(name).split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2).map(String.init) }
    }
}
