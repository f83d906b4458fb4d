import Plates

extension Smoother {
    /// Looks at the whole picture in which a plate is not found where something has changed since it was, until it is taken to have left. A
    /// noisy picture of a parked car shows its plate in one look and not in the next.
    static let patience = 5

    /// The whole picture was searched: what was not found in it may have left.
    ///
    /// - Parameter found: places at which something was.
    mutating func searchedAll(_ found: [Box], at time: Timestamp) {
        for index in tracks.indices {
            tracks[index].searched(isFound: found.contains { tracks[index].overlap(with: $0, at: time) > 0.15 })
        }
    }

    /// The tracks whose plates are in the frame of a time, as they stand.
    func standing(at time: Timestamp) -> [TrackReport] {
        tracks.filter { $0.lastFound == time }.map(report)
    }

    private func report(_ track: Track) -> TrackReport {
        func report(_ candidates: [Candidate], reads: Int, _ standing: TrackReport.Standing) -> TrackReport {
            TrackReport(
                track: track.id, box: track.box, candidates: candidates, reads: reads,
                readsNeeded: settings.minimumReads, standing: standing)
        }
        if let verdict = track.verdict {
            return report(
                verdict.candidates, reads: verdict.reads, track.isRepeated ? .rejected(.cooldown) : .accepted)
        }
        let tally = Tally(track.ballots)
        guard let leader = tally.leader else { return report([], reads: 0, .undecided) }
        let total = max(tally.totalWeight, leader.weight)
        let candidates = tally.entries.prefix(5).map {
            Candidate(text: $0.text, confidence: total > 0 ? $0.weight / total : 0)
        }
        return report(candidates, reads: leader.frames, standing(of: track, tally))
    }

    private func standing(of track: Track, _ tally: Tally) -> TrackReport.Standing {
        if track.isRefused { return .rejected(.direction) }
        if track.heldSince != nil { return .waiting }
        return isAgreed(tally) ? .rejected(objection(to: tally, of: track.ballots)) : .undecided
    }
}
