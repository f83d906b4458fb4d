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
    public internal(set) var decoded: Int64 = 0
    /// Packets from one key frame to the next, as last seen; nil before the second key frame.
    public internal(set) var keyFrameDistance: Int?
    public internal(set) var health = SourceHealth()
    /// What decodes, by FFmpeg's name, such as `h264`.
    public var decoderName: String { decoder.name }

    let address: SourceAddress
    let stall: Duration
    let transport: CaptureSettings.Transport
    private let orientation: Orientation
    let interrupt: Interrupt
    /// Where a live stream's time line starts.
    let epoch: ContinuousClock.Instant
    let planes: PicturePlanes
    let isOfStills: Bool
    /// Outlives `input`, which reads from it.
    private let pipe: PipeInput?
    let decoder: Decoder
    private let controls: ControlKeeper?
    var input: UnsafeMutablePointer<AVFormatContext>?
    var packet: UnsafeMutablePointer<AVPacket>?
    private var picture: UnsafeMutablePointer<AVFrame>?
    let streamIndex: Int32
    private(set) var clock: RecordingClock
    private var order: StampOrder
    private var hasToldOfStart = false
    private var end: RecordingEnd
    private let note: (String) -> Void
    /// Of what goes to the decoder next.
    var gate: DamageGate
    /// Of what comes from the camera, while what was kept before it is decoded.
    var gateBehind: DamageGate?
    /// Width, height and pixel format of the picture before.
    private var shape: PictureShape?
    var packetsSinceKey: Int?
    var isDraining = false
    var lastPicture: ContinuousClock.Instant
    /// Whether the wait for a picture was extended, because this process was late.
    var isExtended = false
    /// Nil where the stream cannot be dozed through, for `sleeplessness`.
    let dozer: Dozer?
    private let sleeplessness: Wakefulness.Reason
    /// Nil where every picture is decoded.
    var sparing: SparedPictures?
    var postponed = PostponedPackets()
    /// When the packet that went to the decoder last had come, of a camera's that had waited; nil where it had not.
    var postponedArrival: ContinuousClock.Instant?
    /// Why the source ends, once what was kept is decoded.
    var ending: (any Error)?

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
    func setInOrder(_ packet: UnsafeMutablePointer<AVPacket>) {
        guard !isLive else { return }
        order.order(packet)
        end.read(packet)
        if order.starts > 0, order.isSettled, !hasToldOfStart {
            hasToldOfStart = true
            note("the times of \(address) start anew within it: they go on from there as if it were one recording")
        }
    }

    /// A recording was read to its end.
    func tellOfEnd() {
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
    func times(of packets: [KeptPackets.Entry]) -> [Timestamp] {
        if isLive { return packets.map { Timestamp(epoch.duration(to: $0.arrival)) } }
        return packets.map { clock.time(at: $0.packet.pointee.pts) }.sorted()
    }

    /// Presentation time for recordings, arrival time for live streams.
    func time(of picture: UnsafeMutablePointer<AVFrame>) -> Timestamp {
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
    func pictureCame() {
        lastPicture = .now
        isExtended = false
    }

    func isDamaged(_ picture: UnsafeMutablePointer<AVFrame>) -> Bool {
        picture.pointee.decode_error_flags != 0 || picture.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }

    func hasNewShape(_ picture: UnsafeMutablePointer<AVFrame>) -> Bool { PictureShape(picture) != shape }

    private func noteShape(of picture: UnsafeMutablePointer<AVFrame>) {
        guard hasNewShape(picture) else { return }
        let new = PictureShape(picture)
        if shape != nil { health.formatChanges += 1 }
        shape = new
        stream.takeShape(new)
        if stream.rate == 0 { stream.rate = decoder.rate }
    }
}
