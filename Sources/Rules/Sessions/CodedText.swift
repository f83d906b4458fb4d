/// A text of capitals and digits in sixteen bytes, made ready to be compared with many.
struct CodedText: Sendable, Equatable {
    /// Letters from 0, digits from 26.
    let codes: SIMD16<UInt8>
    let count: Int
    /// Which characters it has, a bit each.
    let characters: UInt64
    /// How many it has of those that it has already.
    let repeats: Int

    static let alphabet = 36
    static let letters = 26

    /// Nil where it has other characters, or more than any plate.
    init?(_ text: String) {
        var codes = SIMD16<UInt8>(repeating: 0)
        var count = 0
        var characters: UInt64 = 0
        for byte in text.utf8 {
            guard count < 16, let code = Self.code(of: byte) else { return nil }
            codes[count] = code
            count += 1
            characters |= 1 << UInt64(code)
        }
        guard count > 0 else { return nil }
        self.codes = codes
        self.count = count
        self.characters = characters
        repeats = count - characters.nonzeroBitCount
    }

    static func code(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + UInt8(letters)
        default: nil
        }
    }

    static func character(_ code: Int) -> Character {
        let byte = code < letters ? UInt8(ascii: "A") + UInt8(code) : UInt8(ascii: "0") + UInt8(code - letters)
        return Character(Unicode.Scalar(byte))
    }
}
