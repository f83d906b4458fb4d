/// Numbers of texts of up to eight bytes, in the order in which they first came.
struct TextNumbers {
    private(set) var count = 0
    private var keys: [UInt64]
    private var numbers: [Int32]
    /// In the order of their numbers, from 1 on.
    private(set) var texts: [UInt64] = []

    /// - Parameter bits: of the number of places, twice as many as there will be texts.
    init(bits: Int) {
        keys = [UInt64](repeating: 0, count: 1 << bits)
        numbers = [Int32](repeating: 0, count: 1 << bits)
    }

    mutating func number(of text: [UInt8]) -> Int32 {
        let key = text.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20) & (keys.count - 1)
        while keys[place] != 0 {
            if keys[place] == key { return numbers[place] }
            place = (place + 1) & (keys.count - 1)
        }
        count += 1
        precondition(count < keys.count, "too many texts")
        keys[place] = key
        numbers[place] = Int32(count)
        texts.append(key)
        return Int32(count)
    }

    static func bytes(of key: UInt64) -> [UInt8] {
        stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: key >> $0) }.filter { $0 != 0 }
    }
}
