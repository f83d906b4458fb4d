import Basics
import Fleet
import Records

/// Where a site's pictures go that its centre keeps. Each is told of, and the centre asks for it, as fast as its line and ours bear.
actor CentrePicturesDestination: Destination {
    nonisolated let most = 16

    /// How long to wait for a connection.
    private static let patience = Duration.seconds(5)

    private let giver: PictureGiver
    private let line: MQTTLookLine
    private let access: BrokerAccess
    private let stopwatch: @Sendable () -> ContinuousClock.Instant
    private var waiting = PicturePatience()
    private var task: Task<Void, Never>?

    /// Reads what is secret.
    init(
        _ way: CentreWay, settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws(Failure) {
        line = try MQTTLookLine(way, of: settings, secrets: secrets, surroundings: surroundings)
        access = way.access
        stopwatch = surroundings.stopwatch
        guard let history = surroundings.history else {
            throw Failure(
                .configuration, while: "opening the destination \(settings.name)", because: "there is no history")
        }
        giver = PictureGiver(
            way.pictures, line: line, history: history, cameras: settings.cameras, folder: surroundings.folder,
            talk: surroundings.talk, record: surroundings.look)
    }

    func begin() async {
        let giver = giver
        task = Task { await giver.run() }
    }

    func watch(_ tell: @escaping Watcher) async {
        await line.inbox.connection.watch(tell, brokers: access.brokers, on: line.inbox.worker)
    }

    func end() async {
        task?.cancel()
        await task?.value
    }

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        let line = line
        guard await line.changes.wait(upTo: Self.patience, until: { line.isConnected }) else {
            waiting.restart()
            return .failed(Trouble(.connection, await absence))
        }
        let (words, areSaid) = await giver.hand(parcels.compactMap(\.plate))
        if !areSaid { waiting.restart() }
        for (count, parcel) in parcels.enumerated() {
            guard let event = parcel.plate, words[event.id] == .later else { continue }
            if areSaid, waiting.isOver(for: event.id, at: stopwatch()) {
                let reason = "the centre has put off its pictures for an hour; they stay here, and can be asked for"
                return Delivered(count: count, trouble: Trouble(.refused, reason))
            }
            return Delivered(count: count, trouble: .again("the centre has not kept its pictures yet"))
        }
        return Delivered(count: parcels.count)
    }

    private var absence: String {
        get async { await line.inbox.connection.absence(of: access.brokers, on: line.inbox.worker) }
    }

    func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
        try await line.inbox.connection.rest(wait, sleep: sleep)
    }
}
