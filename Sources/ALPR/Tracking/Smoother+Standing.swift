import Plates

extension Smoother {
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
