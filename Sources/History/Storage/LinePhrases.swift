#if canImport(Glibc)
    import Glibc
#endif

/// The phrases of a dictionary, by their numbers and by what they begin with.
struct LinePhrases: Sendable {
    static let present = LinePhrases(LineDictionary.bytes)

    /// More have no token.
    private static let limit = 128
    /// Shorter ones are not looked for.
    private static let shortest = 4

    /// By number.
    let all: [[UInt8]]
    /// By what the first four bytes are mixed to: the numbers of the phrases that begin so, the longest first.
    private let buckets: [[UInt8]]
    /// Whether a phrase begins with a byte.
    private let beginnings: [Bool]

    /// - Parameter text: a phrase a line.
    init(_ text: [UInt8]) {
        let all = text.split(separator: UInt8(ascii: "\n")).prefix(Self.limit).map(Array.init)
        var buckets = [[UInt8]](repeating: [], count: 256)
        var beginnings = [Bool](repeating: false, count: 256)
        let order = all.indices.sorted { all[$0].count > all[$1].count }
        for number in order where all[number].count >= Self.shortest {
            let bucket = all[number].withUnsafeBytes { Self.bucket($0, at: 0) }
            buckets[bucket].append(UInt8(number))
            beginnings[Int(all[number][0])] = true
        }
        self.all = all
        self.buckets = buckets
        self.beginnings = beginnings
    }

    /// The longest phrase that stands at a place.
    func longest(in line: UnsafeRawBufferPointer, at place: Int) -> (number: UInt8, length: Int)? {
        guard beginnings[Int(line[place])], line.count - place >= Self.shortest else { return nil }
        for number in buckets[Self.bucket(line, at: place)] {
            let phrase = all[Int(number)]
            let fits = phrase.withUnsafeBytes { phrase in
                line.count - place >= phrase.count && line.same(place, as: phrase, at: 0, length: phrase.count)
            }
            if fits { return (number, phrase.count) }
        }
        return nil
    }

    private static func bucket(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
        Int((bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self) &* 0x9E37_79B1) >> 24)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether bytes from a place on are those of another. Both have as many.
    @inline(__always)
    func same(_ place: Int, as other: UnsafeRawBufferPointer, at otherPlace: Int, length: Int) -> Bool {
        guard let start = baseAddress, let otherStart = other.baseAddress else { return length == 0 }
        return memcmp(start + place, otherStart + otherPlace, length) == 0
    }
}
