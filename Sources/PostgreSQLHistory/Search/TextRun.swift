import History

/// Some texts of capitals, digits and other ASCII, sorted: each has sixteen bytes, of which twelve are the text, filled up with zeros, and
/// four its number.
///
/// Where a pattern says how a text begins, nothing else is looked at.
struct TextRun: Sendable {
    enum Matcher {
        case pattern(PatternMatcher)
        case near(NearMatcher)

        func matches(_ text: String) -> Bool {
            switch self {
            case .pattern(let matcher): matcher.matches(text)
            case .near(let matcher): matcher.matches(text)
            }
        }
    }

    private static let width = 16
    /// No more texts than these are each compared whole.
    private static let few = 8

    /// The first byte of the text is first in memory.
    private let texts: [UInt128]

    var count: Int { texts.count }

    /// - Parameter texts: as `packed` makes them.
    init(_ texts: [UInt128]) {
        var sorted = texts
        sorted.sort()
        for place in sorted.indices { sorted[place] = sorted[place].bigEndian }
        self.texts = sorted
    }

    private init(sorted: [UInt128]) { texts = sorted }

    /// Nil where the text does not fit.
    static func packed(_ text: UnsafeRawBufferPointer, _ number: Int64) -> UInt128? {
        guard !text.isEmpty, text.count <= PackedText.width, let number = UInt32(exactly: number),
            text.allSatisfy({ $0 > 0 && $0 < 0x80 })
        else { return nil }
        var packed: UInt128 = 0
        for byte in text { packed = packed << 8 | UInt128(byte) }
        packed <<= UInt128(8 * (PackedText.width - text.count))
        return packed << 32 | UInt128(number)
    }

    func merged(with other: TextRun) -> TextRun {
        let merged = [UInt128](unsafeUninitializedCapacity: count + other.count) { room, filled in
            var (first, second) = (0, 0)
            while first < count || second < other.count {
                let isFirst =
                    second == other.count
                    || first < count
                        && UInt128(bigEndian: texts[first]) < UInt128(bigEndian: other.texts[second])
                room.initializeElement(at: filled, to: isFirst ? texts[first] : other.texts[second])
                filled += 1
                if isFirst { first += 1 } else { second += 1 }
            }
        }
        return TextRun(sorted: merged)
    }

    /// Adds the numbers of those that match.
    func look(_ matcher: Matcher, _ found: inout [Int64]) {
        texts.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            switch matcher {
            case .near(let matcher): Self.scan(start, 0..<count, matcher, &found)
            case .pattern(let matcher): Self.descend(start, 0..<count, 0, matcher, matcher.start, &found)
            }
        }
    }

    // MARK: - Looking

    private static func scan(
        _ start: UnsafePointer<UInt8>, _ range: Range<Int>, _ matcher: some TextMatcher, _ found: inout [Int64]
    ) {
        for slot in range {
            let text = start + slot * width
            if matcher.matches(text, count: TextScan.length(of: text)) { found.append(number(start, slot)) }
        }
    }

    /// Goes through texts that begin alike, and leaves out what nothing that matches begins with.
    ///
    /// - Parameters:
    ///   - depth: of how many bytes that beginning is.
    ///   - reached: the places of the pattern that these lead to.
    private static func descend(
        _ start: UnsafePointer<UInt8>, _ range: Range<Int>, _ depth: Int, _ matcher: PatternMatcher, _ reached: UInt64,
        _ found: inout [Int64]
    ) {
        if matcher.isEverything(reached) {
            for slot in range { found.append(number(start, slot)) }
            return
        }
        if range.count <= few || depth == PackedText.width || matcher.isOpen(reached) {
            scan(start, range, matcher, &found)
            return
        }
        var rest = range
        if let byte = matcher.only(reached) {
            let first = end(start, rest, depth) { $0 < byte }
            let last = end(start, first..<rest.upperBound, depth) { $0 == byte }
            let next = matcher.step(reached, byte)
            if first < last { descend(start, first..<last, depth + 1, matcher, next, &found) }
            return
        }
        // The shortest is first: it ends here.
        if start[rest.lowerBound * width + depth] == 0 {
            if matcher.isEnd(reached) { found.append(number(start, rest.lowerBound)) }
            rest = rest.dropFirst()
        }
        while let slot = rest.first {
            let byte = start[slot * width + depth]
            let last = end(start, rest, depth) { $0 == byte }
            let next = matcher.step(reached, byte)
            if next != 0 { descend(start, slot..<last, depth + 1, matcher, next, &found) }
            rest = last..<rest.upperBound
        }
    }

    /// The first of a range whose byte is not such a one as those before it.
    @inline(__always)
    private static func end(
        _ start: UnsafePointer<UInt8>, _ range: Range<Int>, _ depth: Int, _ isSuch: (UInt8) -> Bool
    ) -> Int {
        var (low, high, step) = (range.lowerBound, range.upperBound, 1)
        // What is looked for is often near.
        while low + step < high, isSuch(start[(low + step) * width + depth]) {
            low += step
            step *= 2
        }
        high = min(high, low + step)
        while low < high {
            let middle = low + (high - low) / 2
            if isSuch(start[middle * width + depth]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    @inline(__always)
    private static func number(_ start: UnsafePointer<UInt8>, _ slot: Int) -> Int64 {
        let raw = UnsafeRawPointer(start)
        return Int64(UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: slot * width + 12, as: UInt32.self)))
    }
}
