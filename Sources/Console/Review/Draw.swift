import History
import Records

/// Draws one of a camera's plates of the last thirty days, each as likely as any other: an hour by how many it had, then one of them.
struct Draw {
    private static let days: Int64 = 30
    private static let hour: Int64 = 3_600_000
    /// What is gone from the history, was looked at before or has no picture is drawn anew.
    private static let tries = 40
    /// So many are looked through where chance found none.
    private static let few = 1000

    let camera: String
    let history: any History
    /// Whether somebody can say something of it.
    let fits: (PlateEvent) throws -> Bool

    /// Nil where there is none, or so many tries found none among more than a few.
    func event(at now: WallTime) async throws -> PlateEvent? {
        let from = WallTime(milliseconds: now.milliseconds - Self.days * 86_400_000)
        let hours = try await history.counts(cameras: [camera], from: from).filter { $0.what == "plate" }
        let total = hours.reduce(0) { $0 + $1.count }
        guard total > 0 else { return nil }
        for _ in 0..<Self.tries {
            var place = Int.random(in: 0..<total)
            guard
                let hour = hours.first(where: { hour in
                    if place < hour.count { return true }
                    place -= hour.count
                    return false
                })
            else { continue }
            let search = try Search(
                cameras: [camera], from: hour.hour,
                until: WallTime(milliseconds: hour.hour.milliseconds + Self.hour))
            let records = try await history.search(search, limit: min(10_000, place + 1)).records
            guard records.count == place + 1, let event = records.last?.event, try fits(event) else { continue }
            return event
        }
        // The last one of twenty is passed over by one draw of seven.
        guard total <= Self.few else { return nil }
        let search = try Search(cameras: [camera], from: from)
        for record in try await history.search(search, limit: Self.few).records.shuffled() {
            if let event = record.event, try fits(event) { return event }
        }
        return nil
    }
}
