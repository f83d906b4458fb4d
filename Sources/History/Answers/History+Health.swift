import Records

extension History {
    /// What scanners told of how they did, of times that overlap this one, the oldest first of each camera.
    ///
    /// - Parameters:
    ///   - cameras: empty for all.
    ///   - until: the first moment that is too late.
    public func health(
        cameras: [String] = [], from: WallTime, until: WallTime
    ) async throws -> [HealthRecord] {
        // A record stands at the end of its hour.
        let others = OtherRecords(
            HealthRecord.schema, cameras: cameras, from: WallTime(milliseconds: from.milliseconds &+ 1),
            until: WallTime(milliseconds: until.milliseconds &+ Self.longest &+ 1))
        let found = try await fold(others, into: [HealthRecord]()) { found, stored in
            guard case .health(let record) = stored.record, record.start < until else { return false }
            found.append(record)
            return true
        }
        return found.sorted { ($0.camera, $0.time) < ($1.camera, $1.time) }
    }

    /// What one of them is about, in milliseconds, and a little for a late tick.
    private static var longest: Int64 { 3_700_000 }
}
