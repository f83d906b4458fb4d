import Records

extension History {
    /// What became of doors in a time, the newest first: of each opening its newest line.
    ///
    /// - Parameters:
    ///   - doors: empty for all. One that a site of this centre tells of is `SITE/DOOR`.
    ///   - cameras: empty for all.
    ///   - areOwn: whether only this machine's own doors are asked for, and none of a site.
    ///   - until: the first moment that is too late.
    public func openings(
        doors: [String] = [], cameras: [String] = [], from: WallTime = WallTime(milliseconds: 0),
        until: WallTime = WallTime(milliseconds: .max), limit: Int = 1000, areOwn: Bool = false
    ) async throws -> [OpeningRecord] {
        let others = OtherRecords(OpeningRecord.schema, cameras: cameras, from: from, until: until, most: limit)
        let newest = try await fold(others, into: [String: OpeningRecord]()) { newest, stored in
            guard let opening = stored.opening, doors.isEmpty || doors.contains(opening.door),
                !areOwn || stored.site == nil
            else { return false }
            let known = newest[opening.opening]
            // How it went comes first here, and has the last word also where both have the same time.
            if known.map({ $0.state == .asked }) ?? true { newest[opening.opening] = opening }
            return known == nil
        }
        return Array(newest.values.sorted { ($0.time, $0.id) > ($1.time, $1.id) }.prefix(limit))
    }

    /// When cameras saw the very plate in a time, in order.
    public func readings(of plate: String, cameras: [String], in times: Range<WallTime>) async throws -> [WallTime] {
        let search = try Search(
            text: plate, cameras: cameras, from: times.lowerBound, until: times.upperBound)
        var found: [WallTime] = []
        var next: PageCursor?
        repeat {
            let page = try await self.search(search, after: next, limit: 500)
            found += page.records.map(\.time)
            next = page.next
        } while next != nil
        return found.sorted()
    }
}
