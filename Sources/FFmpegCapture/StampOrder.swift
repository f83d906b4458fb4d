import CFFmpeg

/// Lets the times of a recording go on where they start anew: parts that were put together, or a recorder that was started again in between.
/// What follows plates, and whoever is told one only once in a while, goes by times that do not go back.
///
/// A single stamp that is wrong is no new start: the next packet goes on where the one before it was.
struct StampOrder {
    private struct Line {
        /// The last packet's time as it states it.
        var last: Int64
        var offset: Int64
        var starts: Int
    }

    /// In ticks: what lies back by less is what some muxers do, and no new start.
    private let second: Int64
    private var offset: Int64 = 0
    /// The last packet's time as it states it, and how long after the one before it.
    private var last: Int64?
    private var step: Int64 = 0
    /// What the last packet left, which was too far from the one before it.
    private var left: Line?
    /// How often they have started anew.
    private(set) var starts = 0
    /// Whether the last packet goes on from the one before it.
    var isSettled: Bool { left == nil }

    init(timeBase: AVRational) {
        second = max(1, Int64(timeBase.den) / Int64(max(1, timeBase.num)))
        step = max(1, second / 25)
    }

    /// - Parameter packet: the next one of the stream, in the order in which it is decoded.
    mutating func order(_ packet: UnsafeMutablePointer<AVPacket>) {
        let stamp = packet.pointee.dts == plated_no_timestamp ? packet.pointee.pts : packet.pointee.dts
        guard stamp != plated_no_timestamp else { return }
        defer { last = stamp }
        if let last {
            let (difference, isBeyond) = stamp.subtractingReportingOverflow(last)
            if isBeyond { return }
            if let line = left, isNear(stamp, line.last) {
                (offset, starts, left) = (line.offset, line.starts, nil)
            } else {
                left = isNear(stamp, last) ? nil : Line(last: last, offset: offset, starts: starts)
                goOn(after: difference)
            }
        }
        guard offset != 0 else { return }
        for path in [\AVPacket.pts, \AVPacket.dts] where packet.pointee[keyPath: path] != plated_no_timestamp {
            packet.pointee[keyPath: path] &+= offset
        }
    }

    private mutating func goOn(after difference: Int64) {
        if difference < -second {
            (offset, starts) = (offset &+ step &- difference, starts + 1)
        } else if difference > 0, difference <= second {
            step = difference
        }
    }

    private func isNear(_ one: Int64, _ other: Int64) -> Bool {
        let (difference, isBeyond) = one.subtractingReportingOverflow(other)
        return !isBeyond && difference >= -second && difference <= second
    }
}
