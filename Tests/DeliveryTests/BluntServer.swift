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

    private let server: ReadyServer
    var port: Int { server.port }

    init(_ folder: TemporaryFolder, says answer: String, thenEnds ends: Bool) throws {
        let name = UUID().uuidString
        server = try ReadyServer(
            Self.script, [folder.write(answer, to: name + "-answer"), ends ? "ends" : "stays"], saying: name, in: folder
        )
    }

    deinit { end() }

    func end() { server.end() }
}
