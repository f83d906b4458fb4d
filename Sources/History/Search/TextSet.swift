/// Numbers of texts, one bit each.
package struct TextSet {
    private var bits: [UInt64]

    /// - Parameter numbers: none below 0.
    package init(_ numbers: [Int64]) {
        bits = Array(repeating: 0, count: Int((numbers.max() ?? 0) / 64 + 1))
        for number in numbers { bits[Int(number / 64)] |= 1 << UInt64(number % 64) }
    }

    package func contains(_ number: Int64) -> Bool {
        guard number >= 0 else { return false }
        let word = Int(number / 64)
        return word < bits.count && bits[word] >> UInt64(number % 64) & 1 == 1
    }
}
