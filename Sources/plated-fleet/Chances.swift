import Foundation

/// Numbers by chance that follow from a seed alone, on every machine (SplitMix64; Steele, Lea and Flood 2014). Its own, so that the program
/// is built without anything that has to do with pictures.
struct Chances: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 ..< 1.
    mutating func share() -> Double { Double.random(in: 0..<1, using: &self) }

    /// Of mean 0 and standard deviation 1 (Box and Muller 1958).
    mutating func normal() -> Double {
        let radius = sqrt(-2 * log(1 - share()))
        return radius * cos(2 * .pi * share())
    }
}
