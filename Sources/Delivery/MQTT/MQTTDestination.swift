import Addresses
import Answers
import Basics
import History
import Logging
import Records

/// A destination that is a broker: QoS 1, and a record has arrived when the broker has acknowledged all of its messages.
///
/// It has more than 500 lines because records, Home Assistant's entities and retained states share one connection.
actor MQTTDestination: Destination {
    nonisolated let most = 50

    /// How long to wait for a connection, and for acknowledgements.
    static let patience = Duration.seconds(5)

    private let way: MQTTWay
    let name: String
    private let base: String
    var connection: MQTTConnection
    private let broker: BrokerAddress
    let worker: Worker
    let surroundings: DeliverySurroundings
    /// Whose records come here; empty is all.
    let cameras: [String]
    private let kinds: [DestinationSettings.Kind]
    /// Messages of records that were handed over and are not acknowledged yet, by the record's number.
    var waiting: [Int64: Set<Int32>] = [:]
    var doubt = PacketDoubt()
    /// Of the record that was sent alone, and is on its way.
    var trial: Trial?
    var greeted = 0
    private var isEnding = false
    private var hasRival = false
    var tasks: [Task<Void, Never>] = []
    /// Nil where nobody wants it.
    let assistant: HomeAssistant?
    var told = ToldCameras()

    /// Reads what is secret.
    init(
        _ way: MQTTWay, settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws(Failure) {
        let name = settings.name
        self.way = way
        self.name = name
        self.surroundings = surroundings
        cameras = settings.cameras
        kinds = settings.kinds
        let hub = HubName.plain(surroundings.hub)
        base = "\(way.topic)/\(hub)"
        assistant =
            way.homeAssistant
            ? HomeAssistant(
                prefix: way.discoveryPrefix, hub: hub, base: base, version: surroundings.version, console: way.links,
                picture: way.picture, kinds: settings.kinds) : nil
        (connection, broker) = try way.connection(
            of: name, client: "plated-hub-\(hub)-\(name)" + (surroundings.client.map { "-\($0)" } ?? ""),
            secrets: secrets,
            will: (topic: "\(base)/availability", payload: "offline"),
            hears: { [assistant, base] in $0 == "\(base)/availability" || assistant?.hears($0) == true })
        worker = Worker(name)
    }

    // MARK: - Beginning and end

    func begin() async { await connect() }

    /// Another connection may take the place of this one.
    func watch(_ tell: @escaping Watcher) async {
        while !Task.isCancelled, !isEnding {
            await connection.watch(tell, brokers: [broker], on: worker)
            await Task.yield()
        }
    }

    func connect() async {
        let connection = connection
        let changes = connection.changes.stream()
        await worker.run { connection.begin() }
        tasks.append(Task { [weak self] in for await _ in changes { await self?.greet() } })
        tasks.append(Task { [weak self] in for await message in connection.messages { await self?.hear(message) } })
        if let changes = surroundings.history?.news.standing.changes.stream() {
            tasks.append(Task { [weak self] in for await _ in changes { await self?.tellChangedStates() } })
        }
        guard assistant != nil else { return }
        tasks.append(Task { [weak self] in await self?.countAnewEachDay() })
    }

    func end() async {
        isEnding = true
        for task in tasks { task.cancel() }
        if connection.isConnected, case .success(let number) = publish("offline", to: "availability", retained: true) {
            _ = await connection.changes.wait(upTo: .seconds(1)) { [connection] in connection.hasAll([number]) }
        }
        let connection = connection
        await worker.run { connection.close() }
    }

    /// After each connection: that the hub is there, and which cameras see.
    private func greet() async {
        tellOfRival()
        let session = connection.sessions
        guard connection.isConnected, session != greeted else { return }
        greeted = session
        _ = publish("online", to: "availability", retained: true)
        connection.subscribe(to: "\(base)/availability")
        if assistant != nil {
            listen()
            return await announce()
        }
        // The next connection tells it where the history cannot be read now, or the next gap.
        await tellStates(of: await allCameras())
    }

    private func tellOfRival() {
        let rival = connection.rival
        if let rival, !hasRival { surroundings.talk.warning("\(name): \(rival)") }
        if rival == nil, hasRival { surroundings.talk.notice("\(name): a connection to the broker lasts again") }
        hasRival = rival != nil
    }

    /// Another destination of this hub has the same topic, and its last will says that the hub is away when its connection alone is. So does
    /// the will of an older connection of ours, where a broker comes to it late.
    private func hear(_ message: MQTTConnection.Message) async {
        guard message.topic == "\(base)/availability" else { return await heed(message) }
        if message.payload == Array("offline".utf8), !isEnding {
            _ = publish("online", to: "availability", retained: true)
        }
    }

    /// Those that the history has something of, and that are for this destination.
    func allCameras() async -> [String] {
        do {
            guard let history = surroundings.history else { return [] }
            let heard = try await history.newest().map(\.camera)
            // What was never started has no record, and is to be seen all the same; also before this hub has looked.
            let standings =
                if let here = history.news.standing.current { here } else { try await history.keptStandings() }
            let others = standings.cameras.filter { $0.value.state != .removed && !heard.contains($0.key) }.keys
            let all = heard + others.sorted()
            return all.filter { cameras.isEmpty || cameras.contains($0) }
        } catch {
            return []
        }
    }

    // MARK: - Delivering

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        guard await connection.changes.wait(upTo: Self.patience, until: { [connection] in connection.isConnected })
        else {
            return .failed(Trouble(.connection, await absence()))
        }
        // The connection may have woken us first.
        await greet()
        if assistant != nil { await expect(parcels) }
        let last = parcels.last?.record.seq ?? 0
        for (count, parcel) in parcels.enumerated() {
            if count == 0, trial?.seq == parcel.record.seq { return await settled(alone: parcel) }
            if waiting[parcel.record.seq] != nil { continue }
            let messages = messages(of: parcel)
            if doubt.isAlone(parcel.record.seq, bytes: Self.largest(messages)) {
                // Those before it come first.
                if count > 0 { return await settled(parcels.prefix(count), of: last, otherwise: nil) }
                return await send(alone: parcel, messages)
            }
            if let trouble = publish(messages, of: parcel) {
                return await settled(parcels.prefix(count), of: last, otherwise: trouble)
            }
        }
        return await settled(parcels[...], of: last, otherwise: nil)
    }

    /// - Returns: why not all of them are on their way.
    func publish(_ messages: [Message], of parcel: Parcel) -> Trouble? {
        var numbers: Set<Int32> = []
        for message in messages {
            switch publish(message.payload, to: message.topic, retained: message.isRetained) {
            case .success(let number): numbers.insert(number)
            case .failure(let trouble): return trouble
            }
        }
        waiting[parcel.record.seq] = numbers
        // From now on: it may be forgotten before the broker acknowledges it.
        if parcel.plate != nil {
            told.last[parcel.camera] = parcel.record.seq
            told.cleared.remove(parcel.camera)
        }
        if parcel.gap != nil { told.gaps[parcel.camera, default: 0] += 1 }
        return nil
    }

    /// Waits until the broker has these, and says how far it has come. What it does not have yet is not sent again: the library does that.
    ///
    /// - Parameter last: the number of the last record that was handed over.
    private func settled(
        _ parcels: ArraySlice<Parcel>, of last: Int64, otherwise trouble: Trouble?
    ) async -> Delivered {
        let numbers = parcels.reduce(into: Set<Int32>()) { $0.formUnion(waiting[$1.record.seq] ?? []) }
        let connection = connection
        _ = await connection.changes.wait(upTo: Self.patience) { connection.hasAll(numbers) || !connection.isConnected }
        let count = parcels.prefix { connection.hasAll(waiting[$0.record.seq] ?? []) }.count
        for parcel in parcels.prefix(count) { waiting[parcel.record.seq] = nil }
        if assistant != nil { arrived(parcels.prefix(count)) }
        if count == parcels.count, trouble == nil {
            return Delivered(count: count, trouble: connection.rival.map { .again($0) })
        }
        // What is refused is the one behind these, and those come first.
        let isRefused = trouble?.verdict == .refused
        if isRefused, count == parcels.count { return Delivered(count: count, trouble: trouble) }
        let why =
            (isRefused ? nil : trouble)
            ?? (connection.isConnected ? .again("the broker acknowledges nothing") : MQTTConnection.lost)
        // One of those that it does not have may be what it ends connections for.
        if connection.rival != nil, connection.isSending, await renew() { doubt.begin(upTo: last) }
        return Delivered(count: count, trouble: why)
    }

    /// Back at once where the connection is.
    func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
        try await connection.rest(wait, sleep: sleep)
    }

    private func absence() async -> String {
        await connection.absence(of: [broker], on: worker)
    }

    // MARK: - Messages

    struct Message {
        var topic: String
        var payload: [UInt8]
        var isRetained = false
    }

    private func messages(of parcel: Parcel) -> [Message] {
        let camera = parcel.camera
        if let gap = parcel.gap {
            let told = kinds.contains(.gaps) ? [Message(topic: "\(camera)/gap", payload: parcel.record.told)] : []
            // Where the hub knows how the camera stands now, an old record does not.
            if surroundings.history?.news.standing.current?[parcel.camera] != nil { return told }
            let state = Self.state(of: gap.end == nil ? gap.gap : nil, until: gap.end)
            return told + [Message(topic: "\(camera)/state", payload: Array(state.utf8), isRetained: true)]
        }
        if parcel.match != nil { return [Message(topic: "\(camera)/match", payload: parcel.record.told)] }
        if let session = parcel.session {
            return [Message(topic: "\(session.site)/session", payload: parcel.record.told)]
        }
        let last = lastMessages(of: parcel)
        // The picture is there when its plate is told.
        return last.dropLast() + [Message(topic: "\(camera)/plate", payload: parcel.record.told)] + last.suffix(1)
    }

    /// What stays with the broker: the picture, and the plate.
    private func lastMessages(of parcel: Parcel) -> [Message] {
        let camera = parcel.camera
        let picture = parcel.picture(way.picture).map {
            Message(topic: "\(camera)/picture", payload: $0.bytes, isRetained: true)
        }
        return [picture].compactMap { $0 }
            + [Message(topic: "\(camera)/last_plate", payload: parcel.record.told, isRetained: true)]
    }

    /// Tells the broker once more what it may have forgotten.
    func repeatLast(_ parcel: Parcel) {
        // What the broker ends connections for would end each that is made.
        if doubt.isOpen { return }
        for message in lastMessages(of: parcel) where !doubt.isTooLarge(message.payload.count) {
            _ = publish(message.payload, to: message.topic, retained: true)
        }
    }

    @discardableResult
    func publish(_ text: String, to topic: String, retained: Bool) -> Result<Int32, Trouble> {
        publish(Array(text.utf8), to: topic, retained: retained)
    }

    private func publish(_ payload: [UInt8], to topic: String, retained: Bool) -> Result<Int32, Trouble> {
        connection.publish(payload, to: "\(base)/\(topic)", retained: retained)
    }
}
