import ALPR
import CFFmpeg

/// A camera or a recording read through FFmpeg. Made, used and released on the capture queue.
///
/// It runs until it fails; whoever made it makes a new one.
public final class FFmpegSource: VideoSource {
    public let isLive: Bool
    /// What was found when the source was opened.
    public let stream: StreamDescription
    /// Pictures decoded so far.
    public private(set) var decoded: Int64 = 0
    /// Packets from one key frame to the next, as last seen; nil before the second key frame.
    public private(set) var keyFrameDistance: Int?
    public private(set) var health = SourceHealth()

    private let address: SourceAddress
    private let stall: Duration
    private let interrupt: Interrupt
    /// Where a live stream's time line starts.
    private let origin: ContinuousClock.Instant
    private let luma = LumaPlane()
    private var input: UnsafeMutablePointer<AVFormatContext>?
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var picture: UnsafeMutablePointer<AVFrame>?
    private let streamIndex: Int32
    private let timeBase: AVRational
    private var firstTimestamp: Int64?
    private var packetsSinceKey: Int?
    private var isDraining = false
    private var lastPicture: ContinuousClock.Instant

    /// Opens the source and its decoder.
    ///
    /// - Parameters:
    ///   - origin: where a live stream's time line starts, so that it goes on over a reconnection.
    ///   - interrupt: ends a wait from another thread.
    public init(
        _ address: SourceAddress, settings: CaptureSettings = CaptureSettings(), origin: ContinuousClock.Instant = .now,
        interrupt: Interrupt = Interrupt()
    ) throws {
        let opened = try SourceOpening(address: address, settings: settings, interrupt: interrupt).open()
        self.address = address
        self.origin = origin
        self.interrupt = interrupt
        stall = settings.stall
        input = opened.input
        decoder = opened.decoder
        streamIndex = opened.streamIndex
        timeBase = opened.timeBase
        stream = opened.description
        isLive = opened.isLive
        packet = av_packet_alloc()
        picture = av_frame_alloc()
        lastPicture = .now
    }

    deinit {
        av_frame_free(&picture)
        av_packet_free(&packet)
        avcodec_free_context(&decoder)
        avformat_close_input(&input)
    }

    public func nextFrame(where admits: (Timestamp) -> Bool) throws -> Frame? {
        try nextPicture(where: admits).map { picture, time in
            Frame(image: try luma.image(of: picture).rotated(Rotation(of: picture, stream: stream)), time: time)
        }
    }

    /// Decodes until a picture is admitted; nil at the end of a recording.
    private func nextPicture(
        where admits: (Timestamp) -> Bool
    ) throws -> (UnsafeMutablePointer<AVFrame>, Timestamp)? {
        guard let decoder, let picture else { return nil }
        while true {
            let status = avcodec_receive_frame(decoder, picture)
            switch status {
            case 0:
                lastPicture = .now
                let time = time(of: picture)
                decoded += 1
                if admits(time) { return (picture, time) }
            case plated_error_try_again:
                try feedDecoder()
            case plated_error_end_of_file:
                return nil
            default:
                try countBroken(status)
            }
        }
    }

    /// Presentation time since the first picture for recordings, arrival time for live streams.
    private func time(of picture: UnsafeMutablePointer<AVFrame>) -> Timestamp {
        if isLive { return Timestamp(origin.duration(to: .now)) }
        let stamp = picture.pointee.best_effort_timestamp
        guard stamp != plated_no_timestamp else {
            // A raw stream has no times: counted at its nominal rate.
            return Timestamp(.seconds(Double(decoded) / (stream.rate > 0 ? stream.rate : 25)))
        }
        let first = firstTimestamp ?? stamp
        firstTimestamp = first
        let (seconds, rest) = ((stamp - first) * Int64(timeBase.num)).quotientAndRemainder(
            dividingBy: Int64(timeBase.den))
        return Timestamp(.seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(timeBase.den)))
    }

    /// Reads one packet of the video into the decoder, or tells it that there is no more.
    private func feedDecoder() throws {
        guard let decoder, let packet else { return }
        let action = "reading \(address)"
        while true {
            if interrupt.hasStopped { throw CaptureError(.stopped, while: action, because: "asked to stop") }
            // Packets may come that never make a picture, so the wait is for pictures, not for packets.
            if isLive, lastPicture.duration(to: .now) > stall {
                throw CaptureError(.timedOut, while: action, because: "no picture for \(stall.seconds) s")
            }
            interrupt.allow(isLive ? stall : nil)
            let status = av_read_frame(input, packet)
            guard status >= 0 else {
                try endOrThrow(status, action: action)
                return
            }
            defer { av_packet_unref(packet) }
            guard packet.pointee.stream_index == streamIndex else { continue }
            countTowardsKeyFrame(packet)
            let sent = avcodec_send_packet(decoder, packet)
            if sent < 0, sent != plated_error_try_again { try countBroken(sent) }
            return
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

    private func endOrThrow(_ status: Int32, action: String) throws {
        // An interrupted wait looks like an end of file, so our own flags are asked first.
        if interrupt.hasStopped { throw CaptureError(.stopped, while: action, because: "asked to stop") }
        if interrupt.hasExpired {
            throw CaptureError(.timedOut, while: action, because: "nothing came for \(stall.seconds) s")
        }
        if status == plated_error_try_again { return }
        guard !isLive, !isDraining else {
            throw status == plated_error_end_of_file
                ? CaptureError(.ended, while: action, because: "the stream ended") : CaptureError(status, while: action)
        }
        guard status == plated_error_end_of_file else { throw CaptureError(status, while: action) }
        isDraining = true
        avcodec_send_packet(decoder, nil)
    }

    /// One bad packet is counted and passed over; running out of memory is not.
    private func countBroken(_ status: Int32) throws {
        if status == plated_error_out_of_memory { throw CaptureError(status, while: "decoding \(address)") }
        health.brokenPackets += 1
    }
}
