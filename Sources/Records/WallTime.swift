import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// A moment of the wall clock, in milliseconds since 1970, UTC.
public struct WallTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    public static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }
}
