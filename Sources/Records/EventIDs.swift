import Synchronization

/// Makes identifiers that are unique and sort by time: ULIDs (https://github.com/ulid/spec), 26 characters of Crockford's base 32.
///
/// Those of one maker sort as they were made, also within a millisecond and when the clock goes back: such a one is its
/// predecessor plus one. So all records of a process take theirs from the same maker.
public final class EventIDs: Sendable {
    /// The one of this process.
    public static let ofThisProcess = EventIDs()

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private struct Last {
        var time: Int64 = -1
        var high: UInt16 = 0
        var low: UInt64 = 0
    }

    private let last = Mutex(Last())

    public init() {}

    public func next(at time: WallTime) -> String {
        let value = last.withLock { last in
            if time.milliseconds > last.time {
                last.time = time.milliseconds
                // The top bit stays clear so that counting up never overflows in practice.
                last.high = UInt16.random(in: 0...0x7FFF)
                last.low = UInt64.random(in: 0...UInt64.max)
            } else {
                last.low &+= 1
                if last.low == 0 { last.high &+= 1 }
            }
            return Self.stamp(last.time) | UInt128(last.high) << 64 | UInt128(last.low)
        }
        return Self.text(value)
    }

    /// The identifier of a record that follows from others: the same every time it is made.
    ///
    /// - Parameter digest: of all that it follows from.
    public static func id(at time: WallTime, from digest: Digest) -> String {
        let rest = digest.bytes.prefix(10).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        return text(stamp(time.milliseconds) | rest)
    }

    /// An identifier as it would be, had it been made at another moment.
    public static func id(_ id: String, at time: WallTime) -> String {
        // Ten characters are the time.
        String(text(stamp(time.milliseconds)).prefix(10)) + id.dropFirst(10)
    }

    /// When an identifier was made, by itself; nil of a text that is none.
    public static func time(of id: String) -> WallTime? {
        guard id.utf8.count == 26 else { return nil }
        var number: Int64 = 0
        for (place, character) in id.utf8.enumerated() {
            guard let digit = alphabet.firstIndex(of: character) else { return nil }
            if place < 10 { number = number << 5 | Int64(digit) }
        }
        return number >> 48 == 0 ? WallTime(milliseconds: number) : nil
    }

    private static func stamp(_ milliseconds: Int64) -> UInt128 {
        UInt128(UInt64(max(0, milliseconds)) & 0xFFFF_FFFF_FFFF) << 80
    }

    private static func text(_ value: UInt128) -> String {
        let characters = (0..<26).map { alphabet[Int(value >> (5 * (25 - $0)) & 31)] }
        return String(decoding: characters, as: UTF8.self)
    }
}
