import Foundation
import Glibc
import Live
import Synchronization
import Testing

/// A socket that sends one message again and again to who connects.
final class ScriptedScanner: Sendable {
    private struct State {
        var connections = 0
        var asked = ""
        var hasEnded = false
    }

    private let listener: Int32
    private let state = Mutex(State())

    var connections: Int { state.withLock { $0.connections } }
    var asked: String { state.withLock { $0.asked } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    init(_ path: String, _ message: [UInt8] = []) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let status = try UnixAddress(path).withPointer { address, length in
            bind(descriptor, address, length) == 0 ? listen(descriptor, 8) : -1
        }
        #expect(status == 0)
        listener = descriptor
        guard !message.isEmpty else { return }
        Thread { [listener, weak self] in
            while true {
                let peer = accept(listener, nil, nil)
                guard peer >= 0, let self else { return }
                self.state.withLock { $0.connections += 1 }
                self.show(message, to: peer)
            }
        }.start()
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private func show(_ message: [UInt8], to peer: Int32) {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(peer, &bytes, bytes.count, 0)
        state.withLock { $0.asked = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) }
        // As fast as it is taken: the socket holds the rest back.
        while send(peer, message, message.count, Int32(MSG_NOSIGNAL)) > 0 {}
        close(peer)
        state.withLock { $0.hasEnded = true }
    }
}
