import Foundation

/// Tests/Servers/files.py: a web server on loopback that serves a folder in the ways its own text says; ends with the value.
public final class FileServer {
    public struct Failure: Error {
        public let message: String
    }

    private let process = Process()
    private let scheme: String
    private let output: String
    private var port = 0

    /// - Parameters:
    ///   - folder: holds what is served, and the server's output.
    ///   - certificate: for HTTPS.
    public init(_ folder: TemporaryFolder, certificate: Certificate? = nil) throws {
        let name = "files-\(UUID().uuidString)"
        let handle = try folder.handle(name)
        output = folder.file(name)
        scheme = certificate == nil ? "http" : "https"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [repository + "/Tests/Servers/files.py", folder.path]
        if let certificate { process.arguments? += ["--certificate", certificate.path, "--key", certificate.key] }
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        try eventually {
            port = try lines().first { $0.hasPrefix("ready ") }.flatMap { Int($0.dropFirst(6)) } ?? 0
            return port != 0 || !process.isRunning
        }
        guard port != 0 else { throw Failure(message: "files.py: \(try lines().joined(separator: "\n"))") }
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    public func address(_ path: String) -> String { "\(scheme)://localhost:\(port)/\(path)" }

    /// `PATH RANGE` of every request so far; `-` for no range.
    public func requests() throws -> [String] {
        try lines().filter { $0.hasPrefix("get ") }.map { String($0.dropFirst(4)) }
    }

    private func lines() throws -> [String] {
        try String(contentsOfFile: output, encoding: .utf8).wholeLines
    }

    /// A certificate for localhost that signs itself.
    public struct Certificate {
        public let path: String
        public let key: String

        public init(named name: String, in folder: TemporaryFolder) throws {
            path = folder.file(name + ".pem")
            key = folder.file(name + ".key")
            let openssl = Process()
            openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
            openssl.arguments = [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:localhost", "-out", path, "-keyout", key,
            ]
            openssl.standardError = FileHandle.nullDevice
            try openssl.run()
            openssl.waitUntilExit()
            guard openssl.terminationStatus == 0 else { throw Failure(message: "openssl made no certificate") }
        }
    }
}
