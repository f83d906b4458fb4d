import Basics

/// One moment on two clocks: the wall's, which people read and may set, and one that only ever goes on.
public struct Moment: Hashable, Sendable {
    public var wall: WallTime
    /// Of a clock that goes on while the machine is suspended (Linux: CLOCK_BOOTTIME).
    public var instant: ContinuousClock.Instant

    public init(wall: WallTime, instant: ContinuousClock.Instant) {
        self.wall = wall
        self.instant = instant
    }

    public static var now: Moment { Moment(wall: .now, instant: .now) }

    /// The wall clock's time, as it is set now, at another moment.
    public func wall(at other: ContinuousClock.Instant) -> WallTime {
        WallTime(milliseconds: wall.milliseconds - other.duration(to: instant).milliseconds)
    }
}
