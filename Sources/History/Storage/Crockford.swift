/// Crockford's base 32, in capitals only, as `EventIDs` writes ULIDs.
enum Crockford {
    /// Digits of a ULID.
    static let length = 26

    /// The number of a ULID's 26 digits; nil where they are none.
    static func number(_ digits: UnsafeRawBufferPointer, at place: Int) -> UInt128? {
        guard digits.count - place >= length, digits[place] <= UInt8(ascii: "7") else { return nil }
        // In parts that fit into a machine's word: 8, 60 and 60 bits.
        guard let first = word(digits, place..<place + 2), let second = word(digits, place + 2..<place + 14),
            let third = word(digits, place + 14..<place + length)
        else { return nil }
        return UInt128(first) << 120 | UInt128(second) << 60 | UInt128(third)
    }

    private static func word(_ digits: UnsafeRawBufferPointer, _ places: Range<Int>) -> UInt64? {
        var word: UInt64 = 0
        for place in places {
            let value = values[Int(digits[place])]
            guard value < 32 else { return nil }
            word = word << 5 | UInt64(value)
        }
        return word
    }

    static func append(_ number: UInt128, to text: inout [UInt8]) {
        for place in (0..<length).reversed() {
            text.append(digits[Int(truncatingIfNeeded: number >> (5 * place)) & 31])
        }
    }

    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// 32 for what is no digit.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 32, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()
}
