import Addresses
import Basics
import Fleet

/// The way of a site that joins: both ends of it.
package struct JoinLine: Sendable {
    /// How long a refusal may last: a broker reads its users again at its leisure, and others have their turn.
    private static let patienceWhenRefused = Duration.seconds(20)

    private static let patienceBeforeWord = Duration.seconds(4)

    private let connection: MQTTConnection
    private let brokers: [BrokerAddress]
    private let worker = Worker("join")

    /// The centre's end. Reads what is secret.
    package init(centre settings: IngestSettings, site: String, secrets: SecretPlace) throws(Failure) {
        let topic = FleetTopic.join(of: site)
        try self.init(settings.access, for: "ingest", hears: topic, secrets: secrets)
    }

    /// The site's end.
    ///
    /// - Parameters:
    ///   - authorities: path of a file with the token's certificates.
    ///   - login: user and password.
    package init(
        _ token: SiteToken, authorities: String?, login: (user: String, password: String), secrets: SecretPlace
    ) throws(Failure) {
        var access = BrokerAccess()
        access.addresses = token.brokers.map { text in
            var address = SourceAddress(text)
            address.credentials = SourceAddress.Credentials(user: login.user, password: login.password)
            return address
        }
        access.authorities = authorities
        try self.init(access, for: token.site, hears: nil, secrets: secrets)
    }

    private init(_ access: BrokerAccess, for name: String, hears topic: String?, secrets: SecretPlace) throws(Failure) {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        var line = try access.settings(of: name, client: "plated-join-\(number)", secrets: secrets)
        line.keepsSession = false
        line.hears = { $0 == topic }
        brokers = line.brokers
        connection = try MQTTConnection(line)
    }

    /// Whether an address is a broker's.
    package static func isBroker(_ text: String) -> Bool { BrokerAddress(SourceAddress(text)) != nil }

    /// Whether what is said to it can be read on the way.
    package static func isOpen(_ text: String) -> Bool { BrokerAddress(SourceAddress(text))?.isSecure == false }

    /// Whether it leads to the machine itself, where no site can reach it.
    package static func isLocal(_ text: String) -> Bool {
        ["localhost", "127.0.0.1", "::1"].contains(BrokerAddress(SourceAddress(text))?.host)
    }

    // MARK: - Either end

    /// A broker that does not let the user in ends the waiting, once each had its turn.
    ///
    /// - Parameter waits: is told once, where it takes longer, why.
    /// - Throws: where there is no connection in that time.
    package func begin(upTo patience: Duration, waits: (String) -> Void) async throws(Failure) {
        await start()
        let (connection, began) = (connection, ContinuousClock.now)
        var isTold = false
        while ContinuousClock.now < began + patience, !Task.isCancelled {
            if await connection.changes.wait(upTo: .seconds(1), until: { connection.isConnected }) { return }
            if isRefused, ContinuousClock.now > began + Self.patienceWhenRefused { break }
            if !isTold, ContinuousClock.now > began + Self.patienceBeforeWord {
                isTold = true
                waits(await connection.absence(of: brokers, on: worker))
            }
        }
        let reason = await connection.absence(of: brokers, on: worker)
        throw Failure(
            .unavailable, while: "reaching \(brokers.map(\.origin).joined(separator: ", "))", because: reason)
    }

    /// Begins without waiting for anything.
    package func start() async {
        let connection = connection
        await worker.run { connection.begin() }
    }

    package func end() async {
        let connection = connection
        await worker.run { connection.close() }
    }

    /// Whether the broker did not take user and password the last time.
    package var isRefused: Bool { connection.isLoginRefused }

    // MARK: - The centre's

    /// Waits for a request that the token's secret stands under.
    ///
    /// - Returns: nil where none came in time.
    package func request(_ token: SiteToken, upTo patience: Duration, refused: @escaping @Sendable (FleetFault) -> Void)
        async -> JoinRequest?
    {
        let connection = connection
        return await withTaskGroup(of: JoinRequest?.self) { group in
            group.addTask {
                for await message in connection.messages {
                    do throws(FleetFault) {
                        return try JoinRequest(message.payload, for: token.site, secret: token.secret)
                    } catch { refused(error) }
                }
                return nil
            }
            // A connection that is lost comes again, and has forgotten what it listened to.
            group.addTask {
                var session = 0
                while !Task.isCancelled {
                    if connection.isConnected, connection.sessions != session {
                        session = connection.sessions
                        connection.subscribe(to: FleetTopic.join(of: token.site))
                    }
                    do { try await Task.sleep(for: .milliseconds(200)) } catch {}
                }
                return nil
            }
            group.addTask {
                do { try await Task.sleep(for: patience) } catch {}
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    // MARK: - The site's

    /// Says it again and again, until the broker lets in the user that the centre makes of it.
    ///
    /// - Parameter own: with that user; not begun yet.
    /// - Returns: whether it does.
    package func ask(_ request: [UInt8], of site: String, until own: JoinLine, upTo patience: Duration) async -> Bool {
        await own.start()
        let (mine, other) = (connection, own.connection)
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end, !Task.isCancelled {
            _ = mine.publish(request, to: FleetTopic.join(of: site), retained: false, qos: 0)
            if await other.changes.wait(upTo: .seconds(2), until: { other.isConnected }) { return true }
        }
        return false
    }
}
