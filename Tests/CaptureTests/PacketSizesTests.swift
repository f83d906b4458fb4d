import ALPR
import TestSupport
import Testing

@testable import Capture

@Suite struct PacketSizesTests {
    private static let blocks1080 = 1920 * 1080 / 256

    private func picture(_ bytes: Int, kind: Int = 1) -> CodedPicture {
        CodedPicture(start: .inter, kind: kind, bytes: bytes, time: nil)
    }

    /// Sizes round a mean, as noise makes them.
    private func noise(_ mean: Int, spread: Int, count: Int, seed: UInt64 = 1) -> [Int] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            // The sum of four even ones is nearly normal, with a spread of 0.577 times the range of one.
            let sum = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &generator) }
            return max(1, mean + Int(sum * Double(spread) / 1.155))
        }
    }

    private func learnt(_ sizes: [Int]) -> PacketSizes {
        var known = PacketSizes()
        for size in sizes { known.learn(picture(size)) }
        return known
    }

    /// The number of pictures after which something stirs; nil where nothing does.
    private func pictures(_ known: PacketSizes, of sizes: [Int], patiently: Bool = false) -> Int? {
        var known = known
        return sizes.firstIndex { known.stirs(picture($0), .plainly, patiently: patiently) }.map { $0 + 1 }
    }

    @Test func `noise stirs nothing`() {
        let known = learnt(noise(137, spread: 14, count: 300))
        #expect(known.telling(blocks: Self.blocks1080) == .plainly)
        // Forty groups of pictures of two seconds.
        for seed in 2..<42 {
            #expect(pictures(known, of: noise(137, spread: 14, count: 50, seed: UInt64(seed))) == nil)
        }
    }

    @Test func `less than a spread more in every picture adds up within four seconds, where that is asked`() throws {
        // As a vehicle of little contrast was measured, of which twelve seconds came between two key frames.
        let known = learnt(noise(100, spread: 16, count: 500))
        for seed in UInt64(3)..<43 {
            let passing = noise(113, spread: 16, count: 300, seed: seed + 100)
            #expect(try #require(pictures(known, of: passing, patiently: true)) <= 100)
            let still = noise(100, spread: 16, count: 300, seed: seed)
            #expect(pictures(known, of: still, patiently: true) == nil, "seed \(seed)")
        }
    }

    @Test func `one picture that is much larger is a sign at once`() {
        #expect(pictures(learnt(noise(350, spread: 50, count: 200)), of: [9600]) == 1)
        #expect(pictures(learnt(noise(350, spread: 50, count: 200)), of: [340, 350, 1200]) == 3)
    }

    @Test func `a little more in every picture adds up within half a second`() throws {
        // As a vehicle far away was measured: 305 in place of 137 bytes.
        let after = try #require(
            pictures(learnt(noise(137, spread: 30, count: 300)), of: noise(260, spread: 30, count: 50)))
        #expect(after <= 6)
        let least = try #require(
            pictures(learnt(noise(137, spread: 30, count: 300)), of: noise(215, spread: 30, count: 50)))
        #expect(least <= 12)
    }

    @Test func `a constant rate, noise that is coded, and sizes that vary tell nothing`() {
        let known = learnt(noise(12_000, spread: 60, count: 200))
        #expect(known.isKnown && known.telling(blocks: Self.blocks1080) == .nothing)
        #expect(learnt(noise(400, spread: 150, count: 200)).telling(blocks: Self.blocks1080) == .nothing)
        // 352 × 288 at 128 kb/s.
        #expect(learnt(noise(640, spread: 40, count: 200)).telling(blocks: 352 * 288 / 256) == .nothing)
        #expect(learnt(noise(80, spread: 9, count: 200)).telling(blocks: 352 * 288 / 256) == .plainly)
    }

    @Test func `too few pictures tell nothing, and a kind that is not known stirs`() {
        #expect(learnt(noise(100, spread: 9, count: 40)).telling(blocks: Self.blocks1080) == .nothing)
        var known = learnt(noise(100, spread: 9, count: 100))
        let answer6 = known.stirs(picture(100), .plainly)
        #expect(!answer6)
        let answer7 = known.stirs(picture(100, kind: 3), .plainly)
        #expect(answer7)
    }

    @Test func `each kind has sizes of its own`() {
        var known = PacketSizes()
        for (large, small) in zip(noise(500, spread: 14, count: 100), noise(60, spread: 8, count: 100, seed: 9)) {
            known.learn(picture(large, kind: 1))
            known.learn(picture(small, kind: 2))
        }
        #expect(known.telling(blocks: Self.blocks1080) == .plainly)
        let answer8 = known.stirs(picture(500, kind: 2), .plainly)
        #expect(answer8)
        known.startSum()
        let answer9 = known.stirs(picture(510, kind: 1), .plainly)
        #expect(!answer9)
    }
}
