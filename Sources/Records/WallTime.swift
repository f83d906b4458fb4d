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

    /// The time that `description` wrote so; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let pattern = Array("0000-00-00T00:00:00.000Z".utf8)
        let bytes = Array(text.utf8)
        let digit = UInt8(ascii: "0")
        guard bytes.count == pattern.count,
            zip(bytes, pattern).allSatisfy({ $1 == digit ? digit...(digit + 9) ~= $0 : $0 == $1 })
        else { return nil }
        func number(_ range: Range<Int>) -> Int32 { bytes[range].reduce(0) { $0 * 10 + Int32($1 - digit) } }
        var parts = tm()
        parts.tm_year = number(0..<4) - 1900
        parts.tm_mon = number(5..<7) - 1
        parts.tm_mday = number(8..<10)
        parts.tm_hour = number(11..<13)
        parts.tm_min = number(14..<16)
        parts.tm_sec = number(17..<19)
        self.init(milliseconds: Int64(timegm(&parts)) * 1000 + Int64(number(20..<23)))
        // The 31st of February is none.
        guard description.utf8.elementsEqual(bytes) else { return nil }
    }

    public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }
}
