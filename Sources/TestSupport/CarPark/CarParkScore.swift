import Records

/// How many visits of a car park were told as they were.
///
/// A visit is right where in the last record of its session its own entry and its own exit stand together; and, of a visit with one end
/// that nobody saw, where the other end stands alone.
public struct CarParkScore: Sendable {
    public var visits = 0
    public var right = 0
    /// Two ends of different visits stand together.
    public var wrong = 0
    /// Both ends were seen, and one of them or both stand alone.
    public var apart = 0

    public var share: Double { visits == 0 ? 0 : Double(right) / Double(visits) }

    /// - Parameter pairs: the exit's event by that of the entry.
    public init(_ pairs: [String: String], of park: CarPark) {
        var entries: [String: String] = [:]
        for (entry, exit) in pairs { entries[exit] = entry }
        for visit in park.visits where visit.entry != nil || visit.exit != nil {
            visits += 1
            let (exit, entry) = (visit.entry.flatMap { pairs[$0] }, visit.exit.flatMap { entries[$0] })
            let isWhole = visit.entry != nil && visit.exit != nil
            if isWhole ? exit == visit.exit : exit == nil && entry == nil {
                right += 1
            } else if exit != nil && exit != visit.exit || entry != nil && entry != visit.entry {
                wrong += 1
            } else {
                apart += 1
            }
        }
    }

    /// What records say in the end.
    public static func pairs(in records: [SessionRecord]) -> [String: String] {
        var pairs: [String: String] = [:]
        for record in records {
            guard let entry = record.entry else { continue }
            pairs[entry.id] = record.exit?.id
        }
        return pairs
    }

    /// What is paired where nothing but the same text counts: the newest open entry with it.
    public static func exactPairs(in events: [PlateEvent]) -> [String: String] {
        var open: [String: String] = [:]
        var pairs: [String: String] = [:]
        for event in events {
            if event.camera == "in" {
                open[event.plate] = event.id
            } else if let entry = open.removeValue(forKey: event.plate) {
                pairs[entry] = event.id
            }
        }
        return pairs
    }
}
