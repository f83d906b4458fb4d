import ALPR
import Basics
import Plates
import Records

extension PlateEvent {
    /// The record of an accepted plate.
    ///
    /// - Parameters:
    ///   - firstSeen: when the plate was first seen, by the wall clock.
    ///   - lastLeft: when the same plate was seen to leave before.
    ///   - position: where in a recording it was accepted; nil for cameras.
    ///   - evidence: the pictures that were kept of it.
    public init(
        _ plate: AcceptedPlate, id: String, time: WallTime, camera: String, firstSeen: WallTime, lastSeen: WallTime,
        lastLeft: WallTime? = nil, engine: String, latencyMilliseconds: Int, position: Timestamp? = nil,
        file: String? = nil,
        evidence: PlateEvidence? = nil
    ) {
        self.init(
            id: id, time: time, camera: camera, plate: plate.text, plateRaw: plate.raw, confidence: plate.confidence,
            probability: plate.probability,
            candidates: plate.candidates.map(PlateCandidate.init),
            format: plate.format?.name, region: plate.country,
            box: PlateBox(plate.box), reads: plate.reads, framesSeen: plate.framesSeen, firstSeen: firstSeen,
            lastSeen: lastSeen, engine: engine, latencyMilliseconds: latencyMilliseconds,
            position: position?.sinceStart.seconds, file: file,
            direction: plate.direction.map(PlateDirection.init), lane: plate.lane, lastLeft: lastLeft,
            evidence: evidence,
            votes: plate.votes.isEmpty ? nil : plate.votes.map { PlateLook($0, since: plate.firstSeen) })
    }
}

extension PlateDirection {
    /// In whole degrees.
    init(_ direction: Direction) {
        self.init(
            degrees: direction.degrees.map { Int($0.rounded()) % 360 },
            movement: Movement(rawValue: direction.movement.rawValue))
    }
}

extension PlateCandidate {
    init(_ candidate: Candidate) {
        self.init(plate: candidate.text, confidence: candidate.confidence)
    }
}

extension PlateLook {
    init(_ vote: Vote, since first: Timestamp) {
        self.init(
            offset: Int((vote.time - first).milliseconds), plate: vote.text, confidence: vote.confidence,
            weight: vote.weight, textHeight: vote.textHeight)
    }
}

extension PlateBox {
    /// Rounded.
    init(_ box: Box) {
        self.init(
            x: Int(box.x.rounded()), y: Int(box.y.rounded()), width: Int(box.width.rounded()),
            height: Int(box.height.rounded()))
    }
}
