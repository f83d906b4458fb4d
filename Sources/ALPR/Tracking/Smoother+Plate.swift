import Basics
import Plates

/// What a track whose frames agree becomes, and what may keep it from that.
extension Smoother {
    /// How sure the readings of a plate that fits no format must be. Most plates are, most foliage is not.
    private static let sure = 0.97

    /// Why a text that frames agree on is not believed; nil where it is.
    ///
    /// - Parameter ballots: of the track, which may have none any more.
    func hurdle(for leader: Tally.Entry, of ballots: [Ballot], _ tally: Tally) -> Rejection? {
        let fits = formats.isEmpty || formats.format(fitting: leader.text) != nil
        guard fits || isSurelyStrange(leader, in: ballots) else { return .format }
        guard let least = settings.minimumProbability else { return nil }
        let grounds = grounds(of: leader, in: ballots, tally)
        return probability(from: grounds).map { $0 < least } ?? false ? .improbable : nil
    }

    /// Why ballots came to nothing.
    func objection(to tally: Tally, of ballots: [Ballot]) -> Rejection {
        guard let leader = tally.leader, isAgreed(tally) else { return .noAgreement }
        // What is agreed on, and believed now, was not while it counted: only a format changes its mind.
        return hurdle(for: leader, of: ballots, tally) ?? .format
    }

    func plate(from track: Track, tally: Tally, leader: Tally.Entry) -> AcceptedPlate {
        let agreeing = track.ballots.filter { $0.text == leader.text }
        let raws = agreeing.compactMap(\.reading.best?.raw)
        let raw = Dictionary(grouping: raws) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
        let total = max(tally.totalWeight, leader.weight)
        let grounds = grounds(of: leader, in: track.ballots, tally)
        return AcceptedPlate(
            text: leader.text, raw: raw ?? leader.text,
            confidence: sureness(of: leader, in: track.ballots) * leader.weight / total,
            probability: probability(from: grounds), grounds: grounds,
            candidates: tally.entries.prefix(5).map {
                Candidate(text: $0.text, confidence: $0.weight / total)
            },
            format: formats.format(fitting: leader.text),
            origin: .init(agreeing: agreeing.compactMap(\.reading.origin)),
            box: track.box, reads: leader.frames, framesSeen: track.framesSeen,
            firstSeen: track.firstSeen, lastSeen: track.lastSeen, track: track.id,
            votes: track.ballots.suffix(Vote.most).map(Vote.init))
    }

    /// A plate that fits no format is believed when it was read surely, and in one frame more than others need.
    private func isSurelyStrange(_ leader: Tally.Entry, in ballots: [Ballot]) -> Bool {
        let reads = settings.minimumReads > 1 ? settings.minimumReads + 1 : settings.minimumReads
        return leader.frames >= reads && formats.isStranger(leader.text)
            && sureness(of: leader, in: ballots) >= Self.sure
    }

    /// Mean confidence of the readings that agree, 0-1.
    private func sureness(of leader: Tally.Entry, in ballots: [Ballot]) -> Double {
        let agreeing = ballots.filter { $0.text == leader.text }
        return agreeing.compactMap(\.reading.best?.confidence).mean() ?? leader.weight / Double(leader.frames)
    }

    private func grounds(of leader: Tally.Entry, in ballots: [Ballot], _ tally: Tally) -> Grounds {
        let agreeing = ballots.filter { $0.text == leader.text }
        return Grounds(
            of: leader.text, readings: (agreeing.isEmpty ? ballots : agreeing).map(\.reading),
            share: leader.weight / max(tally.totalWeight, leader.weight), reads: leader.frames)
    }

    private func probability(from grounds: Grounds) -> Double? {
        let scale = settings.probability
        return (settings.minimumReads > 1 ? scale?.severalPictures : scale?.onePicture)?(grounds)
    }
}
