import TestSupport

/// Makes inputs out of seeds. The same seed and number give the same input, on every machine.
struct Mutator {
    let seeds: [[UInt8]]
    let dictionary: [[UInt8]]
    let limit: Int
    let seed: UInt64

    /// Values at which lengths and counts go wrong.
    private static let edges: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
    /// Characters that take more than one byte, one of them of several scalars, one no character at all.
    private static let oddities: [[UInt8]] =
        ["é", "皖", "\u{2028}", "🚗", "e\u{301}\u{302}", "\u{0}", "\r\n", "\u{FEFF}", "${", "٣"]
        .map { Array($0.utf8) } + [[0xC3], [0xED, 0xA0, 0x80]]

    func input(_ number: Int) -> [UInt8] {
        var random = SplitMix64(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        // The seeds themselves come first, as they are.
        if number < seeds.count { return Array(seeds[number].prefix(limit)) }
        var input = seeds.randomElement(using: &random) ?? []
        let changes = 1 << Int.random(in: 0...5, using: &random)
        for _ in 0..<Int.random(in: 1...changes, using: &random) { change(&input, &random) }
        if input.count > limit { input.removeLast(input.count - limit) }
        return input
    }

    private func change(_ input: inout [UInt8], _ random: inout SplitMix64) {
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: setBit(&input, &random)
        case 2: setByte(&input, &random, to: Self.edges.randomElement(using: &random) ?? 0)
        case 3: setByte(&input, &random, to: .random(in: 0...255, using: &random))
        case 4: setNumber(&input, &random)
        case 5: input.removeSubrange(piece(of: input, &random))
        case 6: input.insert(contentsOf: Array(input[piece(of: input, &random)]), at: place(in: input, &random))
        case 7, 8: changeLine(&input, &random)
        case 9, 10: insert(word(&random), into: &input, &random)
        case 11: replacePiece(of: &input, with: word(&random), &random)
        case 12: insert(Self.oddities.randomElement(using: &random) ?? [], into: &input, &random)
        case 13: splice(&input, &random)
        case 14: repeatSomething(&input, &random)
        default: input.removeLast(input.count - place(in: input, &random))
        }
    }

    // MARK: - Places

    private func place(in input: [UInt8], _ random: inout SplitMix64) -> Int {
        Int.random(in: 0...input.count, using: &random)
    }

    /// A stretch of bytes, mostly a short one.
    private func piece(of input: [UInt8], _ random: inout SplitMix64) -> Range<Int> {
        let start = place(in: input, &random)
        let most = min(input.count - start, 1 << Int.random(in: 0...12, using: &random))
        return start..<start + Int.random(in: 0...most, using: &random)
    }

    private func word(_ random: inout SplitMix64) -> [UInt8] { dictionary.randomElement(using: &random) ?? [0] }

    // MARK: - Changes

    private func setBit(_ input: inout [UInt8], _ random: inout SplitMix64) {
        guard let index = input.indices.randomElement(using: &random) else { return }
        input[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
    }

    private func setByte(_ input: inout [UInt8], _ random: inout SplitMix64, to value: UInt8) {
        guard let index = input.indices.randomElement(using: &random) else { return }
        input[index] = value
    }

    /// Two, four or eight bytes of an edge value.
    private func setNumber(_ input: inout [UInt8], _ random: inout SplitMix64) {
        let size = 2 << Int.random(in: 0...2, using: &random)
        guard input.count >= size else { return }
        let start = Int.random(in: 0...input.count - size, using: &random)
        let filling = Self.edges.randomElement(using: &random) ?? 0
        for index in start..<start + size { input[index] = filling }
        if Bool.random(using: &random) { input[start] = Self.edges.randomElement(using: &random) ?? 0 }
    }

    /// Swaps two lines, or takes one out or twice.
    private func changeLine(_ input: inout [UInt8], _ random: inout SplitMix64) {
        var lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count > 1, lines.count < 5000, let one = lines.indices.randomElement(using: &random),
            let other = lines.indices.randomElement(using: &random)
        else { return setBit(&input, &random) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: lines.swapAt(one, other)
        case 1: lines.remove(at: one)
        case 2: lines.insert(lines[one], at: other)
        default: lines[one] = Array(repeating: UInt8(ascii: " "), count: 2) + lines[one]
        }
        input = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    private func insert(_ bytes: [UInt8], into input: inout [UInt8], _ random: inout SplitMix64) {
        input.insert(contentsOf: bytes, at: place(in: input, &random))
    }

    private func replacePiece(of input: inout [UInt8], with bytes: [UInt8], _ random: inout SplitMix64) {
        input.replaceSubrange(piece(of: input, &random), with: bytes)
    }

    /// The start of this input and the end of another seed.
    private func splice(_ input: inout [UInt8], _ random: inout SplitMix64) {
        guard let other = seeds.randomElement(using: &random) else { return }
        input = Array(input[..<place(in: input, &random)] + other[place(in: other, &random)...])
    }

    private func repeatSomething(_ input: inout [UInt8], _ random: inout SplitMix64) {
        let start = piece(of: input, &random)
        let what = Bool.random(using: &random) ? word(&random) : Array(input[start].prefix(16))
        guard !what.isEmpty else { return }
        // Rarely so often that nesting or a square law shows.
        let most = Int.random(in: 0..<20, using: &random) == 0 ? limit / what.count : 64
        let times = Int.random(in: 0...max(1, most), using: &random)
        insert(Array([[UInt8]](repeating: what, count: times).joined()), into: &input, &random)
    }
}
