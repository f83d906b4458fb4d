/// Makes identifiers that are unique and sort by time: ULIDs (https://github.com/ulid/spec), 26 characters of Crockford's base 32.
///
/// Two of the same millisecond keep their order: the second's random part is the first's plus one.
public struct EventIDs<Generator: RandomNumberGenerator> {
    private static var alphabet: [Character] { Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ") }

    private var generator: Generator
    private var lastTime: Int64 = -1
    private var high: UInt16 = 0
    private var low: UInt64 = 0

    public init(generator: Generator) {
        self.generator = generator
    }

    public mutating func next(at time: WallTime) -> String {
        if time.milliseconds > lastTime {
            lastTime = time.milliseconds
            // The top bit stays clear so that counting up never overflows in practice.
            high = UInt16.random(in: 0...0x7FFF, using: &generator)
            low = UInt64.random(in: 0...UInt64.max, using: &generator)
        } else {
            low &+= 1
            if low == 0 { high &+= 1 }
        }
        let stamp = UInt64(max(0, lastTime)) & 0xFFFF_FFFF_FFFF
        var value = UInt128(stamp) << 80 | UInt128(high) << 64 | UInt128(low)
        var characters: [Character] = []
        for _ in 0..<26 {
            characters.append(Self.alphabet[Int(value & 31)])
            value >>= 5
        }
        return String(characters.reversed())
    }
}
