import Records

extension History {
    /// How many records of a schema that is no plate's go when a plate is forgotten.
    public func count(of schema: String, mentioning plate: String) async throws -> Int {
        try await fold(OtherRecords(schema), into: 0) { count, stored in
            guard stored.record.mentions(plate) else { return false }
            count += 1
            return true
        }
    }

    /// How much there was, by hour, camera and kind, the oldest first. An hour that a period begins or ends in, or that is parted, is told
    /// in parts.
    ///
    /// What is only counted, such as reasons, and what is no longer stored cannot be parted: it belongs to the moment its hour begins.
    ///
    /// - Parameters:
    ///   - cameras: empty for all.
    ///   - until: the first moment that is too late.
    ///   - cut: where an hour that begins then is parted, such as at midnight; nil where it is not.
    public func counts(
        cameras: [String], from: WallTime?, until: WallTime?, partedAt cut: @Sendable (WallTime) -> WallTime?
    ) async throws -> [HourCount] {
        var found: [HourCount] = []
        var rest = try await counts(cameras: cameras, from: from, until: until)[...]
        while let hour = rest.first?.hour {
            let whole = rest.prefix { $0.hour == hour }
            rest = rest.dropFirst(whole.count)
            let parts = HourParts(of: hour, at: [from, cut(hour), until])
            if parts.later.isEmpty {
                found += whole
                continue
            }
            let stored = try await stored(Array(whole), in: parts.later)
            if from.map({ $0 <= hour }) ?? true {
                found += whole.compactMap { count in
                    count.part(count.count - stored.reduce(0) { $0 + ($1[count.kind] ?? 0) }, from: hour)
                }
            }
            for (part, stored) in zip(parts.later, stored)
            where from.map({ $0 <= part.lowerBound }) ?? true && until.map({ part.upperBound <= $0 }) ?? true {
                found += whole.compactMap { $0.part(stored[$0.kind] ?? 0, from: part.lowerBound) }
            }
        }
        return found
    }

    /// How much of what an hour had is stored in parts of it.
    private func stored(_ counts: [HourCount], in parts: [Range<WallTime>]) async throws -> [[HourCount.Kind: Int]] {
        let cameras = Set(counts.map(\.camera)).sorted()
        var stored = try await plates(in: parts).map { plates in
            Dictionary(uniqueKeysWithValues: plates.map { (HourCount.Kind(camera: $0.key, what: "plate"), $0.value) })
        }
        guard let start = parts.first?.lowerBound, let end = parts.last?.upperBound else { return stored }
        for schema in Set(counts.compactMap(\.schema)).sorted() {
            let others = OtherRecords(schema, cameras: cameras, from: start, until: end)
            stored = try await fold(others, into: stored) { stored, record in
                guard let part = parts.firstIndex(where: { $0.contains(record.time) }) else { return false }
                let kind = HourCount.Kind(camera: record.camera, what: Entry.what(of: record.record))
                stored[part][kind, default: 0] += 1
                return true
            }
        }
        return stored
    }
}

/// An hour, parted at some moments.
private struct HourParts {
    /// All but the first; empty where the hour is whole.
    let later: [Range<WallTime>]

    init(of hour: WallTime, at moments: [WallTime?]) {
        let end = WallTime(milliseconds: hour.milliseconds &+ 3_600_000)
        let cuts = Set(moments.compactMap(\.self)).filter { hour < $0 && $0 < end }.sorted()
        later = zip(cuts, cuts.dropFirst() + [end]).map { $0..<$1 }
    }
}

extension HourCount {
    fileprivate struct Kind: Hashable, Sendable {
        var camera: String
        var what: String
    }

    fileprivate var kind: Kind { Kind(camera: camera, what: what) }

    /// Of the records that it counts and that are no plates; nil of what is only counted.
    fileprivate var schema: String? {
        switch what.prefix(while: { $0 != " " }) {
        case "plate", "rejected", "accepted": nil
        case "gap": GapRecord.schema
        case "torn": TornLine.schema
        case "seal": SealRecord.schema
        case "health": HealthRecord.schema
        case "session": SessionRecord.schema
        case "opening": OpeningRecord.schema
        case "forgotten": ForgottenLine.schema
        case "match": MatchRecord.schema
        default: what
        }
    }

    /// So many of it, in a part of its hour; nil of none. There are never more than it has.
    fileprivate func part(_ number: Int, from start: WallTime) -> HourCount? {
        let number = min(number, count)
        return number > 0 ? HourCount(hour: start, camera: camera, what: what, count: number) : nil
    }
}
