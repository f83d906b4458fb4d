import Basics
import Fleet
import History
import Proof
import Records

/// The centre of many sites. What a broker acknowledges is not stored yet: a record has arrived when the centre says that it has it on the
/// disk, and until then it is sent again, from the history.
///
/// The centre's word also takes this site back: where its history was lost, or is an older copy, all that it lacks comes once more.
actor CentreDestination: Destination {
    nonisolated let most = 256

    /// How long to wait for a connection, and for the centre's word.
    private static let patience = Duration.seconds(5)
    /// After how long it asks again, where the broker did not let it listen.
    static let pause = Duration.seconds(5)
    /// How often something is sent before the courier hears of trouble.
    private static let attempts = 3
    /// Bytes of a message, where one record alone is not longer. NATS takes a megabyte as it comes.
    private static let longest = 128 << 10
    /// Of a message from the centre: a piece of a list, or which lists there are.
    private static let longestPiece = 256 << 10

    /// What is heard.
    private static func topics(of site: String, hasLists: Bool) -> [String] {
        [FleetTopic.committed(of: site)] + (hasLists ? [FleetTopic.lists(of: site), FleetTopic.pieces(of: site)] : [])
    }

    private let connection: MQTTConnection
    private let sender: SiteSender
    private let access: BrokerAccess
    private let worker: Worker
    private let site: String
    private let history: (any History)?
    private let board = WordBoard()
    /// Nil where no lists are taken in.
    private let lists: ListReceiver?
    /// Nil where no picture is shown, and where all of them go to the centre.
    private let pictures: PictureGiver?
    /// Nil where there is no history to be told of.
    private let forgotten: ForgottenTeller?
    /// Nil where nobody decides how cameras stand.
    private let standings: StandingTeller?
    private var origin: String?
    /// Up to where the courier knows that the centre is; nil before it was told.
    private var place: Int64?
    /// The last record that was sent.
    private var sent: Int64 = 0
    private var greeted = 0
    /// How often the broker had not let it listen before it was asked last.
    private var refusals = 0
    private var tasks: [Task<Void, Never>] = []

    /// Reads what is secret.
    init(
        _ way: CentreWay, settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws(Failure) {
        access = way.access
        site = HubName.plain(surroundings.hub)
        history = surroundings.history
        let keys = way.listKeys.compactMap { PublicKey(in: $0) }
        let topics = Self.topics(of: site, hasLists: surroundings.lists != nil && !keys.isEmpty)
        // One that nobody can guess: a broker lets whoever says the name of a client take its place.
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        var line = try way.access.settings(
            of: settings.name, client: "plated-hub-\(site)-\(number)", secrets: secrets)
        line.hears = { topics.contains($0) }
        line.keepsSession = false
        line.longest = Self.longestPiece
        let connection = try MQTTConnection(line)
        self.connection = connection
        let sender = SiteSender(connection, of: site)
        self.sender = sender
        lists =
            topics.count == 1
            ? nil
            : surroundings.lists.map { [site] store in
                ListReceiver(site: site, keys: keys, store: store, talk: surroundings.talk, now: surroundings.now) {
                    // One that is lost is said again.
                    _ = connection.publish(
                        Array($0.text.utf8), to: FleetTopic.wants(of: site), retained: true, qos: 0)
                }
            }
        forgotten = surroundings.history.map { [board] history in
            ForgottenTeller(history: history, cameras: settings.cameras, talk: surroundings.talk) {
                do { return board.word(of: try await history.origin())?.committed } catch { return nil }
            } falls: {
                board.falls
            } ask: {
                guard let origin = try? await history.origin() else { return }
                _ = sender.sendAlone(Self.question(of: origin, board).bytes, as: .question)
            } send: {
                sender.sendAlone($0, as: .forgotten) == nil
            }
        }
        standings = surroundings.history.map { history in
            StandingTeller(board: history.news.standing, cameras: settings.cameras) {
                // What is lost is said again soon.
                _ = sender.sendAlone($0, as: .standings)
            }
        }
        pictures = try Self.pictures(way, settings: settings, secrets: secrets, surroundings: surroundings)
        worker = Worker(settings.name)
    }

    /// What shows pictures, by a connection of its own.
    private static func pictures(
        _ way: CentreWay, settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws(Failure) -> PictureGiver? {
        guard way.pictures == .asked, let history = surroundings.history else { return nil }
        let line = try MQTTLookLine(way, of: settings, secrets: secrets, surroundings: surroundings)
        return PictureGiver(
            way.pictures, line: line, history: history, cameras: settings.cameras, folder: surroundings.folder,
            talk: surroundings.talk, record: surroundings.look)
    }

    // MARK: - Beginning and end

    func begin() async {
        let connection = connection
        let changes = connection.changes.stream()
        await worker.run { connection.begin() }
        tasks.append(Task { [weak self] in for await _ in changes { await self?.greet() } })
        tasks.append(Task { [weak self] in await self?.listenAgain() })
        if let lists { tasks.append(Task { await lists.run() }) }
        if let standings { tasks.append(Task { await standings.run() }) }
        if let forgotten { tasks.append(Task { await forgotten.run() }) }
        if let pictures { tasks.append(Task { await pictures.run() }) }
        tasks.append(Task { [weak self] in for await message in connection.messages { await self?.hear(message) } })
    }

    func watch(_ tell: @escaping Watcher) async { await connection.watch(tell, brokers: access.brokers, on: worker) }

    func end() async {
        for task in tasks { task.cancel() }
        let connection = connection
        await worker.run { connection.close() }
    }

    /// After each connection: what the centre said last, and a question, since a broker may have forgotten that.
    private func greet() async {
        sender.settle()
        guard connection.isConnected, connection.sessions != greeted else { return }
        greeted = connection.sessions
        listen()
        lists?.take(.connected)
        if let origin = await known() { ask(origin) }
    }

    /// Also where nothing is heard: a cluster that has no majority just then refuses to let us. With QoS 0, since what is lost is said again;
    /// with QoS 1 a cluster of NATS keeps a queue for us, and some of these stand still for good once their nodes were killed.
    private func listen() {
        for topic in Self.topics(of: site, hasLists: lists != nil) { connection.subscribe(to: topic) }
    }

    /// Between two records, with which it listens again as well, there may be days: lists are to come all the same.
    private func listenAgain() async {
        var known = 0
        while !Task.isCancelled {
            do { try await Task.sleep(for: Self.pause) } catch { return }
            let count = connection.refusals
            guard connection.isConnected, count != known else { continue }
            known = count
            listen()
        }
    }

    private func hear(_ message: MQTTConnection.Message) async {
        if message.topic == FleetTopic.lists(of: site) { lists?.take(.notice(message.payload)) }
        if message.topic == FleetTopic.pieces(of: site) { lists?.take(.piece(message.payload)) }
        if let receipt = ForgottenReceipt(message.payload) { forgotten?.take(receipt) }
        guard let word = FleetWord(message.payload), let origin = await known() else { return }
        board.put(word, of: origin, isKept: message.isRetained)
    }

    private func known() async -> String? {
        if let origin { return origin }
        do { origin = try await history?.origin() } catch {
            // It is asked again with the next record.
        }
        return origin
    }

    private func ask(_ origin: String) { _ = sender.sendAlone(Self.question(of: origin, board).bytes, as: .question) }

    private static func question(of origin: String, _ board: WordBoard) -> FleetMessage {
        FleetMessage(origin: origin, after: board.word(of: origin)?.committed ?? 0, records: [])
    }

    // MARK: - Delivering

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        guard await connection.changes.wait(upTo: Self.patience, until: { [connection] in connection.isConnected })
        else { return .failed(Trouble(.connection, await absence())) }
        guard let origin = await known() else { return .failed(.again("the history cannot be read now")) }
        guard let word = await word(of: origin) else {
            return .failed(.again(silence))
        }
        if place.map({ word.committed < $0 }) ?? true {
            place = word.committed
            return Delivered(count: 0, trouble: Trouble(.back(to: word.committed), "the centre lacks records"))
        }
        var reason = "the centre has not said that it has them"
        for attempt in 0..<Self.attempts {
            if attempt > 0 { listen() }
            let isAcknowledged = await sender.waits(for: .records, upTo: Self.patience)
            guard let word = board.word(of: origin), word.committed >= place ?? 0 else { break }
            let rest = parcels.filter { $0.record.seq > word.committed }
            guard let last = rest.last?.record.seq else { break }
            guard isAcknowledged else {
                reason = connection.isConnected ? SiteSender.unacknowledged : "the connection was lost"
                continue
            }
            let count = board.count
            sent = last
            if let failure = send(rest, after: word.committed, origin: origin) {
                reason = failure
                break
            }
            await settle(upTo: last, origin: origin, since: count)
            if !connection.isConnected {
                reason = "the connection was lost"
                break
            }
        }
        let committed = board.word(of: origin)?.committed ?? 0
        guard committed >= place ?? 0 else { return .failed(.again("the centre lacks records that it had")) }
        place = committed
        if committed >= sent { sender.forget(.records) }
        let count = parcels.prefix { $0.record.seq <= committed }.count
        return Delivered(count: count, trouble: count < parcels.count ? .again(reason) : nil)
    }

    /// Why the centre may have said nothing.
    private var silence: String {
        guard connection.refusals > refusals else {
            return sender.hasAll(.question)
                ? "the centre has not said what it has of the site \(site)" : SiteSender.unacknowledged
        }
        return """
            the broker does not let this hub listen to \(FleetTopic.committed(of: site)): its user has no right to it, \
            or the broker is a cluster without a majority just now
            """
    }

    /// What the centre has; it is asked where it has not said so.
    private func word(of origin: String) async -> FleetWord? {
        if let word = board.word(of: origin) { return word }
        refusals = connection.refusals
        listen()
        ask(origin)
        let board = board
        _ = await board.changes.wait(upTo: Self.patience) { board.word(of: origin) != nil }
        return board.word(of: origin)
    }

    /// Waits until the centre has all of them, says that it lacks some, or is silent for too long.
    private func settle(upTo last: Int64, origin: String, since count: Int) async {
        var known = board.word(of: origin)?.committed ?? 0
        while !Task.isCancelled {
            let (board, connection, before) = (board, connection, known)
            let isMoved = await board.changes.wait(upTo: Self.patience) {
                guard let word = board.word(of: origin) else { return false }
                let isAsked = word.missing != nil && board.count > count
                return word.committed != before || isAsked || !connection.isConnected
            }
            guard isMoved, let word = board.word(of: origin), word.committed < last, word.committed > known,
                word.missing == nil
            else { return }
            known = word.committed
        }
    }

    /// - Returns: why they did not leave.
    private func send(_ parcels: [Parcel], after: Int64, origin: String) -> String? {
        var message = FleetMessage(origin: origin, after: after, records: [])
        for record in parcels.map({ FleetRecord($0.record) }) {
            if !message.records.isEmpty, message.size + record.size > Self.longest {
                if let failure = sender.send(message.bytes, as: .records) { return failure }
                message = FleetMessage(origin: origin, after: message.last, records: [])
            }
            message.records.append(record)
        }
        return sender.send(message.bytes, as: .records)
    }

    /// Back at once where the connection is; soon in any case, since the centre may be there again.
    func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
        try await connection.rest(wait, sleep: sleep)
    }

    private func absence() async -> String {
        await connection.absence(of: access.brokers, on: worker)
    }
}
