/// Finds texts among many: the same one, patterns that fit, and those that are one slip away.
///
/// A text that is one slip away has its first or its second half in common with what is looked for, so that only those that share
/// one are compared. Everything is kept as sorted arrays: a hundred thousand plates take six megabytes.
struct TextIndex: Sendable {
    private struct Key: Sendable {
        var hash: UInt64
        var number: UInt32
    }

    private var texts: [[UInt8]]
    private var whole: [Key] = []
    private var firstHalves: [Key] = []
    private var secondHalves: [Key] = []
    /// Patterns by their first two bytes, where those are real characters; the others by 0.
    private var patterns: [UInt16: [UInt32]] = [:]

    private static let one = UInt8(ascii: "?")
    private static let any = UInt8(ascii: "*")

    /// - Parameter takesNearest: whether `nearest` is going to be asked.
    init(_ texts: [String], takesNearest: Bool) {
        self.texts = texts.map { Array($0.utf8) }
        for (index, text) in self.texts.enumerated() {
            let number = UInt32(index)
            if text.contains(Self.one) || text.contains(Self.any) {
                patterns[Self.bucket(text), default: []].append(number)
                continue
            }
            whole.append(Key(hash: Self.hash(text[...]), number: number))
            guard takesNearest else { continue }
            let half = text.count / 2
            firstHalves.append(Key(hash: Self.hash(text[..<half]), number: number))
            secondHalves.append(Key(hash: Self.hash(text[half...]), number: number))
        }
        for path in [\Self.whole, \Self.firstHalves, \Self.secondHalves] {
            self[keyPath: path].sort { ($0.hash, $0.number) < ($1.hash, $1.number) }
        }
    }

    func exact(_ text: [UInt8]) -> [Int] {
        Self.numbers(in: whole, Self.hash(text[...])).filter { texts[$0] == text }
    }

    func patterns(fitting text: [UInt8]) -> [Int] {
        let own = text.count >= 2 ? patterns[Self.bucket(text)] ?? [] : []
        return (own + (patterns[0] ?? [])).map { Int($0) }.filter { Self.fits(text, texts[$0]) }.sorted()
    }

    /// Each with how likely it is to have been meant, if `text` is wrong.
    func nearest(_ text: [UInt8]) -> [(number: Int, share: Double)] {
        var found: Set<Int> = []
        for length in max(1, text.count - 1)...text.count + 1 {
            let half = length / 2
            if half <= text.count { found.formUnion(Self.numbers(in: firstHalves, Self.hash(text.prefix(half)))) }
            if length - half <= text.count {
                found.formUnion(Self.numbers(in: secondHalves, Self.hash(text.suffix(length - half))))
            }
        }
        return found.sorted().compactMap { number in
            Misreading.share(of: texts[number], readAs: text).map { (number, $0) }
        }
    }

    // MARK: - Parts

    private static func numbers(in keys: [Key], _ hash: UInt64) -> [Int] {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return keys[low...].prefix { $0.hash == hash }.map { Int($0.number) }
    }

    private static func bucket(_ text: [UInt8]) -> UInt16 {
        guard text.count >= 2, ![one, any].contains(text[0]), ![one, any].contains(text[1]) else { return 0 }
        return UInt16(text[0]) << 8 | UInt16(text[1])
    }

    /// FNV-1a, 64 bits.
    private static func hash(_ text: ArraySlice<UInt8>) -> UInt64 {
        text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// Goes back to the last `*` where the rest does not fit.
    private static func fits(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
        var (place, wanted) = (0, 0)
        var star: (wanted: Int, place: Int)?
        while place < text.count {
            if wanted < pattern.count, pattern[wanted] == any {
                star = (wanted + 1, place)
                wanted += 1
            } else if wanted < pattern.count, pattern[wanted] == one || pattern[wanted] == text[place] {
                place += 1
                wanted += 1
            } else if let last = star {
                star = (last.wanted, last.place + 1)
                (wanted, place) = (last.wanted, last.place + 1)
            } else {
                return false
            }
        }
        return pattern[wanted...].allSatisfy { $0 == any }
    }
}
