import Records

#if canImport(Glibc)
    import Glibc
#endif

/// What the clocks of one place show at a moment of the world's time, and the other way round.
public struct LocalZone: Sendable {
    /// Seconds east of Greenwich at a moment.
    public let offset: @Sendable (WallTime) -> Int

    public init(offset: @escaping @Sendable (WallTime) -> Int) {
        self.offset = offset
    }

    /// The user's: `TZ`, or the machine's.
    public static let current = LocalZone { time in
        var seconds = time_t(time.milliseconds.flooredQuotient(1000))
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }

    public static let utc = LocalZone { _ in 0 }

    /// The moments at which clocks show this: none where they were set forward over it, two where they were set back.
    public func moments(of clock: ClockTime) -> [WallTime] {
        let day: Int64 = 86_400_000
        let nearby = [-day, 0, day].map { offset(WallTime(milliseconds: clock.milliseconds + $0)) }
        return Set(nearby).map { (offset: $0, time: WallTime(milliseconds: clock.milliseconds - Int64($0) * 1000)) }
            .filter { offset($0.time) == $0.offset }.map(\.time).sorted()
    }

    /// What clocks show at a moment.
    public func clock(at time: WallTime) -> ClockTime {
        ClockTime(milliseconds: time.milliseconds + Int64(offset(time)) * 1000)
    }

    /// The first moment of a day, also where clocks are set forward at midnight.
    public func start(ofDay day: Int) -> WallTime {
        let midnight = ClockTime(milliseconds: Int64(day) * 86_400_000)
        if let first = moments(of: midnight).first { return first }
        // Clocks jump over midnight: the moment of the jump is where both offsets meet.
        let before = offset(WallTime(milliseconds: midnight.milliseconds - 86_400_000))
        return WallTime(milliseconds: midnight.milliseconds - Int64(before) * 1000)
    }

    /// When clocks are set next, and to how many seconds east of Greenwich; nil where they are not within 400 days.
    public func turn(after time: WallTime) -> (time: WallTime, offset: Int)? {
        let day: Int64 = 86_400_000
        let before = offset(time)
        func isTurned(_ milliseconds: Int64) -> Bool { offset(WallTime(milliseconds: milliseconds)) != before }
        guard let days = (1...400).first(where: { isTurned(time.milliseconds + Int64($0) * day) }) else { return nil }
        var last = time.milliseconds + Int64(days - 1) * day
        var first = last + day
        while first - last > 1 {
            let middle = last + (first - last) / 2
            if isTurned(middle) { first = middle } else { last = middle }
        }
        let turn = WallTime(milliseconds: first)
        return (turn, offset(turn))
    }

    /// When clocks were set forward over what they never showed.
    public func jump(over clock: ClockTime) -> WallTime? {
        // As if clocks were those of Greenwich: a day and a half before is before the jump in every zone.
        turn(after: WallTime(milliseconds: clock.milliseconds - 129_600_000))?.time
    }

    /// For people, with the offset: `2026-11-21 10:32:05 +01:00`.
    public func text(_ time: WallTime) -> String {
        let text = written(time)
        return "\(text.date) \(text.time.prefix(8)) \(text.offset)"
    }

    /// RFC 3339 with milliseconds and this zone's offset.
    public func rfc3339(_ time: WallTime) -> String {
        let text = written(time)
        return "\(text.date)T\(text.time)\(text.offset)"
    }

    private func written(_ time: WallTime) -> (date: Substring, time: Substring, offset: String) {
        // As UTC writes what clocks show here: 2026-11-21T10:32:05.120Z
        let shown = WallTime(milliseconds: clock(at: time).milliseconds).description
        let seconds = offset(time)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let minutes = abs(seconds) / 60
        let sign = seconds < 0 ? "-" : "+"
        return (shown.prefix(10), shown.dropFirst(11).dropLast(), "\(sign)\(two(minutes / 60)):\(two(minutes % 60))")
    }
}

/// What a clock on a wall shows, with its date: milliseconds since it showed the beginning of 1970. Not a moment: that takes a zone.
public struct ClockTime: Equatable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Since 1 January 1970.
    public var day: Int { Int(milliseconds.flooredQuotient(86_400_000)) }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
