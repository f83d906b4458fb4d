import Foundation
import TestSupport
import Testing

/// Tests/Servers/receiver.py: a web server that takes what webhooks send, and answers as it is told.
final class Receiver {
    struct Request {
        var method: String
        var path: String
        var headers: [String: String]
        var body: Data
        var status: Int?
    }

    private let folder: TemporaryFolder
    private let process = Process()
    private let commands = Pipe()
    private let name = UUID().uuidString
    private let scheme: String
    private(set) var port = 0

    init(_ folder: TemporaryFolder, certificate: FileServer.Certificate? = nil) throws {
        self.folder = folder
        scheme = certificate == nil ? "http" : "https"
        try folder.write("", to: name)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [repository + "/Tests/Servers/receiver.py", folder.file(name)]
        if let certificate { process.arguments? += ["--certificate", certificate.path, "--key", certificate.key] }
        process.standardInput = commands
        let output = try folder.handle("\(name)-said")
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try eventually {
            port = try lines().first { $0.hasPrefix("ready ") }.flatMap { Int($0.dropFirst(6)) } ?? 0
            return port != 0 || !process.isRunning
        }
        let said = try lines()
        try #require(port != 0, "receiver.py: \(said)")
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func lines() throws -> [String] {
        try folder.text("\(name)-said").wholeLines
    }

    func address(_ path: String = "in") -> String { "\(scheme)://localhost:\(port)/\(path)" }

    /// How it answers from now on.
    func tell(_ command: String) throws {
        let before = try lines().count
        commands.fileHandleForWriting.write(Data((command + "\n").utf8))
        #expect(try eventually { try lines().count > before })
    }

    /// All that it took.
    func requests() throws -> [Request] {
        try folder.text(name).split(separator: "\n").map { line in
            let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return Request(
                method: object["method"] as? String ?? "", path: object["path"] as? String ?? "",
                headers: object["headers"] as? [String: String] ?? [:],
                body: Data(base64Encoded: object["body"] as? String ?? "") ?? Data(), status: object["status"] as? Int)
        }
    }
}
