import ALPR

/// Decides when a stream may be dozed through, and when something stirs in it. All of it follows from values: what coded pictures come,
/// and what decoded ones show.
public struct DozeJudge: Sendable {
    public typealias Reason = Wakefulness.Reason

    /// The picture has to be still for that long before the source dozes.
    static let calm = Duration.seconds(1)
    /// The same where nothing was seen to move after it woke.
    static let calmAfterNothing = Duration.seconds(0.5)
    /// The same where something is seen that may be read yet, whatever woke it.
    static let calmWithPlaces = Duration.seconds(1.5)
    /// And its sizes for that long: an encoder that still spends more would wake it at once.
    static let quiet = Duration.seconds(0.5)
    /// What is learnt of sizes begins that long after the last motion: an encoder spends more for a while.
    static let settled = Duration.seconds(1)
    /// Judged pictures farther apart say nothing of what lies between them.
    static let farApart = Duration.seconds(1)
    /// From one key frame to the next.
    public static let longest = Duration.seconds(12)
    /// Key frames that come sooner after one that was looked at are kept like other pictures: the sizes tell in the meantime.
    static let leastLook = Duration.seconds(3.5)
    /// The same where something is seen that may be read yet: recognition looks at a still picture every two seconds. And where noise
    /// shows so much in the sizes that what moves shows late.
    static let leastCloseLook = Duration.seconds(1.5)
    /// Of a key frame's bytes: one that differs by more from the one that was looked at last is looked at, however soon it comes.
    /// Those of a still picture differ by less than 2 %; of a picture in which something glitters, by more without anything that passes.
    static let usualDifference = 1.0 / 50
    /// Key frames no farther apart are as good as every picture where the whole of it is looked at every two seconds.
    static let closeKeys = Duration.seconds(2.5)
    static let fewest = 5
    /// Of what is kept since the last key frame.
    static let mostBytes = 8 << 20

    private var sizes = PacketSizes()
    /// Pictures that nobody has said of yet whether something moved in them.
    private var pending: [CodedPicture] = []
    /// Pictures since it woke in which nothing was seen to move; what woke it is among them.
    private var suspected: [CodedPicture] = []
    private var stillSince: Timestamp?
    private var lastJudged: Timestamp?
    /// Whether nothing was seen to move since it woke.
    private var hasSeenNothing = false
    /// When the sizes last said that something stirs, though the picture was still.
    private var loud: Timestamp?
    /// Why what follows on the last key frame cannot be dozed through, whatever moves or does not; nil where it can.
    private var obstacle: Reason? = .learning
    /// Of the last key frame, while dozing the last one that was looked at, and what has come since.
    private var lastKey: Timestamp?
    private var keyBytes = 0
    private var sinceKey: (pictures: Int, bytes: Int) = (0, 0)
    /// The last key frame that came, whatever became of it, and how long after the one before it.
    private var latestKey: (time: Timestamp, after: Duration?)?
    /// Inter-coded pictures since any key frame.
    private var place = 0
    /// How well the sizes tell, of pictures so large.
    private var telling = PacketSizes.Telling.nothing
    private var blocks = 0

    public init() {}

    /// A key frame comes, to be decoded or not.
    public mutating func comes(_ key: CodedPicture) {
        latestKey = key.time.map { time in
            (time, latestKey.flatMap { time >= $0.time ? time - $0.time : nil })
        }
    }

    // MARK: - Awake

    /// A coded picture goes to the decoder.
    public mutating func decodes(_ picture: CodedPicture) {
        count(picture)
        guard picture.start == .inter else { return }
        // Of one key frame alone it is known how far the next one is at least.
        if obstacle == .learning, let lastKey, let time = picture.time, time >= lastKey, time - lastKey > Self.longest {
            obstacle = .longGOP
        }
        pending.append(placed(picture))
        // With none judged for so long, nothing will be learnt of them.
        if pending.count > 500 { pending.removeAll() }
    }

    /// A decoded picture was compared with those before it.
    public mutating func judged(isStill: Bool, at time: Timestamp) {
        defer {
            lastJudged = time
            pending.removeAll(keepingCapacity: true)
        }
        if !isStill { (hasSeenNothing, suspected) = (false, []) }
        if hasSeenNothing { suspected += pending }
        guard isStill, let last = lastJudged, time >= last, time - last <= Self.farApart else {
            stillSince = isStill ? time : nil
            if lastJudged != nil { suspected.removeAll() }
            if let last = lastJudged, time < last { loud = nil }
            return
        }
        let since = stillSince ?? time
        stillSince = since
        for picture in pending where sizes.isKnown && telling != .nothing && stirs(picture) {
            sizes.startSum()
            loud = time
        }
        if hasSeenNothing, time - since >= Self.calmAfterNothing {
            // It was a false alarm: where nothing moves pictures are as large as that.
            for picture in suspected { sizes.learn(picture) }
            suspected.removeAll()
        } else if time - since >= Self.settled {
            for picture in pending { sizes.learn(picture) }
        }
    }

    /// Why the source has to stay awake though a key frame comes; nil where it may doze from that one on.
    ///
    /// - Parameter blocks: of 16 × 16 pixels in a picture.
    public mutating func objection(to key: CodedPicture, blocks: Int) -> Reason? {
        self.blocks = blocks
        obstacle = obstacle(to: key)
        return obstacle ?? unrest()
    }

    /// The same of a picture that comes between two key frames.
    public mutating func objection(to picture: CodedPicture) -> Reason? {
        if let obstacle { return obstacle }
        guard let time = picture.time, let lastKey, time >= lastKey else { return .times }
        // It could not doze for long.
        if time - lastKey > Self.longest - Self.calm { return .longGOP }
        return sinceKey.pictures < Self.fewest ? .shortGOP : unrest()
    }

    /// Why it has to stay awake at a time for what whoever reads it needs; nil where it has not.
    public func objection(to leave: Leave, at time: Timestamp?) -> Reason? {
        guard leave == .betweenCloseKeyFrames else { return leave.objection }
        guard let time, let latestKey, let distance = latestKey.after else { return .undecided }
        return max(distance, time - latestKey.time) <= Self.closeKeys ? nil : .undecided
    }

    /// Whether it has been still for long enough, where nothing else objects.
    public func isCalm(with leave: Leave) -> Bool {
        guard leave != .keyFrames, let lastJudged, let stillSince else { return true }
        return lastJudged - stillSince >= Self.calmWithPlaces
    }

    /// Whether what follows on the last key frame may be dozed through at all, as far as is known.
    public var hasHope: Bool { [nil, .learning].contains(obstacle) && !(sizes.isNoiseKnown && telling == .nothing) }

    /// Whether it may be dozed through once nothing moves, whatever moves now.
    public var outlook: DozeOutlook {
        if let obstacle { return obstacle == .learning ? .unknown : .stays(obstacle) }
        guard sizes.isKnown else { return .unknown }
        switch told {
        case .nothing: return sizes.isNoiseKnown || !sizes.hasQuantisers ? .stays(.sizes) : .unknown
        case .barely: return .dozesLightly
        case .closely, .plainly: return .dozes
        }
    }

    /// How well the sizes tell. Where not plainly, a vehicle of little contrast shows in key frames alone: they have to be close.
    private var told: PacketSizes.Telling {
        let told = sizes.telling(blocks: blocks)
        return told == .plainly || !areKeysFar ? told : .nothing
    }

    /// Whether key frames are too far apart to tell by themselves what passes between them.
    private var areKeysFar: Bool { latestKey?.after.map { $0 > Self.closeKeys } ?? false }

    private mutating func stirs(_ picture: CodedPicture) -> Bool {
        sizes.stirs(picture, telling, patiently: areKeysFar)
    }

    private func obstacle(to key: CodedPicture) -> Reason? {
        if key.time == nil { return .times }
        if key.start != .afresh { return .openGOP }
        // The key frame itself ends the distance that counts.
        guard let lastKey, let time = key.time else { return .learning }
        if sinceKey.pictures < Self.fewest { return .shortGOP }
        return time < lastKey || time - lastKey > Self.longest || sinceKey.bytes > Self.mostBytes ? .longGOP : nil
    }

    private mutating func unrest() -> Reason? {
        // What is usual is asked even while something moves: where sizes tell nothing, nothing is kept.
        telling = told
        let calm = hasSeenNothing ? Self.calmAfterNothing : Self.calm
        guard let lastJudged, let stillSince, lastJudged - stillSince >= calm else { return .moving }
        guard sizes.isKnown else { return .learning }
        if telling == .nothing { return .sizes }
        return loud.map { lastJudged - $0 < Self.quiet } ?? false ? .moving : nil
    }

    // MARK: - Dozing

    /// The source falls asleep. What it is judged by follows on the last key frame, and on pictures that were decoded.
    public mutating func fallsAsleep() { sizes.startSum() }

    /// A key frame's picture has shown that nothing moved up to it: what came before it is learnt.
    public mutating func restsOn(_ key: CodedPicture) {
        for picture in pending { sizes.learn(picture) }
        pending.removeAll(keepingCapacity: true)
        sizes.startSum()
        // What was learnt since may be another kind of noise.
        telling = told
        place = 0
        lastKey = key.time
        keyBytes = key.bytes
        sinceKey = (1, key.bytes)
    }

    /// Whether a key frame that comes while nothing stirs need not be looked at; it is kept then, and what comes after it.
    public mutating func passes(_ key: CodedPicture, with leave: Leave) -> Bool {
        let least = leave == .keyFrames && telling != .barely ? Self.leastLook : Self.leastCloseLook
        guard let time = key.time, let lastKey, time >= lastKey, time - lastKey < least,
            Double(abs(key.bytes - keyBytes)) <= Self.usualDifference * Double(keyBytes),
            sinceKey.bytes + key.bytes <= Self.mostBytes
        else { return false }
        place = 0
        sinceKey = (sinceKey.pictures + 1, sinceKey.bytes + key.bytes)
        return true
    }

    /// Why the source has to wake for a picture that comes between two key frames; nil where nothing stirs.
    public mutating func stir(at picture: CodedPicture) -> Reason? {
        sinceKey = (sinceKey.pictures + 1, sinceKey.bytes + picture.bytes)
        let picture = placed(picture)
        pending.append(picture)
        guard let time = picture.time, let lastKey else { return .times }
        if time < lastKey { return .times }
        if time - lastKey > Self.longest || sinceKey.bytes > Self.mostBytes { return .longGOP }
        if telling == .nothing { return .sizes }
        guard stirs(picture) else { return nil }
        loud = time
        return .moving
    }

    /// The source wakes: everything kept will be decoded, and the picture has to become still anew.
    ///
    /// - Parameter decoded: what is kept and was decoded before.
    public mutating func wake(after decoded: some Sequence<CodedPicture> = []) {
        pending.removeAll(keepingCapacity: true)
        sizes.startSum()
        stillSince = nil
        lastJudged = nil
        (hasSeenNothing, suspected) = (true, [])
        lastKey = nil
        sinceKey = (0, 0)
        for picture in decoded {
            count(picture)
            if picture.start == .inter { _ = placed(picture) }
        }
    }

    private mutating func count(_ picture: CodedPicture) {
        if picture.start == .inter {
            sinceKey = (sinceKey.pictures + 1, sinceKey.bytes + picture.bytes)
        } else {
            lastKey = picture.time
            keyBytes = picture.bytes
            sinceKey = (1, picture.bytes)
            place = 0
        }
    }

    private mutating func placed(_ picture: CodedPicture) -> CodedPicture {
        place += 1
        var picture = picture
        picture.place = place
        return picture
    }
}
