import ALPR
import Addresses
import Basics
import CFFmpeg
import Capture

#if canImport(Glibc)
    import Glibc
#endif

/// A camera or a recording read through FFmpeg. Made, used and released on the capture queue.
///
/// It runs until it fails; whoever made it makes a new one. Nothing here depends on the wall clock, nor, of a live stream, on
/// the times the camera states.
/// It has more than 500 lines because opening, demuxing and decoding share what FFmpeg allocated.
public final class FFmpegSource: VideoSource {
    public let isLive: Bool
    /// What is known of the stream: when it was opened, and with the first picture the rest.
    public private(set) var stream: StreamDescription
    /// Pictures decoded so far, but for the damaged ones.
    public private(set) var decoded: Int64 = 0
    /// Packets from one key frame to the next, as last seen; nil before the second key frame.
    public private(set) var keyFrameDistance: Int?
    public private(set) var health = SourceHealth()
    /// What decodes, by FFmpeg's name, such as `h264`.
    public var decoderName: String { decoder.name }

    private let address: SourceAddress
    private let stall: Duration
    private let transport: CaptureSettings.Transport
    private let orientation: Orientation
    private let interrupt: Interrupt
    /// Where a live stream's time line starts.
    private let epoch: ContinuousClock.Instant
    private let planes: PicturePlanes
    private let isOfStills: Bool
    /// Outlives `input`, which reads from it.
    private let pipe: PipeInput?
    private let decoder: Decoder
    private let controls: ControlKeeper?
    private var input: UnsafeMutablePointer<AVFormatContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var picture: UnsafeMutablePointer<AVFrame>?
    private let streamIndex: Int32
    private var clock: RecordingClock
    private var order: StampOrder
    private var hasToldOfStart = false
    private var end: RecordingEnd
    private let note: (String) -> Void
    /// Of what goes to the decoder next.
    private var gate: DamageGate
    /// Of what comes from the camera, while what was kept before it is decoded.
    private var gateBehind: DamageGate?
    /// Width, height and pixel format of the picture before.
    private var shape: PictureShape?
    private var packetsSinceKey: Int?
    private var isDraining = false
    private var lastPicture: ContinuousClock.Instant
    /// Whether the wait for a picture was extended, because this process was late.
    private var isExtended = false
    /// Nil where the stream cannot be dozed through, for `sleeplessness`.
    private let dozer: Dozer?
    private let sleeplessness: Wakefulness.Reason
    /// Nil where every picture is decoded.
    private var sparing: SparedPictures?
    private var postponed = PostponedPackets()
    /// When the packet that went to the decoder last had come, of a camera's that had waited; nil where it had not.
    private var postponedArrival: ContinuousClock.Instant?
    /// Why the source ends, once what was kept is decoded.
    private var ending: (any Error)?

    /// Opens the source and its decoder.
    ///
    /// - Parameters:
    ///   - epoch: where a live stream's time line starts, so that it goes on over a reconnection.
    ///   - interrupt: ends a wait from another thread.
    ///   - note: gets sentences that are worth telling once: what a device gave in place of what was asked for, what decodes.
    public init(
        _ address: SourceAddress, settings: CaptureSettings = CaptureSettings(), epoch: ContinuousClock.Instant = .now,
        interrupt: Interrupt = Interrupt(), note: @escaping (String) -> Void = { _ in }
    ) throws {
        let opened = try SourceOpening(address: address, settings: settings, interrupt: interrupt, note: note).open()
        self.address = address
        self.epoch = epoch
        self.interrupt = interrupt
        stall = settings.stall
        transport = settings.transport
        orientation = settings.orientation
        planes = PicturePlanes(wantsColour: settings.wantsColour, mayHold: address.kind != .device)
        isOfStills = opened.isOfStills
        input = opened.input
        decoder = opened.decoder
        controls = opened.controls
        pipe = opened.pipe
        streamIndex = opened.streamIndex
        clock = RecordingClock(timeBase: opened.timeBase)
        order = StampOrder(timeBase: opened.timeBase)
        end = RecordingEnd(opened, of: address)
        self.note = note
        stream = opened.description
        isLive = opened.isLive
        (dozer, sleeplessness) = Dozer.make(for: opened, of: address, settings: settings, epoch: epoch, note: note)
        sparing = SparedPictures(settings, opened)
        packet = av_packet_alloc()
        picture = av_frame_alloc()
        lastPicture = .now
        // FFmpeg's H.264 decoder waits for a key frame by itself; its others begin with grey.
        gate = DamageGate(isClosed: address.kind == .network && opened.description.codec != "h264", now: .now)
        if let input { FFmpegLog.watch(input) }
    }

    deinit {
        if let input { FFmpegLog.forget(input) }
        av_frame_free(&picture)
        av_packet_free(&packet)
        // Long enough to tell the camera goodbye, which frees its session.
        interrupt.whileClosing(.seconds(1)) { avformat_close_input(&input) }
    }

    /// A recording's times go on where they start anew.
    private func setInOrder(_ packet: UnsafeMutablePointer<AVPacket>) {
        guard !isLive else { return }
        order.order(packet)
        end.read(packet)
        if order.starts > 0, order.isSettled, !hasToldOfStart {
            hasToldOfStart = true
            note("the times of \(address) start anew within it: they go on from there as if it were one recording")
        }
    }

    /// A recording was read to its end.
    private func tellOfEnd() {
        if let complaint = end.complaint(isInOrder: order.starts == 0) { note("\(address) \(complaint)") }
    }

    public var wakefulness: Wakefulness { dozer?.wakefulness ?? .awake(sleeplessness) }
    /// Of `CaptureSettings.judgesDozing`, or of a source that dozes.
    public var dozeOutlook: DozeOutlook { dozer?.judge.outlook ?? .stays(sleeplessness) }
    public var dozeCount: DozeCount { dozer?.count ?? DozeCount() }
    public var lag: Duration { dozer?.lag ?? .zero }

    public func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        try nextFrame(where: admits, leave: { .nothing(.off) }, passedOver: { _ in })
    }

    public func nextFrame(
        where admits: (Timestamp) -> Bool, leave: () -> Leave, passedOver: (PassedOver) -> Void
    ) throws -> Frame? {
        while let (picture, time) = try nextPicture(where: admits, leave: leave, passedOver: passedOver) {
            guard let readable = try decoder.readable(picture) else { continue }
            let turn = Turn(of: readable, stream: stream)
            let (luma, colour) = try planes.pictures(of: readable)
            guard let isUnstirred = sees(luma, at: time, where: admits, passedOver: passedOver) else { continue }
            var frame = Frame(image: luma, colour: colour, time: time).upright(from: turn)
                .upright(from: orientation)
            frame.isUnstirred = isUnstirred
            return frame
        }
        return nil
    }

    /// Decodes until a picture is admitted, or one comes that has to be judged first; nil at the end of a recording.
    private func nextPicture(
        where admits: (Timestamp) -> Bool, leave: () -> Leave, passedOver: (PassedOver) -> Void
    ) throws -> (UnsafeMutablePointer<AVFrame>, Timestamp)? {
        guard let picture else { return nil }
        var told = health
        while true {
            if health.hasMoreDamage(than: told) {
                told = health
                passedOver(.damaged(health))
            }
            let status = try decoder.receive(picture)
            switch status {
            case 0:
                if dozer?.wasShown(picture) == true { continue }
                if isLooking {
                    // Of a key frame while the source dozes: `sees` asks the gate, where nothing has moved.
                    if let time = look(at: picture) { return (picture, time) }
                    continue
                }
                if isDamaged(picture) {
                    // Decoded once more it may be another.
                    dozer?.takesDamage()
                    if isLive {
                        gate.close(now: .now)
                        health.damagedPictures += 1
                        continue
                    }
                }
                pictureCame()
                noteShape(of: picture)
                sparing?.sees(picture)
                let time = time(of: picture)
                decoded += 1
                if admits(time) {
                    sparing?.handsOn(time, stamp: picture.pointee.pts)
                    return (picture, time)
                }
            case plated_error_try_again:
                try feedDecoder(leave: leave, passedOver: passedOver)
            case plated_error_end_of_file:
                if try goesOnAfterDraining() { continue }
                if decoded == 0 { throw nothingDecoded }
                return nil
            default:
                if isLooking { wake(.damaged) } else { try countBroken(status) }
            }
        }
    }

    /// Why a recording that came to its end has shown nothing.
    private var nothingDecoded: CaptureError {
        let lost = health.brokenPackets
        return CaptureError(
            .badData, while: "reading \(address)",
            because: "there is no picture in it that can be decoded"
                + (lost > 0 ? "; \(lost) \(lost == 1 ? "packet was" : "packets were") tried" : ""))
    }

    /// The times of coded pictures in the order in which they are shown, as `time(of:)` would give them.
    private func times(of packets: [KeptPackets.Entry]) -> [Timestamp] {
        if isLive { return packets.map { Timestamp(epoch.duration(to: $0.arrival)) } }
        return packets.map { clock.time(at: $0.packet.pointee.pts) }.sorted()
    }

    /// Presentation time for recordings, arrival time for live streams.
    private func time(of picture: UnsafeMutablePointer<AVFrame>) -> Timestamp {
        guard isLive else {
            let wasCounting = clock.isCounting
            let time = clock.time(of: picture, decoded: decoded, rate: stream.rate)
            if clock.isCounting, !wasCounting {
                note(
                    "the time stamps of \(address) stand still, or run far too slowly: its pictures are counted from here on, "
                        + "\(clock.countedRate(stated: stream.rate).formattedRate) a second")
            }
            return time
        }
        return Timestamp(epoch.duration(to: postponedArrival ?? dozer?.arrival ?? .now))
    }

    /// The camera is there: the wait for the next picture begins.
    private func pictureCame() {
        lastPicture = .now
        isExtended = false
    }

    private func isDamaged(_ picture: UnsafeMutablePointer<AVFrame>) -> Bool {
        picture.pointee.decode_error_flags != 0 || picture.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }

    private func hasNewShape(_ picture: UnsafeMutablePointer<AVFrame>) -> Bool { PictureShape(picture) != shape }

    private func noteShape(of picture: UnsafeMutablePointer<AVFrame>) {
        guard hasNewShape(picture) else { return }
        let new = PictureShape(picture)
        if shape != nil { health.formatChanges += 1 }
        shape = new
        stream.takeShape(new)
        if stream.rate == 0 { stream.rate = decoder.rate }
    }
}

/// How packets come to the decoder.
extension FFmpegSource {
    /// Gives the decoder the next packet of the video, or tells it that there is no more.
    private func feedDecoder(leave: () -> Leave, passedOver: (PassedOver) -> Void) throws {
        if try drainsForLook() { return }
        if try sendPostponed(leave, passedOver) { return }
        if try sendKept(leave, passedOver) { return }
        if ending != nil {
            // What is still in the decoder comes first.
            _ = try decoder.send(nil)
            return
        }
        let before = dozer?.kept.count ?? 0
        do {
            try readPacket(leave: leave, passedOver: passedOver)
        } catch  where isLive && !interrupt.hasStopped && dozer?.hasMore == true {
            ending = error
            passedOver(.fellSilent)
            wake(.end)
        }
        if let dozer, dozer.pace == .dozing, dozer.kept.count > before { passedOver(.dozed) }
    }

    /// Gives the decoder a packet; what nobody needs of it is not decoded.
    private func decode(
        _ packet: UnsafeMutablePointer<AVPacket>, leave: () -> Leave, passedOver: (PassedOver) -> Void
    ) throws {
        let clock = clock
        let isSpared =
            sparing?.spares(packet, time: { clock.time(at: $0) }, hurries: { leave().isUndecided }) ?? false
        let sent = try decoder.send(packet, isSpared: isSpared)
        if sent < 0, sent != plated_error_try_again {
            try countBroken(sent)
            return
        }
        if isSpared { pictureCame() }
        if isSpared, dozer?.kept.count(stamped: packet.pointee.pts) != true {
            passedOver(.spared)
        }
    }

    /// Reads one packet of the video into the decoder, or keeps it.
    private func readPacket(leave: () -> Leave, passedOver: (PassedOver) -> Void) throws {
        guard let packet else { return }
        let action = "reading \(address)"
        while true {
            if interrupt.hasStopped { throw CaptureError(.stopped, while: action, because: "asked to stop") }
            // Packets may come that never make a picture, so the wait is for pictures, not for packets.
            var patience = stall - lastPicture.duration(to: .now)
            if isLive, patience + Interrupt.lateness <= .zero, !isExtended {
                isExtended = true
                patience = Interrupt.lateness
                lastPicture = .now - stall + patience
            }
            if isLive, patience <= .zero {
                throw CaptureError(.timedOut, while: action, because: silence)
            }
            interrupt.allow(isLive ? patience : nil)
            let status = av_read_frame(input, packet)
            if status == plated_error_try_again, address.kind == .device {
                // Nothing yet. Four milliseconds are a tenth of a picture, and cost nothing that can be measured.
                usleep(4000)
                continue
            }
            guard status >= 0 else {
                if status == plated_error_end_of_file { forgetPostponed(passedOver) }
                try endOrThrow(status, action: action)
                return
            }
            defer { av_packet_unref(packet) }
            // Interrupted, FFmpeg hands out what its parser still held: a picture, and yet a stall.
            if isLive, interrupt.hasExpired {
                throw nothingCame(action)
            }
            guard packet.pointee.stream_index == streamIndex else { continue }
            // What a device marks as broken arrives empty, and an empty packet would end the decoder.
            guard packet.pointee.size > 0 else {
                health.brokenPackets += 1
                return
            }
            setInOrder(packet)
            countTowardsKeyFrame(packet)
            guard letsPass(packet) else {
                forgetPostponed(passedOver)
                if dozer?.pace == .dozing { wake(.damaged) } else { dozer?.kept.removeAll() }
                return
            }
            if isOfStills { takeStill(packet) }
            if try keeps(packet, leave: leave) { return }
            if !postponed.isEmpty, sparing?.startsAfresh(packet) == true { forgetPostponed(passedOver) }
            return try decodeInTurn(packet, leave: leave, passedOver: passedOver)
        }
    }

    /// Of a packet that is a picture file of its own.
    private func takeStill(_ packet: UnsafeMutablePointer<AVPacket>) {
        planes.keep(packet)
        let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        if JPEGFile.isCutOff(bytes) { health.cutPictures += 1 }
    }

    /// Why there was no picture for too long.
    private var silence: String {
        gate.isClosed && health.losses > 0
            ? "no whole picture for \(stall.seconds) s, since packets are lost on the way"
                + (transport == .udp ? "; source.transport: tcp loses none" : "")
            : "no picture for \(stall.seconds) s"
    }

    /// Whether a packet that comes is whole, and built on what is.
    private func letsPass(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard isLive, let input else { return true }
        let losses = FFmpegLog.takeLosses(of: input)
        health.losses += losses
        return passesGate(packet, hasLoss: losses > 0)
    }

    /// Whether a packet goes to the decoder, as it comes or after it was kept; of a camera what is damaged, or built on what is, does not.
    private func passesGate(_ packet: UnsafeMutablePointer<AVPacket>, hasLoss: Bool) -> Bool {
        guard isLive else { return true }
        let isKey = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        switch gate.passage(isKey: isKey, hasLoss: hasLoss, now: .now) {
        case .pass: return true
        case .passAfresh:
            if decoded > 0 { decoder.flush() }
            return true
        case .hold:
            // Before the first picture there is nothing yet to be damaged.
            if decoded > 0 { health.damagedPictures += 1 }
            return false
        }
    }

    private func countTowardsKeyFrame(_ packet: UnsafeMutablePointer<AVPacket>) {
        if packet.pointee.flags & AV_PKT_FLAG_KEY != 0 {
            if let packetsSinceKey { keyFrameDistance = packetsSinceKey + 1 }
            packetsSinceKey = 0
        } else {
            packetsSinceKey? += 1
        }
    }

    private func nothingCame(_ action: String) -> CaptureError {
        CaptureError(.timedOut, while: action, because: "nothing came for \(stall.seconds) s")
    }

    private func endOrThrow(_ status: Int32, action: String) throws {
        // An interrupted wait looks like an end of file, so our own flags are asked first.
        if interrupt.hasStopped { throw CaptureError(.stopped, while: action, because: "asked to stop") }
        if interrupt.hasExpired || isLive && status == plated_error_timed_out {
            throw nothingCame(action)
        }
        if status == plated_error_try_again { return }
        if address.kind == .device, let reason = V4L2Device.reason(-status) {
            throw CaptureError(.ended, while: action, because: reason)
        }
        guard !isLive, !isDraining else {
            throw status == plated_error_end_of_file
                ? CaptureError(.ended, while: action, because: "the stream ended") : CaptureError(status, while: action)
        }
        guard status == plated_error_end_of_file else { throw CaptureError(status, while: action) }
        tellOfEnd()
        if dozer?.pace == .dozing { return try looksBackAndWakes(.end) }
        isDraining = true
        _ = try decoder.send(nil)
    }

    /// One bad packet is counted and passed over; running out of memory is not.
    private func countBroken(_ status: Int32) throws {
        if status == plated_error_out_of_memory { throw CaptureError(status, while: "decoding \(address)") }
        // A decoder that joins in the middle refuses everything up to the first key frame.
        if isLive, decoded == 0 { return }
        health.brokenPackets += 1
        // What is built on it is not decoded twice.
        dozer?.takesDamage()
        if isLive { gate.close(now: .now) }
    }
}

/// Pictures between two that are wanted go to the decoder with the second of them, and not at all where a key frame comes first.
extension FFmpegSource {
    /// Gives the decoder a packet that has just come, after those that waited; or lets it wait, too.
    private func decodeInTurn(
        _ packet: UnsafeMutablePointer<AVPacket>, leave: () -> Leave, passedOver: (PassedOver) -> Void
    ) throws {
        let now = ContinuousClock.now
        postponedArrival = nil
        let canWait = canWait(packet, at: now, leave)
        // A whole picture has come, though nobody may ever ask for it: the camera is there.
        if canWait { pictureCame() }
        guard canWait || !postponed.isEmpty else { return try decode(packet, leave: leave, passedOver: passedOver) }
        guard postponed.append(packet, arrival: now, isDue: !canWait) else {
            throw CaptureError(plated_error_out_of_memory, while: "reading \(address)")
        }
    }

    private func canWait(
        _ packet: UnsafeMutablePointer<AVPacket>, at now: ContinuousClock.Instant, _ leave: () -> Leave
    ) -> Bool {
        let clock = clock
        let arrival = isLive ? Timestamp(epoch.duration(to: now)) : nil
        let isTooSoon =
            sparing?.canWait(
                packet, arrival: arrival, time: { clock.time(at: $0) }, hurries: { leave().isUndecided }) ?? false
        // While what was kept is caught up with, each picture came at another time than now.
        return isTooSoon && dozer?.arrival == nil
    }

    /// Gives the decoder the next of the packets that waited and are due; false where there is none.
    private func sendPostponed(_ leave: () -> Leave, _ passedOver: (PassedOver) -> Void) throws -> Bool {
        if isLive, gate.isClosed, postponed.areDue {
            // One of them was damaged, and the others are built on it.
            health.damagedPictures += postponed.left
            postponed.removeAll()
        }
        return try postponed.sendNext { entry in
            postponedArrival = isLive ? entry.arrival : nil
            try decode(entry.packet, leave: leave, passedOver: passedOver)
        }
    }

    /// Nobody needs those that wait: what comes is not built on them.
    private func forgetPostponed(_ passedOver: (PassedOver) -> Void) {
        for _ in 0..<postponed.left { passedOver(.spared) }
        postponed.removeAll()
    }
}

/// How the source falls asleep, looks at key frames while it dozes, and wakes.
extension FFmpegSource {
    private var blocks: Int { max(1, stream.width * stream.height / 256) }

    private var isLooking: Bool { dozer?.isLooking == true }

    // MARK: - Packets

    /// Keeps a packet where the source dozes, or falls asleep with it; false where it goes to the decoder as it comes.
    private func keeps(
        _ packet: UnsafeMutablePointer<AVPacket>, leave: () -> Leave
    ) throws -> Bool {
        guard let dozer else { return false }
        let now = ContinuousClock.now
        let picture = dozer.coded(packet, arrival: now)
        if let picture, picture.start != .inter { dozer.judge.comes(picture) }
        if dozer.pace == .awake, let picture, mayDoze(from: picture, leave), dozer.kept.count > 0 {
            dozer.fallAsleep(left: postponed.left)
            postponed.removeAll()
            // What is decoded from here on came when the dozer says, and not with the last of those that waited.
            postponedArrival = nil
        }
        if dozer.pace == .dozing {
            try keep(packet, picture, at: now, leave: leave)
            return true
        }
        dozer.follows(packet, picture, at: now)
        guard let picture else { return false }
        dozer.judge.decodes(picture)
        dozer.sends(packet, at: now)
        return false
    }

    /// Whether this picture need not be decoded, nor what comes after it.
    private func mayDoze(from picture: CodedPicture, _ leave: () -> Leave) -> Bool {
        guard let dozer else { return false }
        if picture.start == .inter {
            guard dozer.judge.objection(to: picture) == nil else { return false }
            let leave = leave()
            return dozer.judge.objection(to: leave, at: picture.time) == nil && dozer.judge.isCalm(with: leave)
        }
        let objection = dozer.judge.objection(to: picture, blocks: blocks)
        let leave = leave()
        guard let reason = objection ?? dozer.judge.objection(to: leave, at: picture.time) else {
            return dozer.judge.isCalm(with: leave)
        }
        // Whoever has not asked for it is told nothing.
        dozer.staysAwake(reason.complaint != nil && leave == .nothing(.off) ? .off : reason)
        return false
    }

    private func keep(
        _ packet: UnsafeMutablePointer<AVPacket>, _ picture: CodedPicture?, at now: ContinuousClock.Instant,
        leave: () -> Leave
    ) throws {
        guard let dozer else { return }
        guard dozer.kept.append(packet, arrival: now) else {
            throw CaptureError(plated_error_out_of_memory, while: "reading \(address)")
        }
        guard let picture else { return wake(.damaged) }
        let leave = leave()
        if let reason = dozer.judge.objection(to: leave, at: picture.time) { return wake(reason) }
        switch picture.start {
        case .afresh:
            if dozer.judge.passes(picture, with: leave) {
                dozer.passedKey = dozer.kept.count - 1
                pictureCame()
            } else {
                try beginLook(at: dozer.kept.count - 1)
            }
        case .key:
            wake(.openGOP)
        case .inter:
            if let reason = dozer.judge.stir(at: picture) { return try looksBackAndWakes(reason) }
            // Whole packets show that the camera is there, as pictures would.
            pictureCame()
        }
    }

    /// Gives the decoder the next of the packets that were kept; false where there is none.
    private func sendKept(_ leave: () -> Leave, _ passedOver: (PassedOver) -> Void) throws -> Bool {
        guard let dozer, case .replaying(let index) = dozer.pace else { return false }
        guard index < dozer.kept.count else {
            endReplay()
            return false
        }
        if interrupt.hasStopped {
            throw CaptureError(.stopped, while: "reading \(address)", because: "asked to stop")
        }
        let (packet, arrival) = (dozer.kept[index].packet, dozer.kept[index].arrival)
        dozer.pace = .replaying(index + 1)
        if passesGate(packet, hasLoss: false) {
            if let picture = dozer.coded(packet, arrival: arrival) { dozer.judge.decodes(picture) }
            dozer.sends(packet, keptSince: arrival)
            try decode(packet, leave: leave, passedOver: passedOver)
        } else {
            dozer.takesDamage()
        }
        if index + 1 >= dozer.kept.count { endReplay() }
        return true
    }

    private func endReplay() {
        dozer?.endReplay()
        // What comes is built on what was kept, unless a packet between them is missing.
        if let gateBehind, gateBehind.isClosed { gate = gateBehind }
        gateBehind = nil
    }

    // MARK: - Key frames

    /// Decodes one of the kept key frames alone.
    private func beginLook(at place: Int) throws {
        guard let dozer else { return }
        decoder.flush()
        dozer.beginLook(at: place)
        if try decoder.send(dozer.kept[place].packet) < 0 { wake(.damaged) }
    }

    /// A decoder that keeps its first picture back, since it may be shown after later ones, is told that there are none. Returns false where
    /// nothing is looked at.
    private func drainsForLook() throws -> Bool {
        guard let dozer, dozer.isLooking, !dozer.isDrained else { return false }
        dozer.isDrained = true
        _ = try decoder.send(nil)
        return true
    }

    /// Takes the picture of a key frame that was decoded alone; nil where the source woke instead.
    private func look(at picture: UnsafeMutablePointer<AVFrame>) -> Timestamp? {
        guard let dozer, case .looking(let place) = dozer.pace else { return nil }
        let key = dozer.kept[place]
        if isDamaged(picture) || hasNewShape(picture) {
            wake(.damaged)
            return nil
        }
        return isLive ? Timestamp(epoch.duration(to: key.arrival)) : time(of: picture)
    }

    /// Judges a decoded picture. Nil where it is not handed on; else whether nothing has stirred since the frame before.
    private func sees(
        _ image: LumaImage, at time: Timestamp, where admits: (Timestamp) -> Bool, passedOver: (PassedOver) -> Void
    ) -> Bool? {
        guard let dozer else { return false }
        let isStill = dozer.isStill(image, at: time)
        guard case .looking(let place) = dozer.pace else {
            dozer.judge.judged(isStill: isStill, at: time)
            return false
        }
        let last = dozer.kept[place]
        guard isStill, let key = dozer.coded(last.packet, arrival: last.arrival) else {
            wake(.moving)
            return nil
        }
        if dozer.isDrained { decoder.flush() }
        passedOver(.leftOut(times(of: dozer.leftOut(before: place))))
        let reason = dozer.waking
        if let reason {
            dozer.forget(before: place)
            wake(reason)
            // It is decoded again, with what came after it.
            if dozer.isDrained { return nil }
            dozer.judge.judged(isStill: true, at: time)
        } else {
            dozer.rest(on: key)
        }
        decoded += 1
        pictureCame()
        let isDue = admits(time)
        if isDue { sparing?.handsOn(time, stamp: last.packet.pointee.pts) }
        // While nothing stirs each is worth a look, whether it is due or not.
        return reason == nil ? true : isDue ? false : nil
    }

    /// The decoder has handed out all it had. Returns whether there is more to come, after this process itself had told it to.
    private func goesOnAfterDraining() throws -> Bool {
        guard let dozer else { return false }
        switch dozer.pace {
        case .looking:
            // No picture came of the key frame.
            wake(.damaged)
            return true
        case .awake, .dozing, .replaying:
            if let ending { throw ending }
            return false
        }
    }

    /// The source wakes for what stirred in the last picture, or since there is no more: what was kept from before the last key frame need
    /// not be decoded where nothing has moved up to that one.
    private func looksBackAndWakes(_ reason: Wakefulness.Reason) throws {
        guard let place = dozer?.looksBack(reason) else { return wake(reason) }
        try beginLook(at: place)
    }

    /// Goes on with everything that was kept.
    private func wake(_ reason: Wakefulness.Reason) {
        if dozer?.sent == 0 { decoder.flush() }
        // All that was kept had passed the gate; what woke the source may have closed it.
        gateBehind = gate
        gate = DamageGate(isClosed: false, now: .now)
        dozer?.wake(reason)
    }
}

extension FFmpegSource {
    /// Why a source of this address could never be opened; nil where only trying can tell. Opens nothing.
    public static func problem(with address: SourceAddress) -> String? {
        if let problem = address.problem { return problem }
        guard address.kind != .device, let scheme = address.scheme else { return nil }
        // What is no scheme at all may hold a password, and FFmpeg would take it for the name of a file.
        let isScheme = scheme.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) }
        guard isScheme else { return "FFmpeg knows no such protocol; cameras have rtsp://" }
        // RTSP is no protocol to FFmpeg but a format.
        if ["rtsp", "rtsps"].contains(scheme) || avio_find_protocol_name(address.location) != nil { return nil }
        return "FFmpeg knows no protocol \"\(scheme)\"; cameras have rtsp://"
    }

    /// Why the certificate of a source of this address could never be checked; nil where only trying can tell, or nobody asks for it.
    public static func problem(with authorities: CaptureSettings.Authorities, of address: SourceAddress) -> String? {
        SourceOpening.problem(with: authorities, scheme: address.scheme)
    }
}
