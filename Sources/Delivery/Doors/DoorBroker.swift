import Basics
import History
import Records

/// A door behind a broker. It is told with QoS 0 and nothing is retained: no queue, here or there, opens it later.
actor DoorBroker: Destination {
    /// How long to wait until a message is out, and how long it may take from there to the broker's machine: what comes later opens nothing.
    private static let patience = Duration.seconds(2)

    private let topic: String
    private let connection: MQTTConnection
    private let broker: BrokerAddress
    private let worker: Worker
    private var greeting: Task<Void, Never>?
    private var greeted = 0

    /// Reads what is secret.
    init(
        _ way: MQTTWay, settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws(Failure) {
        let hub = HubName.plain(surroundings.hub)
        topic = "\(way.topic)/\(hub)/door/\(settings.name)"
        // No destination's begins so: a broker lets one of two clients of a name in, and throws the other out.
        (connection, broker) = try way.connection(
            of: settings.name, client: "plated-door-\(hub)-\(settings.name)", secrets: secrets,
            will: (topic: topic + "/availability", payload: "offline"), unsentAtMost: Self.patience)
        worker = Worker(settings.name)
    }

    func begin() async {
        let connection = connection
        let changes = connection.changes.stream()
        await worker.run { connection.begin() }
        greeting = Task { [weak self] in for await _ in changes { await self?.greet() } }
    }

    func watch(_ tell: @escaping Watcher) async { await connection.watch(tell, brokers: [broker], on: worker) }

    /// After each connection: that there is somebody who may open it.
    private func greet() {
        guard connection.isConnected, connection.sessions != greeted else { return }
        greeted = connection.sessions
        _ = connection.publish(Array("online".utf8), to: topic + "/availability", retained: true)
    }

    func end() async {
        greeting?.cancel()
        if case .success(let number) = connection.publish(
            Array("offline".utf8), to: topic + "/availability", retained: true)
        {
            _ = await connection.changes.wait(upTo: .seconds(1)) { [connection] in connection.hasAll([number]) }
        }
        let connection = connection
        await worker.run { connection.close() }
    }

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        for (count, parcel) in parcels.enumerated() {
            if let trouble = await publish(parcel.record.line) { return Delivered(count: count, trouble: trouble) }
        }
        return Delivered(count: parcels.count)
    }

    /// - Returns: why it did not leave.
    private func publish(_ payload: [UInt8]) async -> Trouble? {
        guard connection.isConnected else { return Trouble(.connection, await absence()) }
        switch connection.publish(payload, to: topic, retained: false, qos: 0) {
        case .failure(let trouble): return trouble
        case .success(let number):
            let connection = connection
            _ = await connection.changes.wait(upTo: Self.patience) {
                connection.hasAll([number]) || !connection.isConnected
            }
            return connection.hasAll([number]) ? nil : MQTTConnection.lost
        }
    }

    private func absence() async -> String {
        if let rival = connection.rival { return rival }
        return await connection.absence(of: [broker], on: worker)
    }
}
