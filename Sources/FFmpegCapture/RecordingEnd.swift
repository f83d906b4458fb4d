import Addresses
import CFFmpeg

#if canImport(Glibc)
    import Glibc
#endif

/// Where a recording ends by what it states, and how far it was read: one that was cut off, or of which a part is missing, ends for FFmpeg like
/// any other.
struct RecordingEnd {
    /// No recording is longer, in seconds.
    private static let longest = 2_592_000.0

    /// Seconds of a tick.
    private let tick: Double
    private let start: Double
    /// Nil where nothing credible is stated.
    private let stated: Double?
    /// Numbered pictures: how many there are, and the first one's number.
    private let files: (count: Int, first: Int)?
    private var last: Double?
    /// From the end of one packet to that of the next.
    private var step = 0.0
    private var packets = 0
    private var isTold = false

    init(_ opened: SourceOpening.Opened, of address: SourceAddress) {
        tick = Double(opened.timeBase.num) / Double(max(1, opened.timeBase.den))
        files = opened.isOfStills ? Self.files(of: address) : nil
        guard !opened.isLive, !opened.isOfStills, let context = opened.input,
            context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE,
            let stream = context.pointee.streams[Int(opened.streamIndex)]
        else {
            (start, stated) = (0, nil)
            return
        }
        var ends: [Double] = []
        let first = stream.pointee.start_time
        let begin = first == plated_no_timestamp ? 0 : Double(first) * tick
        if stream.pointee.duration > 0 { ends.append(begin + Double(stream.pointee.duration) * tick) }
        // In a Matroska file the sound may go on for longer than the pictures. There it is the time of the end.
        if let end = Self.tag(of: stream) { ends.append(end) }
        if context.pointee.duration > 0 {
            let origin = context.pointee.start_time == plated_no_timestamp ? 0 : context.pointee.start_time
            ends.append(Double(origin) / 1_000_000 + Double(context.pointee.duration) / 1_000_000)
        }
        start = begin
        stated = ends.min().flatMap { $0 - begin < Self.longest ? $0 : nil }
    }

    private static func tag(of stream: UnsafeMutablePointer<AVStream>) -> Double? {
        guard let entry = av_dict_get(stream.pointee.metadata, "DURATION", nil, 0) else { return nil }
        var microseconds: Int64 = 0
        guard av_parse_time(&microseconds, entry.pointee.value, 1) >= 0, microseconds > 0 else { return nil }
        return Double(microseconds) / 1_000_000
    }

    private static func files(of address: SourceAddress) -> (count: Int, first: Int)? {
        guard address.kind == .file, address.scheme == nil, access(address.location, F_OK) != 0,
            let sequence = ImageSequence(address.location), let first = sequence.firstNumber
        else { return nil }
        return (sequence.count, first)
    }

    /// - Parameter packet: the next one of the stream.
    mutating func read(_ packet: UnsafeMutablePointer<AVPacket>) {
        packets += 1
        let stamp = packet.pointee.pts == plated_no_timestamp ? packet.pointee.dts : packet.pointee.pts
        guard stamp != plated_no_timestamp else { return }
        let end = (Double(stamp) + Double(max(0, packet.pointee.duration))) * tick
        if let last {
            if end > last { step = end - last }
            self.last = max(last, end)
        } else {
            last = end
        }
    }

    /// What is missing at the end, to be said after the recording's name; nil where nothing is, or it was said.
    ///
    /// - Parameter isInOrder: whether no times have started anew within it: else what it states is not its length.
    mutating func complaint(isInOrder: Bool) -> String? {
        guard !isTold else { return nil }
        isTold = true
        if let files, packets < files.count {
            return
                "has \(files.count) pictures, and the last \(files.count - packets) were not looked at, since number \(files.first + packets)"
                + " is missing or empty"
        }
        guard isInOrder, let stated, let last, stated - last > max(1, 2 * step) else { return nil }
        return
            "ends at \(Self.text(last - start)) s of \(Self.text(stated - start)) s: plates that only the rest shows are missing"
    }

    /// In tenths.
    private static func text(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }
}
