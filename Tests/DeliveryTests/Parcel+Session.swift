import History
import Records

@testable import Delivery

extension Parcel {
    /// A session that has ended.
    static func session() throws -> Parcel {
        let end = DeliveryScene.noon
        let entry = SessionPass(
            camera: "in", id: "01A", time: WallTime(milliseconds: end.milliseconds - 225_000), plate: "AB1",
            confidence: 0.9)
        var exit = entry
        (exit.camera, exit.id, exit.time) = ("out", "01B", end)
        var session = SessionRecord(
            id: "01S", time: end, camera: "out", site: "park", session: "01T", revision: 1, state: .ended,
            change: .ended, plate: "AB1", entry: entry, exit: exit, occupancy: 2)
        (session.match, session.settles, session.length, session.capacity) = (.exact, end, 5000, 5)
        let line = Array(session.line.dropLast())
        let record = StoredRecord(
            seq: 9, camera: "out", time: end, record: try Record(line: line), line: line)
        return Parcel(hub: "site", record: record, folder: { "\($0)" })
    }
}
