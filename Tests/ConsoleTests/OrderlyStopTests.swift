import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Console

/// Servers that are stopped while others connect and endless answers are on their way. What is wrong here ends the whole process.
@Suite struct OrderlyStopTests {
    private struct Endless: HTTPResponder {
        func respond(to request: Request, context: Visit) async throws -> Response {
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    while true {
                        try await writer.write(ByteBuffer(string: ":\n\n"))
                        // Writes do not wait for the server's thread: more than it can send would pile up before what ends it.
                        try await Task.sleep(for: .milliseconds(20))
                    }
                })
        }
    }

    /// - Parameter whenRunning: called before the server has taken its first connection.
    private func serve(
        _ stop: OrderlyStop, on threads: any EventLoopGroup,
        whenRunning: @escaping @Sendable (any Channel) async -> Void
    ) async throws {
        let app = Application(
            responder: Endless(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0), serverName: nil),
            onServerRunning: { channel in
                stop.listens(channel)
                await whenRunning(channel)
            },
            eventLoopGroupProvider: .shared(threads),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await stop.run { try await app.run() }
    }

    /// A connection that asks for the endless answer; -1 where nobody takes it.
    private static func connected(to port: Int) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        if status == 0, send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0 { return descriptor }
        close(descriptor)
        return -1
    }

    /// Whether the other side ends it: all that comes is read up to there.
    private static func ends(_ descriptor: Int32) -> Bool {
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count < 0, errno == EAGAIN { return false }
            if count <= 0 { return true }
        }
    }

    private final class Open: Sendable {
        let list = Mutex<[Int32]>([])
    }

    private final class Over: Sendable {
        let isOver = Atomic(false)
    }

    @Test(.timeLimit(.minutes(1)))
    func `what was accepted and not looked at yet is ended, and not dropped`() async throws {
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let stop = OrderlyStop(on: threads)
        let open = Open()
        let (reached, reach) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let serving = Task {
            try await self.serve(stop, on: threads) { channel in
                let port = channel.localAddress?.port ?? 0
                open.list.withLock { $0 = (0..<8).map { _ in Self.connected(to: port) } }
                // The thread accepts before it answers this.
                for _ in 0..<20 { do { try await channel.eventLoop.submit {}.get() } catch {} }
                reach.finish()
                for await _ in released {}
            }
        }
        for await _ in reached {}
        serving.cancel()
        release.finish()
        try await serving.value
        for descriptor in open.list.withLock({ $0 }) {
            #expect(descriptor >= 0 && Self.ends(descriptor))
            close(descriptor)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a server ends while answers are on their way and more are asked for, again and again`() async throws {
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        for _ in 0..<100 {
            let stop = OrderlyStop(on: threads)
            let (ports, told) = AsyncStream.makeStream(of: Int.self)
            let serving = Task {
                try await self.serve(stop, on: threads) { channel in
                    told.yield(channel.localAddress?.port ?? 0)
                    told.finish()
                }
            }
            let port = await ports.first { _ in true } ?? 0
            let over = Over()
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    var all: [Int32] = []
                    while !over.isOver.load(ordering: .relaxed), all.count < 200 {
                        let descriptor = Self.connected(to: port)
                        if descriptor >= 0 { all.append(descriptor) }
                        await Task.yield()
                    }
                    for descriptor in all { close(descriptor) }
                }
                group.addTask {
                    for _ in 0..<20 { await Task.yield() }
                    serving.cancel()
                    _ = await serving.result
                    over.isOver.store(true, ordering: .relaxed)
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `one that is told to end before it runs ends, and one that cannot begin says why`() async throws {
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let early = Task { try await self.serve(OrderlyStop(on: threads), on: threads) { _ in } }
        early.cancel()
        try await early.value
        await #expect(throws: IOError.self) {
            try await OrderlyStop(on: threads).run { throw IOError(errnoCode: EADDRINUSE, reason: "bind") }
        }
    }
}
