import ALPR
import CFFmpeg

/// A recording's time line: from its first picture on, by the times that it states.
struct RecordingClock {
    private let timeBase: AVRational
    private var first: Int64?
    /// Of the last pictures.
    private var times: [Timestamp] = []
    /// From where on pictures are counted, since what they state cannot be.
    private var counted: (time: Timestamp, decoded: Int64)?

    /// So many pictures tell how fast times go on, and this many a second are more than any camera has.
    private static let enough = (pictures: 50, rate: 200.0)
    /// A rate that is stated and higher is none.
    private static let highestRate = 250.0

    init(timeBase: AVRational) {
        self.timeBase = timeBase
    }

    /// Whether pictures are counted, since their time stamps stand still or run far too slowly.
    var isCounting: Bool { counted != nil }

    /// Pictures a second where they are counted.
    func countedRate(stated: Double) -> Double { stated > 0 && stated <= Self.highestRate ? stated : 25 }

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
        let steady = countedRate(stated: rate)
        if let counted { return counted.time + .seconds(Double(decoded - counted.decoded) / steady) }
        let time = time(at: stamp)
        judge(time, decoded: decoded, rate: steady)
        return time
    }

    /// - Parameter rate: a recording of a fast camera states one that fits.
    private mutating func judge(_ time: Timestamp, decoded: Int64, rate: Double) {
        times.append(time)
        guard times.count > Self.enough.pictures else { return }
        let span = time - times.removeFirst()
        let least = Duration.seconds(Double(Self.enough.pictures) / max(Self.enough.rate, 1.5 * rate))
        if span >= .zero, span < least { counted = (time, decoded) }
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
