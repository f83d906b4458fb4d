import Answers
import Basics
import History
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL

#if canImport(Glibc)
    import Glibc
#endif

/// The pages of the hub and their JSON: a server that stands on the history and changes nothing in it.
public struct Console: Sendable {
    /// How many connections may be open: a page that shows new plates holds one.
    private static let connections = 400
    /// Of one address: a household of browsers has less. A proxy has all of them.
    private static let connectionsOfOne = 64

    private let settings: ConsoleSettings
    private let desk: Desk
    private let talk: Logger
    /// One thread serves a household of browsers, and no machine has too many of it.
    private let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// - Parameters:
    ///   - evidence: the folder of a camera's pictures, by its name.
    ///   - missed: the folder of a camera's misses, by its name.
    ///   - live: the folder of the scanners' sockets.
    ///   - lookups: where it is recorded who looked for what; nil where nowhere.
    ///   - setup: where cameras are set up.
    public init(
        _ settings: ConsoleSettings, history: History, accounts: AccountFile,
        evidence: @escaping @Sendable (String) -> String, missed: @escaping @Sendable (String) -> String, live: String,
        lookups: Lookups?, setup: SetupPlaces, talk: Logger
    ) throws {
        try settings.check(accounts: accounts.accounts().count)
        self.settings = settings
        self.talk = talk
        desk = Desk(
            history: history, accounts: accounts, pages: try Pages(), evidence: evidence, missed: missed,
            live: LiveFeeds(folder: live, group: threads), lookups: lookups, zone: .current, settings: settings,
            setup: setup, talk: talk)
    }

    /// Answers until the task is cancelled. Without an address it waits for that alone.
    public func run() async throws {
        guard let listen = settings.listen else {
            try await Task.sleep(for: .seconds(1 << 40))
            return
        }
        let gate = Gate(
            routes: desk.routes, hosts: HostRule(names: settings.hosts), accounts: desk.accounts,
            hasTLS: settings.hasTLS,
            behindProxy: settings.behindProxy, pages: desk.pages, talk: talk)
        // What strangers send is no talk of ours.
        let silent = Logger(label: "plated-hub.http") { _ in SwiftLogNoOpLogHandler() }
        let app = Application(
            responder: gate, server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(listen.host, port: listen.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.connections, logger: silent)),
            onServerRunning: { [talk, isSecure = settings.hasTLS] channel in
                let port = channel.localAddress?.port ?? listen.port
                let place = ListenAddress(host: listen.host, port: port)
                talk.info("the console is at \(isSecure ? "https" : "http")://\(place)")
            },
            eventLoopGroupProvider: .shared(threads), logger: silent)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [live = desk.live] in await live.run() }
                group.addTask { try await app.run() }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch let error as IOError {
            throw Failure(
                .unavailable, while: "opening the console at \(listen)",
                because: String(cString: strerror(error.errnoCode)),
                remedy: "Another program may have the port. Another one, or off: console.listen in the configuration.")
        }
    }

    private func server() throws -> HTTPServerBuilder {
        let counts = ConnectionCounts(most: settings.behindProxy ? Self.connections : Self.connectionsOfOne)
        let http = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionLimit(counts)], idleTimeout: .seconds(60),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 100)))
        guard let certificate = settings.certificate, let key = settings.key else { return http }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            tls.minimumTLSVersion = .tlsv12
            return try .tls(http, tlsConfiguration: tls)
        } catch {
            throw Failure(
                .configuration, while: "reading the console's certificate \(certificate) and its key \(key)",
                because: "\(error)", remedy: "Both are files in PEM, which the hub's user has to be able to read.")
        }
    }
}
