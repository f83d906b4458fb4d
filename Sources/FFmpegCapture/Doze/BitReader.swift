/// Reads the bits of a coded unit (ITU-T H.264, 7.2, 7.3.1 and 9.1), less the bytes that keep start codes out of it. Beyond its end it reads
/// zeros, and says so.
struct BitReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place: Int
    /// Of the byte at `place`, from its highest bit on.
    private var offset: UInt8 = 0
    /// Bytes in a row, up to `place`, that are 0.
    private var zeros = 0
    /// Whether what was read is no number, or lies beyond the end.
    private(set) var hasFailed = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, from place: Int) {
        self.bytes = bytes
        self.place = place
    }

    mutating func bit() -> Int {
        guard place < bytes.count else {
            hasFailed = true
            return 0
        }
        let byte = bytes[place]
        let bit = Int(byte >> (7 - offset) & 1)
        offset += 1
        if offset == 8 {
            offset = 0
            place += 1
            zeros = byte == 0 ? zeros + 1 : 0
            if zeros >= 2, place < bytes.count, bytes[place] == 3 {
                place += 1
                zeros = 0
            }
        }
        return bit
    }

    mutating func flag() -> Bool { bit() == 1 }

    /// At most 32.
    mutating func bits(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count { value = value << 1 | bit() }
        return value
    }

    /// ue(v)
    mutating func number() -> Int {
        var zeros = 0
        while !hasFailed, bit() == 0 {
            zeros += 1
            if zeros > 31 { hasFailed = true }
        }
        return hasFailed ? 0 : (1 << zeros) - 1 + bits(zeros)
    }

    /// se(v)
    mutating func signed() -> Int {
        let number = number()
        return number % 2 == 1 ? number / 2 + 1 : -(number / 2)
    }
}
