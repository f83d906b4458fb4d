import Foundation
import History
import Records

@testable import Delivery

extension Parcel {
    /// Of an event that was never in a history.
    static func event(
        _ number: Int, plate: String? = nil, evidence: String = "/nonexistent",
        _ change: (inout PlateEvent) -> Void = { _ in }
    ) throws -> Parcel {
        var event = DeliveryScene.event(number, plate: plate)
        change(&event)
        let line = Array(event.line.dropLast())
        let record = StoredRecord(
            seq: Int64(number), camera: event.camera, time: event.time, record: try Record(line: line), line: line)
        return Parcel(hub: "site", record: record, folder: { "\(evidence)/\($0)" })
    }
}
