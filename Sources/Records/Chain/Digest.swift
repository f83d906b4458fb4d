/// A SHA-256: 32 bytes that stand for others.
public struct Digest: Hashable, Sendable, LosslessStringConvertible {
    /// What the first line of a log names in place of a line before it.
    public static let zero = Digest(words: InlineArray(repeating: 0))

    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    init(words: InlineArray<8, UInt32>) {
        func pair(_ place: Int) -> UInt64 { UInt64(words[place]) << 32 | UInt64(words[place + 1]) }
        (first, second, third, fourth) = (pair(0), pair(2), pair(4), pair(6))
    }

    public init(of bytes: some Sequence<UInt8>) {
        var sum = SHA256()
        sum.add(bytes)
        self = sum.finish()
    }

    /// Reads 64 hexadecimal digits; nil where the text is something else.
    public init?(_ description: String) {
        self.init(hex: Array(description.utf8)[...])
    }

    init?(hex: ArraySlice<UInt8>) {
        guard hex.count == 64 else { return nil }
        var words = InlineArray<8, UInt32>(repeating: 0)
        for (place, digit) in hex.enumerated() {
            guard let value = digit.hexadecimal else { return nil }
            words[place / 8] = words[place / 8] << 4 | UInt32(value)
        }
        self.init(words: words)
    }

    public var bytes: [UInt8] {
        [first, second, third, fourth].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
    }

    var hex: [UInt8] { bytes.flatMap { [JSONText.hexDigit($0 >> 4), JSONText.hexDigit($0 & 15)] } }

    /// 64 small hexadecimal digits.
    public var description: String { String(decoding: hex, as: UTF8.self) }
}
