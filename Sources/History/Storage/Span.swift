import Records

/// A stretch of the wall clock: twelve and a half days, thirty in a year.
///
/// Events by plate lie in spans, so that what comes now goes into a part of the tree that the writer has in memory: 20 000 events a
/// second need that. Finding one plate means to look into every span that has events, three millionths of a second each.
struct Span: Hashable {
    private static let bits: Int64 = 30

    let number: Int64

    init(of time: WallTime) { number = Self.number(of: time.milliseconds) }

    /// - Parameter time: milliseconds since 1970.
    static func number(of time: Int64) -> Int64 { time >> bits }

    /// The milliseconds that belong to a span.
    static func times(of number: Int64) -> ClosedRange<Int64> {
        let first = number << bits
        return first...first + (1 << bits - 1)
    }
}
