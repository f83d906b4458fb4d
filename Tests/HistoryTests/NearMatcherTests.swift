import Basics
import TestSupport
import Testing

@testable import History

@Suite struct NearMatcherTests {
    @Test(arguments: 1...3) func `what is near is near by the edit distance, and nothing else is`(distance: Int) {
        var random = SplitMix64(seed: UInt64(distance))
        func text(_ count: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: count, using: &random)).map { _ in "AB1".randomElement(using: &random) ?? "A" })
        }
        var near = 0
        for _ in 0..<4000 {
            let (meant, read) = (text(1...12), text(1...12))
            let matcher = NearMatcher(meant, distance: distance)
            let expected = meant.editDistance(to: read) <= distance
            let bytes = Array(read.utf8)
            let found = bytes.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { matcher.matches($0, count: bytes.count) }
            }
            #expect(found == expected, "\(meant) and \(read)")
            #expect(matcher.matches(read) == expected, "\(meant) and \(read)")
            near += expected ? 1 : 0
        }
        #expect(near > 30 && near < 2000)
    }
}
