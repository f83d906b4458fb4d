import History
import Records

/// A destination within the hub: rules that make something of what cameras logged. It has a courier as others have, which nobody
/// configures and no status shows.
package struct InnerDestination: Sendable {
    /// No name that a configuration can have: it begins with a dot.
    package let name: String
    package let schemas: Set<String>
    package let from: DestinationSettings.Start
    package let destination: any Destination

    /// - Parameters:
    ///   - name: of letters.
    ///   - schemas: of the records that it is handed.
    ///   - from: where it begins the first time.
    package init(
        _ name: String, schemas: Set<String>, from: DestinationSettings.Start = .now, destination: any Destination
    ) {
        self.name = "." + name
        self.schemas = schemas
        self.from = from
        self.destination = destination
    }

    var round: CourierRound {
        // It waits for the disk alone: there is no use in waiting for long.
        CourierRound(
            name: name, from: from, retry: [.milliseconds(500), .seconds(1), .seconds(2), .seconds(5)], giveUpHours: 0
        ) { [schemas] in schemas.contains($0.record.schema) }
    }
}

/// What a courier brings, and how it goes about it.
struct CourierRound: Sendable {
    let name: String
    let from: DestinationSettings.Start
    /// Waits between attempts, the last one for ever.
    let retry: [Duration]
    /// 0 for never.
    let giveUpHours: Int
    let takes: @Sendable (StoredRecord) -> Bool
}

extension DestinationSettings {
    var round: CourierRound {
        CourierRound(
            name: name, from: way.takesEverything ? .beginning : from, retry: retry, giveUpHours: giveUpHours
        ) { takes($0) }
    }
}
