/// What a statement is given, in PostgreSQL's binary form.
enum Value {
    case integer(Int64?)
    case text(String?)
    /// A text of any length, for a column without an index.
    case whole(String?)
    case bytes([UInt8])
    case integers([Int64?])
    case texts([String?])
    /// Texts of any length, for a column without an index.
    case wholes([String])
    case byteses([[UInt8]])

    static func integer(_ number: Int) -> Value { .integer(Int64(number)) }

    static func integers(_ numbers: some Sequence<Int64>) -> Value {
        let all: [Int64?] = numbers.map { $0 }
        return .integers(all)
    }

    static func texts(_ texts: some Sequence<String>) -> Value {
        let all: [String?] = texts.map { $0 }
        return .texts(all)
    }

    /// Numbers of types, which never change (pg_type.dat).
    private enum Kind {
        static let bytes: UInt32 = 17
        static let integer: UInt32 = 20
        static let text: UInt32 = 25
    }

    var kind: UInt32 {
        switch self {
        case .integer: Kind.integer
        case .text, .whole: Kind.text
        case .bytes: Kind.bytes
        case .integers: 1016
        case .texts, .wholes: 1009
        case .byteses: 1001
        }
    }

    /// Nil for null.
    var encoded: [UInt8]? {
        switch self {
        case .integer(let number): number.map(Self.bytes)
        case .text(let text): text.map { Array($0.storable.utf8) }
        case .whole(let text): text.map { Array($0.withoutZeros.utf8) }
        case .bytes(let bytes): bytes
        case .integers(let numbers): Self.array(numbers)
        case .texts(let texts): Self.array(texts.map { $0.map { Array($0.storable.utf8) } }, of: Kind.text)
        case .wholes(let texts): Self.array(texts.map { Array($0.withoutZeros.utf8) }, of: Kind.text)
        case .byteses(let byteses): Self.array(byteses.map { $0 }, of: Kind.bytes)
        }
    }

    /// Of an array: its dimensions, whether it has nulls, the elements' type; of its one dimension the length and first index.
    private static func array(_ elements: [[UInt8]?], of kind: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        func put(_ number: UInt32) {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        put(elements.isEmpty ? 0 : 1)
        put(elements.contains { $0 == nil } ? 1 : 0)
        put(kind)
        if elements.isEmpty { return bytes }
        put(UInt32(elements.count))
        put(1)
        for element in elements {
            put(element.map { UInt32($0.count) } ?? .max)
            if let element { bytes += element }
        }
        return bytes
    }

    /// There may be many thousands of them.
    private static func array(_ numbers: [Int64?]) -> [UInt8] {
        if numbers.isEmpty { return array([], of: Kind.integer) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + 12 * numbers.count)
        func put(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
        put(UInt32(1))
        put(UInt32(numbers.contains { $0 == nil } ? 1 : 0))
        put(Kind.integer)
        put(UInt32(numbers.count))
        put(UInt32(1))
        for number in numbers {
            put(number == nil ? UInt32.max : 8)
            if let number { put(number) }
        }
        return bytes
    }

    private static func bytes(of number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}

extension String {
    /// As PostgreSQL can store it.
    fileprivate var withoutZeros: String {
        utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 })) : self
    }

    /// As PostgreSQL can store and index it: without zeros, and no longer than an index takes. What is longer is told by its beginning and
    /// a number that stands for all of it.
    var storable: String {
        let isPlain = utf8.count <= 500 && !utf8.contains(0)
        if isPlain { return self }
        var text = withoutZeros
        if text.utf8.count > 500 {
            // FNV-1a, 64 bits.
            let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            var kept = String.UnicodeScalarView()
            var count = 0
            for scalar in text.unicodeScalars {
                count += UTF8.width(scalar)
                if count > 400 { break }
                kept.append(scalar)
            }
            text = "\(String(kept))…\(String(hash, radix: 16))"
        }
        return text
    }
}
