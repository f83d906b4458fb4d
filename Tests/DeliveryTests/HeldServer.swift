import Foundation
import TestSupport
import Testing

/// A server on loopback that takes one connection and reads nothing of it until it is let go: like the far end of a link that stalls. Then it
/// says how the connection ended.
final class HeldServer {
    private static let script = #"""
        import os, socket, sys, time
        listener = socket.create_server(("127.0.0.1", 0))
        print("ready", listener.getsockname()[1], flush=True)
        connection, _ = listener.accept()
        if sys.argv[2] == "answers":
            asked = b""
            while b"\r\n\r\n" not in asked:
                asked += connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        while not os.path.exists(sys.argv[1]):
            time.sleep(0.02)
        try:
            while connection.recv(65536):
                pass
            print("ended", flush=True)
        except ConnectionResetError:
            print("reset", flush=True)
        """#

    private let folder: TemporaryFolder
    private let process: Process
    private let name = UUID().uuidString
    private(set) var port = 0

    init(_ folder: TemporaryFolder, answers: Bool) throws {
        self.folder = folder
        let output = try folder.handle(name)
        process = try Program.start(
            ["-c", Self.script, folder.file(name + "-go"), answers ? "answers" : "keeps quiet"],
            program: "/usr/bin/python3", output: output, errors: output)
        try eventually {
            let line = try folder.text(name).split(separator: "\n").first { $0.hasPrefix("ready ") }
            port = line.flatMap { Int($0.dropFirst(6)) } ?? 0
            return port != 0 || !process.isRunning
        }
        let said = try folder.text(name)
        try #require(port != 0, "\(said)")
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Lets it read.
    ///
    /// - Returns: whether the connection was `ended` or `reset`, behind what came over it.
    func end() throws -> String {
        try folder.write("", to: name + "-go")
        eventually { !process.isRunning }
        return try folder.text(name).split(separator: "\n").last.map(String.init) ?? ""
    }
}
