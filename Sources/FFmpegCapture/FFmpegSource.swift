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
    /// Nil where every picture is decoded.
    private var sparing: SparedPictures?
    private var postponed = PostponedPackets()
    /// When the packet that went to the decoder last had come, of a camera's that had waited; nil where it had not.
    private var postponedArrival: ContinuousClock.Instant?
    /// Nil where no sub-stream is watched.
    private let resting: Resting?
    /// Why the source ends, once what was kept is decoded.
    private var ending: (any Error)?

    /// Opens the source and its decoder.
    ///
    /// - Parameters:
    ///   - epoch: where a live stream's time line starts, so that it goes on over a reconnection.
    ///   - substream: watched while nothing moves; nil where the camera has none.
    ///   - interrupt: ends a wait from another thread.
    ///   - note: gets sentences that are worth telling once: what a device gave in place of what was asked for, what decodes.
    public init(
        _ address: SourceAddress, settings: CaptureSettings = CaptureSettings(), epoch: ContinuousClock.Instant = .now,
        substream: SubstreamWatch? = nil, interrupt: Interrupt = Interrupt(),
        note: @escaping (String) -> Void = { _ in }
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
        resting = opened.isLive ? substream.map { Resting($0, timeBase: opened.timeBase) } : nil
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

    public var wakefulness: Wakefulness { resting?.wakefulness ?? .awake(.off) }
    public var restCount: RestCount { resting?.count ?? RestCount() }
    public var lag: Duration { resting?.arrival?.duration(to: .now) ?? .zero }

    public func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        try nextFrame(where: admits, wish: { nil }, passedOver: { _ in })
    }

    public func nextFrame(
        where admits: (Timestamp) -> Bool, wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void
    ) throws -> Frame? {
        while let (picture, time) = try nextPicture(where: admits, wish: wish, passedOver: passedOver) {
            guard let readable = try decoder.readable(picture) else { continue }
            let turn = Turn(of: readable, stream: stream)
            let (luma, colour) = try planes.pictures(of: readable)
            let frame = Frame(image: luma, colour: colour, time: time).upright(from: turn).upright(from: orientation)
            resting?.saw(frame.image, at: epoch + time.sinceStart)
            return frame
        }
        return nil
    }

    /// Decodes until a picture is admitted; nil at the end of a recording.
    private func nextPicture(
        where admits: (Timestamp) -> Bool, wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void
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
                if resting?.isRepeated == true { continue }
                if isLive, isDamaged(picture) {
                    gate.close(now: .now)
                    health.damagedPictures += 1
                    continue
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
                try feedDecoder(wish: wish, passedOver: passedOver)
            case plated_error_end_of_file:
                if let resting, resting.pace == .looking {
                    decoder.flush()
                    resting.endLook()
                    continue
                }
                if let ending { throw ending }
                if decoded == 0 { throw nothingDecoded }
                return nil
            default:
                if resting?.pace == .looking { wake(.damaged) } else { try countBroken(status) }
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
        return Timestamp(epoch.duration(to: postponedArrival ?? resting?.arrival ?? .now))
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
    private func feedDecoder(wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void) throws {
        if try sendPostponed(wish, passedOver) { return }
        if try sendKept(wish, passedOver) { return }
        if ending != nil {
            // What is still in the decoder comes first.
            _ = try decoder.send(nil)
            return
        }
        do {
            try readPacket(wish: wish, passedOver: passedOver)
        } catch  where !interrupt.hasStopped && resting?.hasMore == true {
            ending = error
            passedOver(.fellSilent)
            wake(.end)
        }
    }

    /// Gives the decoder a packet; what nobody needs of it is not decoded.
    private func decode(
        _ packet: UnsafeMutablePointer<AVPacket>, wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void
    ) throws {
        let clock = clock
        let isSpared =
            sparing?.spares(packet, time: { clock.time(at: $0) }, hurries: { wish() == .undecided }) ?? false
        let sent = try decoder.send(packet, isSpared: isSpared)
        if sent < 0, sent != plated_error_try_again {
            try countBroken(sent)
            return
        }
        resting?.sent(postponedArrival ?? resting?.arrival ?? .now)
        guard isSpared else { return }
        pictureCame()
        passedOver(.spared)
    }

    /// Reads one packet of the video into the decoder, or keeps it.
    private func readPacket(wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void) throws {
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
                if resting?.pace == .resting { wake(.damaged) } else { resting?.forget() }
                return
            }
            if try rests(packet, wish: wish, passedOver: passedOver) { return }
            if isOfStills { takeStill(packet) }
            if !postponed.isEmpty, sparing?.startsAfresh(packet) == true { forgetPostponed(passedOver) }
            return try decodeInTurn(packet, wish: wish, passedOver: passedOver)
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

    /// Whether a packet goes to the decoder, as it comes or after it was kept; what is damaged, or built on what is, does not.
    private func passesGate(_ packet: UnsafeMutablePointer<AVPacket>, hasLoss: Bool) -> Bool {
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
        isDraining = true
        _ = try decoder.send(nil)
    }

    /// One bad packet is counted and passed over; running out of memory is not.
    private func countBroken(_ status: Int32) throws {
        if status == plated_error_out_of_memory { throw CaptureError(status, while: "decoding \(address)") }
        // A decoder that joins in the middle refuses everything up to the first key frame.
        if isLive, decoded == 0 { return }
        health.brokenPackets += 1
        if isLive { gate.close(now: .now) }
    }
}

/// Pictures between two that are wanted go to the decoder with the second of them, and not at all where a key frame comes first.
extension FFmpegSource {
    /// Gives the decoder a packet that has just come, after those that waited; or lets it wait, too.
    private func decodeInTurn(
        _ packet: UnsafeMutablePointer<AVPacket>, wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void
    ) throws {
        let now = ContinuousClock.now
        postponedArrival = nil
        let canWait = canWait(packet, at: now, wish)
        // A whole picture has come, though nobody may ever ask for it: the camera is there.
        if canWait { pictureCame() }
        guard canWait || !postponed.isEmpty else { return try decode(packet, wish: wish, passedOver: passedOver) }
        guard postponed.append(packet, arrival: now, isDue: !canWait) else {
            throw CaptureError(plated_error_out_of_memory, while: "reading \(address)")
        }
    }

    private func canWait(
        _ packet: UnsafeMutablePointer<AVPacket>, at now: ContinuousClock.Instant, _ wish: () -> Wakefulness.Reason?
    ) -> Bool {
        let clock = clock
        let arrival = isLive ? Timestamp(epoch.duration(to: now)) : nil
        // While what was kept is caught up with, each picture came at another time than now.
        guard resting?.arrival == nil else { return false }
        return sparing?.canWait(
            packet, arrival: arrival, time: { clock.time(at: $0) }, hurries: { wish() == .undecided }) ?? false
    }

    /// Gives the decoder the next of the packets that waited and are due; false where there is none.
    private func sendPostponed(_ wish: () -> Wakefulness.Reason?, _ passedOver: (PassedOver) -> Void) throws -> Bool {
        if isLive, gate.isClosed, postponed.areDue {
            // One of them was damaged, and the others are built on it.
            health.damagedPictures += postponed.left
            postponed.removeAll()
        }
        return try postponed.sendNext { entry in
            postponedArrival = isLive ? entry.arrival : nil
            try decode(entry.packet, wish: wish, passedOver: passedOver)
        }
    }

    /// Nobody needs those that wait: what comes is not built on them.
    private func forgetPostponed(_ passedOver: (PassedOver) -> Void) {
        for _ in 0..<postponed.left { passedOver(.spared) }
        postponed.removeAll()
    }
}

/// How the main stream rests while the sub-stream is watched, and how what was kept is decoded.
extension FFmpegSource {
    /// Keeps a packet; false where it goes to the decoder as it comes.
    private func rests(
        _ packet: UnsafeMutablePointer<AVPacket>, wish: () -> Wakefulness.Reason?, passedOver: (PassedOver) -> Void
    ) throws -> Bool {
        guard let resting else { return false }
        let now = ContinuousClock.now
        guard resting.keep(packet, at: now) else {
            throw CaptureError(plated_error_out_of_memory, while: "reading \(address)")
        }
        let objection = resting.objection(at: now, wish: wish())
        guard resting.pace == .resting else {
            guard let objection else {
                postponed.removeAll()
                postponedArrival = nil
                resting.rest()
                return true
            }
            resting.staysAwake(objection)
            resting.sends(packet, at: now)
            return false
        }
        // Whole packets show that the camera is there, as pictures would.
        pictureCame()
        passedOver(.rested)
        if let objection {
            wake(objection)
        } else if resting.restsOn(at: now) {
            try look()
        }
        return true
    }

    /// Decodes the first of what is kept alone.
    private func look() throws {
        guard let key = resting?.kept.first else { return }
        decoder.flush()
        // A decoder that keeps its first picture back, since it may be shown after later ones, is told that there are none.
        guard try decoder.send(key.packet) >= 0 else { return wake(.damaged) }
        _ = try decoder.send(nil)
    }

    /// Goes on with everything that was kept.
    private func wake(_ reason: Wakefulness.Reason) {
        decoder.flush()
        // All that was kept had passed the gate; what woke the source may have closed it.
        gateBehind = gate
        gate = DamageGate(isClosed: false, now: .now)
        resting?.wake(reason)
    }

    /// Gives the decoder the next of the packets that were kept; false where there is none.
    private func sendKept(_ wish: () -> Wakefulness.Reason?, _ passedOver: (PassedOver) -> Void) throws -> Bool {
        guard let resting, case .replaying = resting.pace else { return false }
        if interrupt.hasStopped {
            throw CaptureError(.stopped, while: "reading \(address)", because: "asked to stop")
        }
        guard let entry = resting.next() else {
            // What comes is built on what was kept, unless a packet between them is missing.
            if let gateBehind, gateBehind.isClosed { gate = gateBehind }
            gateBehind = nil
            return false
        }
        if passesGate(entry.packet, hasLoss: false) {
            try decode(entry.packet, wish: wish, passedOver: passedOver)
        }
        return true
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
