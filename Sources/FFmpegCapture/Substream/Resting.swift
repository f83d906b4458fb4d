import ALPR
import CFFmpeg
import Capture

/// What a camera's main stream keeps while its sub-stream is watched, and where it is between awake and at rest. Made, used and released with
/// its source.
final class Resting {
    typealias Instant = ContinuousClock.Instant

    enum Pace: Equatable {
        /// Every packet goes to the decoder, and those since the last key frame are kept, too.
        case awake
        /// Packets are kept.
        case resting
        /// The first of what is kept, a key frame, is in the decoder alone.
        case looking
        /// What was kept goes to the decoder, from this packet on.
        case replaying(Int)
    }

    private(set) var pace = Pace.awake
    let kept = KeptPackets()
    private(set) var count = RestCount()
    private let watch: SubstreamWatch
    private var judge = RestJudge()
    private var reason = Wakefulness.Reason.measuring
    private var catchUp: CatchUpClock
    /// When the last packet came whose picture was handed on, or asked about.
    private var decoded: Instant?
    private var newestKey: Instant?
    private var statesTimes = true

    init(_ watch: SubstreamWatch, timeBase: AVRational) {
        self.watch = watch
        catchUp = CatchUpClock(timeBase: timeBase)
    }

    var wakefulness: Wakefulness {
        switch pace {
        case .resting, .looking: .resting
        case .awake, .replaying: .awake(reason)
        }
    }

    /// When the packet that went to the decoder last had come; nil for now.
    var arrival: Instant? { pace == .looking ? kept.first?.arrival : catchUp.arrival }

    /// Whether the picture that comes from the decoder was handed on before the main stream came to rest.
    var isRepeated: Bool {
        guard case .replaying = pace, let arrival = catchUp.arrival, let decoded else { return false }
        return arrival <= decoded
    }

    /// Whether something is kept that was not decoded.
    var hasMore: Bool { pace == .resting || pace == .looking }

    /// Keeps a packet. Returns false where there is no memory for it.
    func keep(_ packet: UnsafeMutablePointer<AVPacket>, at now: Instant) -> Bool {
        statesTimes = packet.pointee.pts != plated_no_timestamp
        let isKey = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        if isKey {
            newestKey = now
            // All of it was decoded.
            if pace == .awake { kept.removeAll() }
        }
        guard isKey || kept.count > 0 else { return true }
        return kept.append(packet, arrival: now)
    }

    /// Why every picture is to be decoded now; nil where none need be.
    func objection(at now: Instant, wish: Wakefulness.Reason?) -> Wakefulness.Reason? {
        guard statesTimes else { return .times }
        let sight = watch.sight
        let objection = judge.objection(
            at: now, to: .init(bytes: kept.bytes, newestKey: kept.count > 0 ? newestKey : nil), seeing: sight,
            wish: wish)
        // Without a key frame nothing could be decoded later; what was too much is not kept any longer.
        if pace == .awake {
            judge.wasAwake(at: now)
            if objection == .tooMuch { forget() }
        }
        if objection == .measuring, sight.matchedAt != nil { watch.measureAgain() }
        return objection
    }

    func staysAwake(_ reason: Wakefulness.Reason) { self.reason = reason }

    func rest() {
        catchUp.stop()
        pace = .resting
    }

    /// A packet was kept while at rest. Returns whether the first that is kept is to be looked at.
    func restsOn(at now: Instant) -> Bool {
        count.rested += 1
        let since = judge.keptSince(at: now, watch.sight.match)
        guard kept.keepGroups(since: since), let key = kept.first, judge.isLookDue(at: key.arrival) else {
            return false
        }
        pace = .looking
        return true
    }

    /// The picture that was looked at was judged, or there is none.
    func endLook() {
        if pace == .looking { (decoded, pace) = (kept.first?.arrival, .resting) }
    }

    func wake(_ reason: Wakefulness.Reason) {
        count.wakes += 1
        self.reason = reason
        pace = .replaying(0)
    }

    /// The next of what was kept; nil where all of it has gone to the decoder.
    func next() -> KeptPackets.Entry? {
        guard case .replaying(let index) = pace else { return nil }
        guard index < kept.count else {
            kept.keepLastGroup()
            pace = .awake
            return nil
        }
        pace = .replaying(index + 1)
        catchUp.sends(kept[index].packet.pointee.pts, keptSince: kept[index].arrival)
        return kept[index]
    }

    /// A packet goes to the decoder as it comes.
    func sends(_ packet: UnsafeMutablePointer<AVPacket>, at now: Instant) { catchUp.sends(packet.pointee.pts, at: now) }

    /// A packet that came then was given to the decoder.
    func sent(_ arrival: Instant) { if pace == .awake { decoded = arrival } }

    /// What is kept lacks something.
    func forget() {
        kept.removeAll()
        newestKey = nil
    }

    /// A picture of the main stream, upright, that came then.
    func saw(_ image: LumaImage, at arrival: Instant) { watch.saw(main: image, at: arrival) }
}
