import Basics
import History
import Records

/// How a destination is doing, for whoever asks.
package struct DestinationReport: Sendable {
    /// Of its dead letters these many are shown.
    private static let shown = 3

    package let name: String
    package let type: String
    /// Where it leads, without a secret.
    package let place: String
    /// Nil of one that no hub has run with.
    package let state: DeliveryState?
    /// How many records wait for it, and the time of the first.
    package let waiting: Int
    package let oldest: WallTime?
    /// Whether counting ended before all that wait.
    package let waitsForMore: Bool
    package let letters: (count: Int, newest: [DeadLetter])

    /// Of all that are configured, in their order.
    ///
    /// - Parameters:
    ///   - doors: what opens them, by their names; only whether they can be reached is known.
    ///   - path: of the file that has how far they have come.
    ///   - most: where counting what waits ends.
    package static func all(
        _ destinations: [DestinationSettings], doors: [(name: String, way: DoorWay)] = [], file path: String,
        history: any History, most: Int = .max
    ) async throws -> [DestinationReport] {
        if destinations.isEmpty, doors.isEmpty { return [] }
        let file = try DeliveryFile.there(path)
        let states = Dictionary(uniqueKeysWithValues: try file?.states().map { ($0.name, $0) } ?? [])
        let counts = try file?.letterCounts() ?? [:]
        var reports: [DestinationReport] = []
        for settings in destinations.flatMap(\.couriers) {
            let state = states[settings.name]
            var waiting: (count: Int, first: WallTime?) = (0, nil)
            if let state {
                waiting = try await history.waiting(
                    behind: state.seq, schemas: settings.schemas, cameras: settings.cameras, most: most)
            }
            reports.append(
                DestinationReport(
                    name: settings.name, type: Swift.type(of: settings.way).type, place: settings.way.place,
                    state: state,
                    waiting: waiting.count, oldest: waiting.first, waitsForMore: waiting.count >= most,
                    letters: (
                        counts[settings.name] ?? 0, try file?.letters(of: settings.name, limit: Self.shown) ?? []
                    )))
        }
        return reports
            + doors.map { name, door in
                let name = DoorLink.name(of: name)
                return DestinationReport(
                    name: name, type: Swift.type(of: door.way).type, place: door.way.place, state: states[name],
                    waiting: 0,
                    oldest: nil, waitsForMore: false, letters: (0, []))
            }
    }
}
