import ALPR
import CFFmpeg
import Capture

/// Tells pictures that need not be decoded: they come too soon after the last frame that was handed on, and no other is built on them. Those
/// that others are built on can wait at least: where a key frame comes before one that is wanted, they need not be decoded either.
struct SparedPictures {
    private let interval: Duration
    /// While something is undecided.
    private let hurried: Duration
    private let reader: SliceReader
    private let isLive: Bool
    private let timeBase: AVRational
    /// Of the last frame that was handed on.
    private var last: (time: Timestamp, stamp: Int64)?
    /// The highest layer seen, and pictures in which to look for it.
    private var layer = 0
    private var seen = 0

    /// Whether a picture of fields came: the second of them may be referred to by none, and yet is half of one. A camera's stream may not
    /// state it, but the decoder sees it.
    private var hasFields = false

    /// The latest time that a packet stated, and whether one has stated none, or an earlier one: then pictures are not shown in the order in
    /// which they are coded.
    private var latest: Int64?
    private var isOutOfOrder = false

    /// Pictures before it is known how many layers there are, and in what order they come.
    private static let enough = 100
    /// Of a camera the moment of arrival counts, which varies: for so much of the interval nothing is due whatever it does.
    private static let surely = 0.65

    /// Nil where every picture is to be decoded.
    init?(_ settings: CaptureSettings, _ opened: SourceOpening.Opened) {
        guard let interval = settings.interval, opened.decoder.hardware == nil, !opened.isOfStills,
            let parameters = opened.input?.pointee.streams[Int(opened.streamIndex)]?.pointee.codecpar,
            let reader = SliceReader(parameters)
        else { return nil }
        self.interval = interval
        hurried = min(interval, settings.hurriedInterval ?? interval)
        self.reader = reader
        isLive = opened.isLive
        timeBase = opened.timeBase
    }

    /// A picture was decoded.
    mutating func sees(_ picture: UnsafePointer<AVFrame>) {
        if plated_is_interlaced(picture) { hasFields = true }
    }

    /// A frame is handed on.
    ///
    /// - Parameter stamp: as its packet stated it.
    mutating func handsOn(_ time: Timestamp, stamp: Int64) { last = (time, stamp) }

    /// Whether a packet's picture need not be decoded.
    ///
    /// - Parameters:
    ///   - time: of a recording's time stamp.
    ///   - hurries: whether something is undecided; asked only where that decides.
    mutating func spares(
        _ packet: UnsafeMutablePointer<AVPacket>, time: (Int64) -> Timestamp, hurries: () -> Bool
    ) -> Bool {
        guard !hasFields else { return false }
        let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        let isKey = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        guard let picture = reader.picture(in: bytes, isKey: isKey) else { return false }
        layer = max(layer, picture.layer)
        seen += 1
        guard !isKey, !picture.isReferred, picture.layer == layer, seen > Self.enough, let last else {
            return false
        }
        let stamp = packet.pointee.pts
        guard stamp != plated_no_timestamp, last.stamp != plated_no_timestamp, stamp > last.stamp else { return false }
        if isLive {
            let ticks = Double(stamp) - Double(last.stamp)
            let seconds = ticks * Double(timeBase.num) / Double(max(1, timeBase.den))
            return isTooSoon(.seconds(seconds / Self.surely), hurries)
        }
        let time = time(stamp)
        return time >= last.time && isTooSoon(time - last.time, hurries)
    }

    private func isTooSoon(_ elapsed: Duration, _ hurries: () -> Bool) -> Bool {
        elapsed < hurried || elapsed < interval && !hurries()
    }

    /// Whether a packet's picture comes too soon to be asked for, so that it can wait until another one needs it.
    ///
    /// - Parameters:
    ///   - arrival: of a camera's packet.
    ///   - time: of a recording's time stamp.
    ///   - hurries: whether something is undecided; asked only where that decides.
    mutating func canWait(
        _ packet: UnsafeMutablePointer<AVPacket>, arrival: Timestamp?, time: (Int64) -> Timestamp, hurries: () -> Bool
    ) -> Bool {
        let stamp = packet.pointee.pts
        // The first packet of an RTSP stream may state none, and the others do.
        if stamp == plated_no_timestamp, latest == nil { return false }
        if stamp == plated_no_timestamp || latest.map({ stamp <= $0 }) ?? false { isOutOfOrder = true }
        latest = max(stamp, latest ?? stamp)
        guard !isOutOfOrder, !hasFields, seen > Self.enough, let last, last.stamp != plated_no_timestamp,
            stamp > last.stamp
        else { return false }
        let time = arrival ?? time(stamp)
        return time >= last.time && isTooSoon(time - last.time, hurries)
    }

    /// Whether no picture from this one on is built on one before it.
    mutating func startsAfresh(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard packet.pointee.flags & AV_PKT_FLAG_KEY != 0 else { return false }
        let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        return reader.picture(in: bytes, isKey: true)?.start == .afresh
    }
}
