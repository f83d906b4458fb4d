import Glibc
import History
import Logging
import Records
import Rules
import Synchronization
import TestSupport
import Testing

@testable import Console

/// A console whose port somebody else has when it begins.
@Suite struct TakenPortTests {
    private final class Flag: Sendable {
        private let flag = Atomic(false)
        var isSet: Bool { flag.load(ordering: .relaxed) }
        func set() { flag.store(true, ordering: .relaxed) }
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Somebody who listens at a free port of loopback.
    private static func listener() -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = listen(descriptor, 1)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Whether a server of HTTP answers there.
    private static func answers(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let address = address(port)
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let request = "GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        guard status == 0, send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 4)
        return recv(descriptor, &bytes, bytes.count, Int32(MSG_WAITALL)) == 4 && bytes == Array("HTTP".utf8)
    }

    private static func console(_ listen: ListenAddress, in folder: TemporaryFolder, talk: Logger) throws -> Console {
        let sources = ConsoleSources(
            accounts: folder.file("console.sqlite"), evidence: { [path = folder.path] in "\(path)/\($0)" },
            lookups: .unrecorded,
            setup: SetupPlaces(
                root: .folder(folder.path), probe: folder.file("p"), helper: folder.file("h"), scratch: nil),
            destinations: { [] }, metrics: { _ in "" },
            lists: try ListWatch(ListFolder(path: folder.file("lists")), talk: talk, now: { .now }),
            pictures: PictureSettings(socket: folder.file("s"), patience: .seconds(1), listen: nil, allow: []),
            pictureMeter: PictureMeter())
        return try Console(
            ConsoleSettings(listen: listen, hosts: []),
            history: try SQLiteHistory(path: folder.file("history.sqlite"), access: .writing), sources: sources,
            talk: talk)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a port that is taken is told once and tried again, and the console goes on all the while`() async throws {
        let folder = try TemporaryFolder()
        let talk = Talk()
        let other = Self.listener()
        let console = try Self.console(
            ListenAddress(host: "127.0.0.1", port: other.port), in: folder, talk: talk.logger)
        let ended = Flag()
        let running = Task {
            defer { ended.set() }
            try await console.run(again: .milliseconds(10))
        }
        let sentence = "opening the console at 127.0.0.1:\(other.port)"
        #expect(await eventually { talk.all.contains { $0.contains(sentence) } || ended.isSet })
        close(other.descriptor)
        #expect(await eventually { Self.answers(other.port) || ended.isSet })
        #expect(!ended.isSet)
        #expect(Self.answers(other.port))
        #expect(talk.all.count { $0.contains(sentence) } == 1, "\(talk.all)")
        running.cancel()
        do { try await running.value } catch is CancellationError {}
        #expect(!Self.answers(other.port))
        withExtendedLifetime(folder) {}
    }
}
