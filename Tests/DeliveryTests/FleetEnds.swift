import History
import PostgreSQLHistory
import TestSupport
import Testing

/// Through what sites talk to their centre, and in what that has its history: the tests are the same for all.
struct FleetEnds: CustomTestStringConvertible, Sendable {
    enum Store: String { case sqlite, postgresql }

    let broker: FleetBroker.Kind
    let store: Store

    var testDescription: String { "\(broker.rawValue), \(store.rawValue)" }

    /// Those that this machine has.
    static let all: [FleetEnds] = [
        FleetEnds(broker: .mosquitto, store: .sqlite), FleetEnds(broker: .nats, store: .sqlite),
        FleetEnds(broker: .nats, store: .postgresql),
    ].filter { $0.broker.isThere && ($0.store == .sqlite || PostgreSQLServer.isInstalled) }

    /// The centre's.
    func history(_ scene: DeliveryScene) async throws -> any History {
        switch store {
        case .sqlite: return try scene.history("centre.sqlite")
        case .postgresql:
            let server = try #require(PostgreSQLServer.shared)
            return try await PostgreSQLHistory(ServerPlace(server.schema()), hub: "centre", access: .writing)
        }
    }
}

/// A broker of either kind that is killed and comes back.
final class KilledBroker {
    private let mosquitto: Broker?
    private let cluster: NATSCluster?

    init(_ kind: FleetBroker.Kind, _ folder: TemporaryFolder) throws {
        mosquitto = kind == .mosquitto ? try Broker(folder) : nil
        cluster = kind == .nats ? try NATSCluster(folder) : nil
    }

    var ports: [Int] { cluster?.ports ?? mosquitto.map { [$0.port] } ?? [] }

    /// Of a cluster two nodes: with one alone nobody goes on.
    func kill() {
        mosquitto?.kill()
        for node in 0..<2 { cluster?.kill(node) }
    }

    func start() throws {
        try mosquitto?.start()
        for node in 0..<2 { try cluster?.start(node) }
    }
}
