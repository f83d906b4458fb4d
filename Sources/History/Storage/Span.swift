import Records

/// A stretch of the wall clock: about a day and a half.
///
/// Events by plate lie in spans, so that what comes now goes into a small part of the tree: 20 000 events a second need that.
/// Finding one plate means to look into every span that has events, three millionths of a second each.
struct Span: Hashable {
    private static let bits: Int64 = 27

    let number: Int64

    init(of time: WallTime) { number = Self.number(of: time.milliseconds) }

    /// - Parameter time: milliseconds since 1970.
    static func number(of time: Int64) -> Int64 { time >> bits }
}
