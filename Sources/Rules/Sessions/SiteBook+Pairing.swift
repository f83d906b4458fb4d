import Basics
import Records

/// Which exit belongs to which entry: an assignment with the greatest sum, kept up one pass at a time.
///
/// A new pass changes the best assignment along one path at most, which begins at it and takes pairs apart and makes others in turn
/// (as in the Hungarian method; Kuhn 1955). So that path is looked for, and the rest stays as it is.
extension SiteBook {
    /// What has to speak for a pair so that it is one. Of car parks that are simulated (BENCHMARKS.md), more leaves pairs apart, and less makes
    /// pairs of strangers where ends are missed, and where vehicles leave that were in before anybody looked.
    private static let threshold: Float = -1
    /// Of a plate that came in again since: it has to have a twin.
    private static let reentered: Float = 5
    /// Of two equal ones, the shorter stay.
    private static let patience: Float = 0.5
    /// What speaks for two pseudonyms, or other texts that cannot be compared, that are the same.
    private static let same: Float = 20

    /// What speaks for an entry and an exit beyond what is needed; nil where they cannot be one vehicle's.
    func weight(_ visit: Int, _ leaving: Int, score: Float) -> Float? {
        guard let entry = visits[visit], let exit = leavings[leaving] else { return nil }
        let dwell = exit.exit.time.milliseconds - entry.entry.time.milliseconds
        guard dwell > 0, dwell >= site.shortestStay.milliseconds, dwell <= site.forgottenAfter.milliseconds else {
            return nil
        }
        var weight = score - Self.threshold
        weight -= Self.patience * Float(dwell) / Float(site.forgottenAfter.milliseconds)
        if let reentry = entry.reentry, reentry < exit.exit.time { weight -= Self.reentered }
        return weight > 0 ? weight : nil
    }

    func own(_ reading: PassReading) -> Float {
        CodedText(reading.plate).map { likeness.score($0, among: common) } ?? Self.same
    }

    // MARK: - One pass

    /// Pairs a pass that has no other end, and changes other pairs where that makes the sum greater.
    mutating func improve(from root: Int) {
        if let exit = leavings[root] {
            guard exit.visit == nil else { return }
            if let best = bestOfSame(root) { return join(best.visit, root, best.weight) }
        } else {
            guard let visit = visits[root], visit.exit == nil else { return }
        }
        var search = PairSearch(root: root)
        while let from = search.next() {
            for (to, weight) in edges(of: from) where partner(of: from) != to {
                let other = partner(of: to)
                search.reach(to, from: from, weight: weight, partner: other.map { ($0, paired(to, $0)) })
            }
        }
        apply(search)
    }

    /// An entry with the very same plate that has no exit, where no other can be worth more: most have one.
    private func bestOfSame(_ exit: Int) -> (visit: Int, weight: Float)? {
        guard let reading = leavings[exit]?.exit else { return nil }
        let score = own(reading)
        let found = entryIndex.exact(reading.plate)
            .compactMap { number in weight(number, exit, score: score).map { (visit: number, weight: $0) } }
            .max { ($0.weight, $0.visit) < ($1.weight, $1.visit) }
        guard let found, visits[found.visit]?.exit == nil, found.weight > score - Self.threshold - 1 else { return nil }
        return found
    }

    /// Passes of the other side that it may belong to, in the order of their numbers.
    private func edges(of number: Int) -> [(number: Int, weight: Float)] {
        if let reading = leavings[number]?.exit {
            return scores(of: reading, in: entryIndex) { visits[$0]?.entry }
                .compactMap { found in weight(found.number, number, score: found.score).map { (found.number, $0) } }
        }
        guard let reading = visits[number]?.entry else { return [] }
        return scores(of: reading, in: exitIndex) { leavings[$0]?.exit }
            .compactMap { found in weight(number, found.number, score: found.score).map { (found.number, $0) } }
    }

    /// No other text is worth as much as the same one.
    private func scores(
        of reading: PassReading, in index: PassIndex, other: (Int) -> PassReading?
    ) -> [(number: Int, score: Float)] {
        let most = own(reading)
        let exact = index.exact(reading.plate)
        let alike = index.alike(reading, above: Self.threshold, by: likeness, among: common).compactMap { found in
            other(found.number).map {
                (found.number, min(found.score + Likeness.doubt(of: reading, $0), most - 1, own($0) - 1))
            }
        }
        return exact.map { ($0, most) } + alike.filter { !exact.contains($0.0) }
    }

    // MARK: - Pairs

    private func partner(of number: Int) -> Int? { visits[number]?.exit ?? leavings[number]?.visit }

    private func paired(_ one: Int, _ other: Int) -> Float { leavings[one]?.weight ?? leavings[other]?.weight ?? 0 }

    private mutating func apply(_ search: PairSearch) {
        for pair in search.apart { part(pair.0, pair.1) }
        for pair in search.together { join(pair.0, pair.1, pair.weight) }
    }

    private mutating func join(_ one: Int, _ other: Int, _ weight: Float) {
        let (visit, leaving) = visits[one] == nil ? (other, one) : (one, other)
        visits[visit]?.exit = leaving
        leavings[leaving]?.visit = visit
        leavings[leaving]?.weight = weight
        if let settles = leavings[leaving]?.settles {
            let again = WallTime(milliseconds: clock.milliseconds + site.settleTime.milliseconds)
            leavings[leaving]?.settles = max(settles, again)
        }
        touched.formUnion([visit, leaving])
    }

    mutating func part(_ one: Int, _ other: Int) {
        let (visit, leaving) = visits[one] == nil ? (other, one) : (one, other)
        visits[visit]?.exit = nil
        leavings[leaving]?.visit = nil
        leavings[leaving]?.weight = 0
        touched.formUnion([visit, leaving])
        // What it was not told of while it had an exit.
        plan(visit)
    }
}
