import Foundation
import TestSupport
import Testing

/// Three NATS servers on loopback that are one broker of MQTT; they end with the value.
final class NATSCluster {
    /// Where Debian has it.
    static let program = "/usr/sbin/nats-server"
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    private let folder: TemporaryFolder
    private let base: Int
    private var processes: [Int: Process] = [:]

    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        base = FreePorts.first()
        for node in 0..<3 { try start(node) }
        try #require(
            try eventually {
                try (0..<3).contains {
                    try folder.text("n\($0).said").contains("JetStream cluster new metadata leader")
                }
            })
    }

    deinit { for node in 0..<3 { kill(node) } }

    /// Of MQTT, a node each.
    var ports: [Int] { (0..<3).map { base + $0 } }

    func start(_ node: Int) throws {
        let routes = (0..<3).map { "\"nats://127.0.0.1:\(base + 20 + $0)\"" }.joined(separator: ", ")
        try folder.write(
            """
            server_name: n\(node)
            listen: "127.0.0.1:\(base + 10 + node)"
            jetstream { store_dir: "\(folder.file("n\(node)"))" }
            mqtt { listen: "127.0.0.1:\(base + node)" }
            cluster { name: plates, listen: "127.0.0.1:\(base + 20 + node)", routes: [ \(routes) ] }

            """, to: "n\(node).conf")
        processes[node] = try Program.start(
            ["-c", folder.file("n\(node).conf")], program: Self.program, errors: folder.handle("n\(node).said"))
    }

    func kill(_ node: Int) {
        guard let process = processes.removeValue(forKey: node), process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
