import Basics
import History
import Logging
import Records

/// Brings what the history stores to all destinations, each at its own pace. Without one it costs nothing.
package actor Delivery {
    private let destinations: [(round: CourierRound, destination: any Destination)]
    /// Those of the hub itself.
    private let own: [CourierRound]
    private let doors: [DoorLink]
    private let history: any History
    private let path: String
    private let surroundings: DeliverySurroundings
    /// Nil until it is known where each goes on.
    private var couriers: [Courier]?

    /// - Parameters:
    ///   - inner: what the hub itself makes of what is stored.
    ///   - doors: of which is told, too, whether they can be reached.
    ///   - path: of the file that has how far each destination has come.
    /// - Throws: all that is wrong with destinations, before any of them gets anything.
    package init(
        _ destinations: [DestinationSettings], inner: [InnerDestination] = [], doors: [DoorLink] = [],
        secrets: SecretPlace,
        history: any History,
        file path: String, surroundings: DeliverySurroundings
    ) throws {
        var surroundings = surroundings
        surroundings.history = history
        if destinations.contains(where: { $0.way is MQTTWay }) {
            surroundings.client = ClientNumber.kept(at: path + ".client", talk: surroundings.talk)
        }
        var attempts = Attempts()
        let outer: [(round: CourierRound, destination: any Destination)] = destinations.flatMap(\.couriers)
            .compactMap { settings in
                attempts.attempt {
                    (settings.round, try settings.way.open(settings, secrets: secrets, surroundings: surroundings))
                }
            }
        own = inner.map(\.round)
        self.doors = doors
        self.destinations = inner.map { ($0.round, $0.destination) } + outer
        try attempts.check()
        self.history = history
        self.path = path
        self.surroundings = surroundings
    }

    /// Writes down that what belongs to the hub itself, and has not begun yet, begins here. To be done before anything is stored, where that is
    /// before `prepare`.
    package func beginOwn() async throws {
        guard !own.isEmpty else { return }
        let file = try DeliveryFile.there(path) ?? DeliveryFile(path: path)
        let origin = try await history.origin()
        for round in own where try file.state(of: round.name) == nil {
            _ = try await Self.start(of: round, file: file, history: history, origin: origin)
        }
    }

    /// Whether destinations have had records that the history has not got: it was made anew, or is an older copy of itself. Where each goes on is
    /// only known then once all is stored that the logs have. An older copy gives numbers once more, which become those of another history.
    package func isAhead() async throws -> Bool {
        guard let file = try DeliveryFile.there(path) else { return false }
        let last = try await history.status().last
        let origin = try await history.origin()
        let known = try destinations.compactMap { try file.state(of: $0.round.name) }
        if known.contains(where: { $0.origin == origin && $0.state.seq > last }) {
            surroundings.talk.notice(
                "the history \(history.place) is an older copy of what was delivered: what the logs have is stored first, and nothing is sent twice"
            )
            try await history.renewOrigin()
            return true
        }
        return known.contains { $0.origin != origin }
    }

    /// Finds where each destination goes on. To be done before anything new is stored.
    package func prepare() async throws {
        if couriers != nil { return }
        let known = try DeliveryFile.there(path)
        if destinations.isEmpty, doors.isEmpty {
            try known?.keepOnly([])
            couriers = []
            return
        }
        let file = try known ?? DeliveryFile(path: path)
        try file.keepOnly(destinations.map(\.round.name) + doors.map(\.name))
        let origin = try await history.origin()
        var couriers: [Courier] = []
        for (round, destination) in destinations {
            let state = try await Self.start(of: round, file: file, history: history, origin: origin)
            couriers.append(
                Courier(
                    round, destination: destination, state: state, origin: origin, history: history, file: file,
                    surroundings: surroundings))
        }
        self.couriers = couriers
    }

    /// Delivers until the task is cancelled.
    package func run() async throws {
        try await prepare()
        guard let couriers, !couriers.isEmpty || !doors.isEmpty else {
            return try await Task.sleep(for: .seconds(1 << 40))
        }
        let file = try DeliveryFile(path: path)
        let watches = try doors.map { try DoorWatch($0, file: file, surroundings: surroundings) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for courier in couriers { group.addTask { try await courier.run() } }
            for watch in watches { group.addTask { await watch.run() } }
            try await group.waitForAll()
        }
    }

    /// Where a destination goes on.
    private static func start(
        of round: CourierRound, file: DeliveryFile, history: any History, origin: String
    ) async throws -> DeliveryState {
        let last = try await history.status().last
        guard let (kept, known) = try file.state(of: round.name) else {
            var state = DeliveryState(name: round.name, seq: last)
            switch round.from {
            case .now: for place in try await history.newest() { state.places[place.stream] = place }
            case .beginning: state.seq = try await history.start(behind: [])
            }
            try file.keep(state, origin: origin, streams: state.places.keys)
            return state
        }
        var state = kept
        state.restart()
        if known == origin, state.seq <= last {
            try file.keep(state, origin: origin, streams: [])
            return state
        }
        // The numbers are others: the history was made anew, or is an older copy. What was delivered is known by its identifiers.
        let places = try await history.places(like: Array(state.places.values))
        state.places = Dictionary(uniqueKeysWithValues: places.map { ($0.stream, $0) })
        state.seq = try await history.start(behind: places)
        try file.keep(state, origin: origin, streams: state.places.keys)
        return state
    }
}
