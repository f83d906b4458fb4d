import ALPR
import CFFmpeg

/// A recording's time line: from its first picture on, by the times that it states.
struct RecordingClock {
    private let timeBase: AVRational
    private var first: Int64?

    init(timeBase: AVRational) {
        self.timeBase = timeBase
    }

    /// - Parameters:
    ///   - decoded: pictures before this one.
    ///   - rate: pictures a second; 0 where that is not known.
    mutating func time(of picture: UnsafeMutablePointer<AVFrame>, decoded: Int64, rate: Double) -> Timestamp {
        let stamp = picture.pointee.best_effort_timestamp
        guard stamp != plated_no_timestamp else {
            // A raw stream has no times: counted at its nominal rate.
            return Timestamp(.seconds(Double(decoded) / (rate > 0 ? rate : 25)))
        }
        first = first ?? stamp
        return time(at: stamp)
    }

    /// The time of what states `stamp`.
    func time(at stamp: Int64) -> Timestamp {
        // A broken file's time stamps may be any number. What is a century away is no time, and must not overflow anything.
        let ticks = (Int128(stamp) - Int128(first ?? stamp)) * Int128(timeBase.num)
        let nanoseconds = ticks * 1_000_000_000 / Int128(max(1, timeBase.den))
        let century = Int128(3_155_760_000_000_000_000)
        return Timestamp(.nanoseconds(Int64(min(century, max(-century, nanoseconds)))))
    }
}
