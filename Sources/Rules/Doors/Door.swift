import Basics
import Delivery
import Records

/// A door that is open to the configuration, with what opens it.
struct Door: Sendable {
    let settings: DoorSettings
    let destination: any Destination
    var visits: DoorVisits
    /// Of whom it was told that they were not let in, by reason: of a visit once.
    var told: [String: DoorVisits] = [:]
    /// When its button was pressed lately.
    var presses: [ContinuousClock.Instant] = []

    init(_ settings: DoorSettings, _ destination: any Destination) {
        self.settings = settings
        self.destination = destination
        visits = DoorVisits(length: settings.visit.milliseconds)
    }
}

/// What a hub that starts asks of what was before it.
package struct DoorMemory: Sendable {
    /// What became of doors since then.
    var openings: @Sendable (WallTime) async throws -> [OpeningRecord]
    /// When these cameras saw the plate in a time, in order; its end is not in it.
    var readings: @Sendable (_ plate: String, _ cameras: [String], Range<WallTime>) async throws -> [WallTime]

    package init(
        openings: @escaping @Sendable (WallTime) async throws -> [OpeningRecord],
        readings: @escaping @Sendable (String, [String], Range<WallTime>) async throws -> [WallTime]
    ) {
        self.openings = openings
        self.readings = readings
    }
}
