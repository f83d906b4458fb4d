import Foundation
import TestSupport
import Testing

/// A server on loopback that says the same bytes to everyone who asks for something, and then ends its side of the connection or leaves it open.
final class BluntServer {
    /// Requests have no body. Connections stay referred to, so that none is closed.
    private static let script = #"""
        import socket, sys
        answer = open(sys.argv[1], "rb").read()
        listener = socket.create_server(("127.0.0.1", 0))
        print("ready", listener.getsockname()[1], flush=True)
        kept = []
        while True:
            connection, _ = listener.accept()
            kept.append(connection)
            try:
                asked = b""
                while b"\r\n\r\n" not in asked:
                    more = connection.recv(65536)
                    if not more:
                        break
                    asked += more
                connection.sendall(answer)
                if sys.argv[2] == "ends":
                    connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
        """#

    private let process: Process
    private(set) var port = 0

    init(_ folder: TemporaryFolder, says answer: String, thenEnds ends: Bool) throws {
        let name = UUID().uuidString
        let output = try folder.handle(name)
        process = try Program.start(
            ["-c", Self.script, folder.write(answer, to: name + "-answer"), ends ? "ends" : "stays"],
            program: "/usr/bin/python3", output: output, errors: output)
        try eventually {
            let line = try folder.text(name).split(separator: "\n").first { $0.hasPrefix("ready ") }
            port = line.flatMap { Int($0.dropFirst(6)) } ?? 0
            return port != 0 || !process.isRunning
        }
        let said = try folder.text(name)
        try #require(port != 0, "\(said)")
    }

    deinit { end() }

    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
