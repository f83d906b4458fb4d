import Answers
import Basics
import History
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Rules

#if canImport(Glibc)
    import Glibc
#endif

/// The pages of the hub and their JSON: a server that stands on the history and changes nothing in it.
public struct Console: Sendable {
    /// How many connections may be open: a page that shows new plates holds one.
    private static let connections = 400
    /// Beside those, for sites that wait for news.
    private static let connectionsOfSites = 2400
    /// Of one address: a household of browsers has less.
    private static let connectionsOfOne = 64

    /// How long until accounts that could not be opened are tried again.
    private static let pause = Duration.seconds(5)

    private let settings: ConsoleSettings
    private let sources: ConsoleSources
    private let history: any History
    private let pages: Pages
    private let live: LiveFeeds
    private let door: Door
    private let pictures: PictureDesk
    private let talk: Logger
    /// One thread serves a household of browsers, and no machine has too many of it.
    private let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// Accounts that cannot be opened keep nobody from storing plates: that is told, also by the pages, and tried again.
    ///
    /// - Throws: what is wrong with the configuration.
    public init(_ settings: ConsoleSettings, history: any History, sources: ConsoleSources, talk: Logger) throws {
        self.settings = settings
        self.sources = sources
        self.history = history
        self.talk = talk
        pages = try Pages()
        live = LiveFeeds(sources.setup.root, group: threads)
        pictures = PictureDesk(sources.pictures, meter: sources.pictureMeter, talk: talk)
        let hosts = HostRule(names: settings.hosts)
        door = Door(
            hosts: hosts, pages: pages, sites: sources.centre.map { SiteGate($0, hosts: hosts, talk: talk) })
        if settings.isOff { return }
        do throws(Failure) { try open() } catch {
            if error.status == .configuration { throw error }
            tell(error)
        }
    }

    /// Those of the files for the machine's keys (`proof.keys`) in which there is none that this user may read.
    public static func unreadSealKeys(_ paths: [String]) -> [String] { SealKeys(paths: paths).unread }

    // MARK: - Accounts

    /// Lets requests in, where the accounts can be opened.
    private func open() throws(Failure) {
        let accounts = try AccountFile(path: sources.accounts)
        let routes = Routes(
            history: history, accounts: accounts, pages: pages, live: live, sources: sources, zone: .current,
            pictures: pictures, talk: talk)
        door.open(
            Gate(
                routes: routes.all, hosts: HostRule(names: settings.hosts), accounts: accounts,
                disks: [history.place, sources.lists.folder.path], pages: pages, talk: talk))
    }

    /// Until the task is cancelled: at the start, and whenever the accounts are damaged, moved away or replaced while they are in use.
    private func keepOpen() async throws {
        try await openAgainAndAgain(told: nil)
        for await failure in door.closings {
            tell(failure)
            try await openAgainAndAgain(told: failure)
        }
    }

    /// - Parameter told: what is in the journal already; what takes the same remedy is not told again.
    private func openAgainAndAgain(told: Failure?) async throws {
        var told = told
        while !door.isOpen {
            try await Task.sleep(for: Self.pause)
            do throws(Failure) {
                try open()
                talk.notice("the console's accounts are there again")
            } catch {
                if let told, told.remedy != error.remedy { tell(error) }
                told = error
            }
        }
    }

    private func tell(_ failure: Failure) {
        talk.error(
            "\(failure)\nNobody can log in to the console. It is tried again every few seconds; the history goes on.")
    }

    // MARK: - Serving

    /// Reads posted pictures for clients that have no token, where that is asked for, until the task is cancelled.
    public func readPictures() async throws {
        try await PictureServer(
            settings: sources.pictures, hosts: settings.hosts, pictures: pictures, threads: threads, talk: talk
        ).run()
    }

    /// Where it is served, and how that is said.
    private enum Place: CustomStringConvertible {
        case address(ListenAddress)
        case socket(ConsoleSocket)

        var description: String {
            switch self {
            case .address(let address): "\(address)"
            case .socket(let socket): "the socket \(socket.path)"
            }
        }

        var binding: BindAddress {
            switch self {
            case .address(let address): .hostname(address.host, port: address.port)
            case .socket(let socket): .unixDomainSocket(path: socket.path)
            }
        }
    }

    /// Answers until the task is cancelled. Without an address it waits for that alone; one that it cannot have is told, and tried again. To be
    /// called once.
    ///
    /// - Parameter pause: between two tries of an address.
    public func run(again pause: Duration = .seconds(60)) async throws {
        if settings.isOff { return try await Task.sleep(for: .seconds(1 << 40)) }
        let places = [settings.listen.map(Place.address), settings.socket.map(Place.socket)].compactMap(\.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // What these two follow can be followed once: they go on while the address is tried again.
            group.addTask { await live.run() }
            group.addTask { try await keepOpen() }
            for place in places { group.addTask { try await serve(at: place, again: pause) } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// An address that somebody else has, or that this machine has not got yet, keeps nobody from storing plates.
    private func serve(at place: Place, again pause: Duration) async throws {
        var told: Failure?
        while true {
            do {
                return try await serve(at: place)
            } catch let error as IOError {
                tell(error, at: place, told: &told)
            } catch let failure as Failure {
                tell(failure, told: &told)
            }
            try await Task.sleep(for: pause)
        }
    }

    private func tell(_ error: IOError, at place: Place, told: inout Failure?) {
        let failure = Failure(
            .unavailable, while: "opening the console at \(place)", because: String(cString: strerror(error.errnoCode)),
            remedy: "Another program may have the port. Another one, or off: console.listen in the configuration.")
        tell(failure, told: &told)
    }

    private func tell(_ failure: Failure, told: inout Failure?) {
        defer { told = failure }
        if failure.reason != told?.reason {
            talk.error("\(failure)\nIt is tried again every minute; the history goes on.")
        }
    }

    private func serve(at place: Place) async throws {
        if case .socket(let socket) = place { try socket.clear() }
        // What strangers send is no talk of ours.
        let silent = Logger(label: "plated-hub.http") { _ in SwiftLogNoOpLogHandler() }
        let stop = OrderlyStop(on: threads)
        let app = Application(
            responder: door, server: server(),
            configuration: ApplicationConfiguration(
                address: place.binding, serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    Self.connections + (sources.centre == nil ? 0 : Self.connectionsOfSites), logger: silent)),
            onServerRunning: { channel in
                stop.listens(channel)
                isOpen(place, port: channel.localAddress?.port)
            },
            eventLoopGroupProvider: .shared(threads), logger: silent)
        try await stop.run { try await app.run() }
    }

    private func isOpen(_ place: Place, port: Int?) {
        switch place {
        case .address(let address):
            talk.info("the console is at http://\(ListenAddress(host: address.host, port: port ?? address.port))")
        case .socket(let socket):
            do throws(Failure) { try socket.letIn() } catch { return talk.error("\(error)") }
            talk.info("the console is at the socket \(socket.path), for a web server in front of it")
        }
    }

    private func server() -> HTTPServerBuilder {
        let counts = ConnectionCounts(most: Self.connectionsOfOne)
        return .http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionLimit(counts), PromptContinue()], idleTimeout: .seconds(60),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 100)))
    }
}
