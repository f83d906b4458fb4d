/// The texts that are looked for, by their numbers.
struct WantedTexts {
    let numbers: [Int64]
    /// About how many there are in all.
    let known: Int
    /// The highest number of any; nil where they are one or two, and are looked for.
    let last: Int64?

    /// A bit for each number, as PostgreSQL counts them: the lowest of a byte first.
    var bits: [UInt8] {
        let last = max(last ?? 0, 0)
        var bits = [UInt8](repeating: 0, count: Int(last / 8 + 1))
        for number in numbers where (0...last).contains(number) {
            bits[Int(number / 8)] |= 1 << UInt8(truncatingIfNeeded: number % 8)
        }
        return bits
    }
}
