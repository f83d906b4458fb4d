#if canImport(Glibc)
    import Glibc
#endif

/// A moment of the wall clock, in milliseconds since 1970, UTC.
public struct WallTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The wall clock's time at a moment of the monotonic one.
    public init(at instant: ContinuousClock.Instant) {
        self.init(milliseconds: WallTime.now.milliseconds - instant.duration(to: .now).milliseconds)
    }

    public static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }

    /// RFC 3339 with milliseconds, such as `2026-11-21T10:32:05.120Z`.
    public var description: String {
        var seconds = time_t((Double(milliseconds) / 1000).rounded(.down))
        let rest = Int(milliseconds - Int64(seconds) * 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ value: some BinaryInteger, _ width: Int) -> String {
            let digits = "\(value)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return padded(parts.tm_year + 1900, 4) + "-" + padded(parts.tm_mon + 1, 2) + "-" + padded(parts.tm_mday, 2)
            + "T"
            + padded(parts.tm_hour, 2) + ":" + padded(parts.tm_min, 2) + ":" + padded(parts.tm_sec, 2) + "."
            + padded(rest, 3) + "Z"
    }
}
