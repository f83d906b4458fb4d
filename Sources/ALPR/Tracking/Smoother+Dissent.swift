import Basics
import Plates

/// A vehicle that comes where one left whose plate is nearly the same: of a fleet, or bought on one day. Its readings fit the settled track by
/// place and text, and are of another plate all the same.
extension Smoother {
    /// A plate that is not found for that long may have left, and another one have come. Where the texts differ in one character, it is
    /// misread rather, unless it was away for longer: a fast vehicle is not where it is expected.
    private static let (absence, longAbsence) = (Duration.milliseconds(500), Duration.seconds(1))
    /// Where nothing but the place says that it is another vehicle, and where the texts differ in one character, it takes so many frames more.
    private static let more = 1

    /// Takes the ballots of a settled track out: those of another plate are kept as dissent, where they began with an interruption; one that
    /// says what was settled ends it.
    ///
    /// - Returns: those that are of no more use.
    func sort(_ track: inout Track, settled: String) -> [Ballot] {
        let isInterrupted = track.newest.isElsewhere || track.newest.absence >= Self.absence
        if track.dissent.isEmpty { track.absence = track.newest.absence }
        var done: [Ballot] = []
        for ballot in track.drain() {
            if ballot.text.isSamePlate(as: settled) {
                done += track.dissent + [ballot]
                track.dissent = []
            } else if ballot.text.count >= settled.count, isInterrupted || !track.dissent.isEmpty {
                track.dissent.append(ballot)
            } else {
                done.append(ballot)
            }
        }
        return done
    }

    /// Makes a track of its own of dissent that frames agree on, in place of the one that it came to.
    ///
    /// - Parameter frame: in which it was read last; nil where no evidence is kept.
    mutating func part(_ index: Int, in frame: Frame?, into result: inout Result) {
        guard let settled = tracks[index].settled, let first = tracks[index].dissent.first else { return }
        let tally = Tally(tracks[index].dissent)
        guard let leader = tally.leader, isAgreed(tally), !leader.text.isSamePlate(as: settled) else { return }
        let isNearlyTheSame = leader.text.editDistance(to: settled) < 2
        let absence = tracks[index].absence
        guard !isNearlyTheSame || absence >= Self.longAbsence else { return }
        let needsMore = isNearlyTheSame || absence < Self.absence
        guard leader.frames >= settings.minimumReads + (needsMore ? Self.more : 0) else { return }
        var track = Track(id: nextID, first: first)
        nextID += 1
        for ballot in tracks[index].dissent.dropFirst() { track.add(ballot) }
        decide(&track, in: frame, into: &result)
        tracks[index] = track
    }
}
