import Basics
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// The address for clients that have no token; nowhere unless it is asked for.
struct PictureServer: Sendable {
    private static let connections = 32

    let settings: PictureSettings
    let hosts: [String]
    let pictures: PictureDesk
    let threads: any EventLoopGroup
    let talk: Logger

    /// Answers until the task is cancelled. A port that somebody else has is told, and tried again.
    func run() async throws {
        guard let listen = settings.listen else { return try await Task.sleep(for: .seconds(1 << 40)) }
        while true {
            do {
                return try await serve(at: listen)
            } catch let error as IOError {
                talk.error(
                    "reading posted pictures at \(listen): \(String(cString: strerror(error.errnoCode))); it is tried again every minute"
                )
                try await Task.sleep(for: .seconds(60))
            }
        }
    }

    private func serve(at listen: ListenAddress) async throws {
        let silent = Logger(label: "plated-hub.http") { _ in SwiftLogNoOpLogHandler() }
        let gate = OpenGate(settings: settings, hosts: HostRule(names: hosts), pictures: pictures, talk: talk)
        let stop = OrderlyStop(on: threads)
        let app = Application(
            responder: gate,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [
                        ConnectionLimit(ConnectionCounts(most: Self.connections)), PromptContinue(),
                    ],
                    idleTimeout: .seconds(60),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 100))),
            configuration: ApplicationConfiguration(
                address: .hostname(listen.host, port: listen.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.connections, logger: silent)),
            onServerRunning: { [talk] channel in
                stop.listens(channel)
                let port = channel.localAddress?.port ?? listen.port
                talk.info(
                    "posted pictures are read at http://\(ListenAddress(host: listen.host, port: port)), without tokens"
                )
            },
            eventLoopGroupProvider: .shared(threads), logger: silent)
        try await stop.run { try await app.run() }
    }
}
