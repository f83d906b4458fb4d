/// Writes events' lines packed, as `History`'s packer makes them of `Traffic`'s, without the lines: a tenth of the work. What it writes is
/// held against the product's own by `Benchmarks/large_history.py check`.
struct PackedEvent {
    /// What the phrases of the history's first dictionary stand for, by their numbers there.
    private enum Phrase {
        static let start: UInt8 = 0x80
        static let time: UInt8 = 0x81
        static let camera: UInt8 = 0x82
        static let plate: UInt8 = 0x83
        static let raw: UInt8 = 0x84
        static let confidence: UInt8 = 0x85
        static let sole: UInt8 = 0x87
        static let candidates: UInt8 = 0x89
        static let another: UInt8 = 0x8A
        static let format: UInt8 = 0x8B
        static let region: UInt8 = 0x8D
        static let box: UInt8 = 0x8F
        static let reads: UInt8 = 0x90
        static let frames: UInt8 = 0x91
        static let firstSeen: UInt8 = 0x92
        static let lastSeen: UInt8 = 0x93
        static let engine: UInt8 = 0x95
        static let direction: UInt8 = 0x9A
        static let approaching: UInt8 = 0x9D
        static let lane: UInt8 = 0xA1
        static let evidence: UInt8 = 0xA2
        static let crop: UInt8 = 0xA9
        static let scene: UInt8 = 0xAB
        static let cropDigest: UInt8 = 0xAC
        static let sceneDigest: UInt8 = 0xAD
        static let bytes: UInt8 = 0xAF
        static let previous: UInt8 = 0xB3
    }

    private(set) var line: [UInt8] = []
    /// The event's identifier: a ULID.
    private(set) var id: [UInt8] = []

    mutating func write(
        time: Int64, camera: [UInt8], plate: [UInt8], lost: [UInt8]?, isEntry: Bool, _ random: inout Random
    ) {
        line.removeAll(keepingCapacity: true)
        line += [1, Phrase.start]
        identify(time, &random)
        line += [Phrase.time, 0x04]
        for shift in stride(from: Int64(40), through: 0, by: -8) {
            line.append(UInt8(truncatingIfNeeded: time >> shift))
        }
        line.append(Phrase.camera)
        put(camera)
        line.append(Phrase.plate)
        put(plate)
        line += [Phrase.raw, 0x08, Phrase.confidence]
        put(910 + Int(random.below(90)))
        line += [Phrase.candidates, 0x08]
        if let lost {
            line.append(Phrase.confidence)
            put(710 + Int(random.below(90)))
            line.append(Phrase.another)
            put(lost)
            line.append(Phrase.confidence)
            put(210 + Int(random.below(90)))
            line.append(Phrase.format)
        } else {
            line.append(Phrase.sole)
        }
        line += [0x67, 0x62, 0x2D]
        put(2001)
        line += [Phrase.region, 0x67, 0x62, Phrase.box]
        box(90 + Int(random.below(90)), 22 + Int(random.below(30)), &random)
        line.append(Phrase.reads)
        put(3 + Int(random.below(9)))
        line.append(Phrase.frames)
        put(4 + Int(random.below(12)))
        // 1240 ms before.
        line += [Phrase.firstSeen, 0x06, 0x7B, 0x28, Phrase.lastSeen, 0x05, Phrase.engine]
        put(20 + Int(random.below(99)))
        line.append(Phrase.direction)
        put(Int(random.below(360)))
        line += [Phrase.approaching, Phrase.lane]
        put(isEntry ? Self.entry : Self.exit)
        line += [Phrase.evidence, 0x05, Phrase.box]
        box(143, 38, &random)
        picture(Phrase.crop, Phrase.cropDigest, 2000 + Int(random.below(6000)), &random)
        picture(Phrase.scene, Phrase.sceneDigest, 20_000 + Int(random.below(60_000)), &random)
        line.append(Phrase.previous)
        digest(&random)
        line += [0x22, 0x7D]
    }

    private static let entry = Array("entry".utf8)
    private static let exit = Array("exit".utf8)
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private mutating func identify(_ time: Int64, _ random: inout Random) {
        var value = UInt128(UInt64(time)) << 80 | UInt128(random.next() & 0x7FFF) << 64 | UInt128(random.next())
        line.append(0x02)
        for shift in stride(from: 120, through: 0, by: -8) { line.append(UInt8(truncatingIfNeeded: value >> shift)) }
        if id.count != 26 { id = [UInt8](repeating: 0, count: 26) }
        for place in (0..<26).reversed() {
            id[place] = Self.digits[Int(truncatingIfNeeded: value) & 31]
            value >>= 5
        }
    }

    private mutating func box(_ width: Int, _ height: Int, _ random: inout Random) {
        put(Int(random.below(1100)))
        line.append(0x2C)
        put(Int(random.below(650)))
        line.append(0x2C)
        put(width)
        line.append(0x2C)
        put(height)
    }

    private mutating func picture(_ phrase: UInt8, _ digestPhrase: UInt8, _ size: Int, _ random: inout Random) {
        line += [phrase, 0x07, 0x03, digestPhrase]
        digest(&random)
        line.append(Phrase.bytes)
        put(size)
    }

    private mutating func digest(_ random: inout Random) {
        line.append(0x01)
        for part in 0..<4 {
            // One that began with 26 decimals would be packed as an identifier.
            let word = random.next() | (part == 0 ? 0xA << 60 : 0)
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                line.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
    }

    private mutating func put(_ number: Int) {
        if number < 100 {
            if number >= 10 { line.append(0x30 + UInt8(number / 10)) }
            line.append(0x30 + UInt8(number % 10))
        } else {
            token(number)
        }
    }

    /// Of at least 100.
    private mutating func token(_ number: Int) {
        if number < 4096 {
            line.append(0x10 + UInt8(number >> 8))
            line.append(UInt8(number & 255))
        } else if number < 65_536 {
            line.append(0x09)
            line.append(UInt8(number >> 8))
            line.append(UInt8(number & 255))
        } else {
            for digit in String(number).utf8 { line.append(digit) }
        }
    }

    /// A text, with the numbers in it.
    private mutating func put(_ text: [UInt8]) {
        var place = 0
        while place < text.count {
            let isFirst = place == 0 || !Self.isDecimal(text[place - 1])
            if isFirst, Self.isDecimal(text[place]), text[place] != 0x30 {
                var (end, number) = (place, 0)
                while end < text.count, end - place < 6, Self.isDecimal(text[end]) {
                    number = number * 10 + Int(text[end] - 0x30)
                    end += 1
                }
                if (100..<65_536).contains(number) {
                    token(number)
                    place = end
                    continue
                }
            }
            line.append(text[place])
            place += 1
        }
    }

    private static func isDecimal(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
