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
    private let server: ReadyServer
    private let name = UUID().uuidString
    var port: Int { server.port }

    init(_ folder: TemporaryFolder, answers: Bool) throws {
        self.folder = folder
        server = try ReadyServer(
            Self.script, [folder.file(name + "-go"), answers ? "answers" : "keeps quiet"], saying: name, in: folder)
    }

    deinit { server.end() }

    /// Lets it read.
    ///
    /// - Returns: whether the connection was `ended` or `reset`, behind what came over it.
    func end() throws -> String {
        try folder.write("", to: name + "-go")
        eventually { !server.process.isRunning }
        return try folder.text(name).split(separator: "\n").last.map(String.init) ?? ""
    }
}
