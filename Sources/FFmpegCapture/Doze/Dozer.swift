import ALPR
import Addresses
import CFFmpeg
import Capture

/// A source's dozing: what it keeps, and where it is between awake and asleep. Made, used and released with its source.
final class Dozer {
    enum Pace: Equatable {
        /// Every packet goes to the decoder.
        case awake
        /// A key frame is in the decoder, alone: of what is kept, the one at this place.
        case looking(at: Int)
        /// Packets are kept.
        case dozing
        /// What was kept goes to the decoder, from this packet on.
        case replaying(Int)
    }

    typealias Instant = ContinuousClock.Instant

    var pace = Pace.awake
    var judge = DozeJudge()
    /// Since a key frame. While awake, too, so that it can fall asleep between two.
    let kept = KeptPackets()
    /// Of these, so many first ones are in the decoder as they follow each other; 0 where it has to begin anew.
    private(set) var sent = 0
    /// The last of them that made a damaged picture, or is built on what did; nil where none is.
    private var damaged: Int?
    /// Of these, so many may come out of the decoder once more.
    private var repeated = 0
    /// Whether the decoder was told that there is nothing more than the key frame that is looked at.
    var isDrained = false
    var count = DozeCount()
    private var catchUp: CatchUpClock

    /// Where the last key frame lies that was kept and not looked at; nil where there is none.
    var passedKey: Int?
    /// Why the source wakes, once that one was looked at.
    private(set) var waking: Wakefulness.Reason?

    private var reason = Wakefulness.Reason.learning
    private var scene: SceneWatch
    private var reader: SliceReader
    private let isLive: Bool
    private let timeBase: AVRational
    private let epoch: Instant
    private let tell: (String) -> Void
    private var told: Set<Wakefulness.Reason> = []
    /// How often in a row a reason that hardly ever changes kept it awake.
    private var complaints = 0
    /// A single odd key frame is no complaint.
    private static let enoughComplaints = 3
    private init(
        reader: SliceReader, isLive: Bool, timeBase: AVRational, roi: RegionOfInterest, epoch: Instant,
        tell: @escaping (String) -> Void
    ) {
        self.reader = reader
        self.isLive = isLive
        self.timeBase = timeBase
        self.epoch = epoch
        self.tell = tell
        catchUp = CatchUpClock(timeBase: timeBase)
        scene = SceneWatch(roi: roi)
    }

    /// Nil where the stream cannot be dozed through, and why.
    static func make(
        for opened: SourceOpening.Opened, of address: SourceAddress, settings: CaptureSettings, epoch: Instant,
        note: @escaping (String) -> Void
    ) -> (Dozer?, Wakefulness.Reason) {
        guard settings.doze == .auto || settings.judgesDozing else { return (nil, .off) }
        let tell = { (reason: Wakefulness.Reason) in
            if settings.doze == .auto, let complaint = reason.complaint {
                note("\(address) is decoded in full, without dozing: \(complaint)")
            }
        }
        guard let parameters = opened.input?.pointee.streams[Int(opened.streamIndex)]?.pointee.codecpar,
            address.kind != .device, !opened.isOfStills, let reader = SliceReader(parameters)
        else {
            if address.kind == .network { tell(.codec) }
            return (nil, .codec)
        }
        guard opened.decoder.hardware == nil else {
            tell(.hardware)
            return (nil, .hardware)
        }
        // The picture as it lies before it is turned upright.
        let isUpright = opened.description.rotation == 0 && !opened.description.isMirrored
        let roi = isUpright ? settings.deviceAsItLies.roi : .wholePicture
        let dozer = Dozer(
            reader: reader, isLive: opened.isLive, timeBase: opened.timeBase, roi: roi, epoch: epoch,
            tell: { note("\(address) is decoded in full, without dozing: \($0)") })
        return (dozer, .learning)
    }

    // MARK: - State

    var wakefulness: Wakefulness {
        switch pace {
        case .looking, .dozing: .dozing
        case .awake, .replaying: .awake(reason)
        }
    }

    /// When the packet that went to the decoder last had come; nil for now.
    var arrival: Instant? { catchUp.arrival }

    /// How late what comes from the decoder now is.
    var lag: Duration { arrival?.duration(to: .now) ?? .zero }

    /// Whether something is kept that was not decoded.
    var hasMore: Bool { pace == .dozing && !kept.areCounted }

    var isLooking: Bool { if case .looking = pace { true } else { false } }

    /// Notes why the source does not doze; tells what will hardly ever change, once.
    func staysAwake(_ reason: Wakefulness.Reason) {
        complaints = reason == self.reason ? complaints + 1 : 1
        self.reason = reason
        guard let complaint = reason.complaint, complaints >= Self.enoughComplaints, told.insert(reason).inserted else {
            return
        }
        tell(complaint)
    }

    /// Keeps what goes to the decoder as it comes, from a key frame on, where the source might fall asleep before the next one.
    func follows(_ packet: UnsafeMutablePointer<AVPacket>, _ picture: CodedPicture?, at now: Instant) {
        if picture?.start != .inter { kept.removeAll() }
        let begins = picture?.start == .afresh && judge.hasHope
        guard begins || kept.count > 0, kept.bytes <= Self.mostBytesAwake, kept.append(packet, arrival: now) else {
            return kept.removeAll()
        }
    }

    /// What is awake keeps no more.
    private static let mostBytesAwake = 2 << 20

    /// Falls asleep: what comes is kept, and the decoder stays as it is.
    ///
    /// - Parameter left: how many of the packets that are kept have not gone to the decoder.
    func fallAsleep(left: Int) {
        sent = kept.count - left
        catchUp.stop()
        judge.fallsAsleep()
        pace = .dozing
    }

    /// The decoder gets a key frame that is kept, alone.
    func beginLook(at place: Int) {
        (sent, isDrained) = (0, false)
        pace = .looking(at: place)
    }

    /// Goes on with everything that was kept.
    func wake(_ reason: Wakefulness.Reason) {
        if pace == .dozing || isLooking { count.wakes += 1 }
        staysAwake(waking ?? reason)
        (passedKey, waking) = (nil, nil)
        judge.wake(after: kept.first(sent).lazy.compactMap { self.coded($0.packet, arrival: $0.arrival) })
        repeated = sent > 0 ? 0 : kept.first(kept.count).count(where: \.isCounted)
        pace = .replaying(sent)
    }

    /// All that was kept is decoded; what follows on the last key frame stays, where it was whole.
    func endReplay() {
        let whole = (damaged.map { $0 + 1 } ?? 0)..<kept.count
        let key = whole.last { coded(kept[$0].packet, arrival: kept[$0].arrival)?.start == .afresh }
        kept.keepLast(kept.count - (key ?? kept.count))
        damaged = nil
        pace = .awake
    }

    /// What goes to the decoder is damaged: that, and what is built on it, is not decoded twice.
    func takesDamage() {
        switch pace {
        case .awake: kept.removeAll()
        case .replaying(let next): damaged = next - 1
        case .looking, .dozing: break
        }
    }

    /// Looks at the last key frame that was passed over before the source wakes, since nothing may have moved up to it. Returns where it
    /// lies; nil where there is none.
    func looksBack(_ reason: Wakefulness.Reason) -> Int? {
        guard pace == .dozing, let passedKey else { return nil }
        pace = .looking(at: passedKey)
        waking = reason
        return passedKey
    }

    /// What came before a key frame that was looked at, and was not decoded.
    func leftOut(before place: Int) -> [KeptPackets.Entry] { kept.first(place).filter { !$0.isCounted } }

    /// Forgets what came before the key frame that was looked at: nothing moved up to it.
    func forget(before place: Int) {
        count.dozed += leftOut(before: place).count
        kept.keepLast(kept.count - place)
        guard !isDrained else { return }
        // It is in the decoder, which goes on from it.
        sent = 1
        _ = kept.count(stamped: kept[0].packet.pointee.pts)
    }

    /// Rests on the last key frame, whose picture was judged.
    func rest(on key: CodedPicture) {
        judge.restsOn(key)
        passedKey = nil
        forget(before: kept.count - 1)
        _ = kept.count(stamped: kept[0].packet.pointee.pts)
        pace = .dozing
    }

    /// Whether a picture that is decoded was handed out before.
    func wasShown(_ picture: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard !isLooking, pace != .dozing, kept.count(stamped: picture.pointee.pts), repeated > 0 else { return false }
        repeated -= 1
        return true
    }

    func isStill(_ image: LumaImage, at time: Timestamp) -> Bool { scene.isStill(image, at: time) }

    // MARK: - Packets

    /// What a packet says without being decoded.
    func coded(_ packet: UnsafeMutablePointer<AVPacket>, arrival: Instant) -> CodedPicture? {
        let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        let isKey = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        return reader.picture(in: bytes, isKey: isKey, time: time(of: packet, arrival: arrival))
    }

    private func time(of packet: UnsafeMutablePointer<AVPacket>, arrival: Instant) -> Timestamp? {
        guard packet.pointee.pts != plated_no_timestamp else { return nil }
        if isLive { return Timestamp(epoch.duration(to: arrival)) }
        let stamp = packet.pointee.dts == plated_no_timestamp ? packet.pointee.pts : packet.pointee.dts
        let seconds = Double(stamp) * Double(timeBase.num) / Double(max(1, timeBase.den))
        return abs(seconds) < 1e9 ? Timestamp(.seconds(seconds)) : nil
    }

    /// A packet that had been kept goes to the decoder.
    func sends(_ packet: UnsafeMutablePointer<AVPacket>, keptSince arrival: Instant) {
        if isLive { catchUp.sends(packet.pointee.pts, keptSince: arrival) }
    }

    /// A packet goes to the decoder as it comes.
    func sends(_ packet: UnsafeMutablePointer<AVPacket>, at now: Instant) {
        catchUp.sends(packet.pointee.pts, at: now)
    }
}
