/// A place between two pages of answers: behind the last record of the one. What is stored meanwhile moves nothing.
public struct PageCursor: Hashable, Sendable, LosslessStringConvertible {
    /// Milliseconds since 1970, and the number of the record.
    package let time: Int64
    package let seq: Int64

    package init(time: Int64, seq: Int64) {
        self.time = time
        self.seq = seq
    }

    /// Whether an event comes behind the page before.
    package func admits(_ found: Found) -> Bool { found < Found(time: time, seq: seq) }

    /// Before all.
    package static let newest = PageCursor(time: .max, seq: .max)

    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = UInt64(parts[0], radix: 36), let seq = Int64(parts[1], radix: 36), seq >= 0
        else { return nil }
        self.init(time: Int64(bitPattern: time), seq: seq)
    }

    public var description: String {
        String(UInt64(bitPattern: time), radix: 36) + "-" + String(seq, radix: 36)
    }
}
