import Records

extension History {
    /// What lists have of events, by the identifiers of the events; the surest first. Of most there is nothing.
    ///
    /// - Parameter events: as they are stored; other records have no matches.
    public func matches(of events: [StoredRecord]) async throws -> [String: [MatchRecord]] {
        let wanted = events.filter { if case .plate = $0.record { true } else { false } }
        let names = Set(wanted.map { RecordName(camera: $0.camera, id: $0.record.id ?? "") })
        var found: [String: [MatchRecord]] = [:]
        // A match has the time of its event.
        for stored in try await records(of: MatchRecord.schema, besides: wanted) {
            guard case .match(let match) = stored.record,
                names.contains(RecordName(camera: stored.camera, id: match.event))
            else { continue }
            found[match.event, default: []].append(match)
        }
        return found.mapValues { matches in matches.sorted { $0.chance > $1.chance } }
    }

    /// The newest matches of a time, the newest first.
    ///
    /// - Parameters:
    ///   - lists: names; empty for all.
    ///   - cameras: empty for all.
    ///   - until: the first moment that is too late.
    public func matches(
        lists: [String] = [], cameras: [String] = [], from: WallTime = WallTime(milliseconds: 0),
        until: WallTime = WallTime(milliseconds: .max), limit: Int
    ) async throws -> [MatchRecord] {
        let others = OtherRecords(MatchRecord.schema, cameras: cameras, from: from, until: until, most: limit)
        let found = try await fold(others, into: [MatchRecord]()) { found, stored in
            guard case .match(let match) = stored.record, lists.isEmpty || lists.contains(match.list) else {
                return false
            }
            found.append(match)
            return true
        }
        return Array(found.sorted { ($0.time, $0.id) > ($1.time, $1.id) }.prefix(limit))
    }
}
