import Basics
import Testing

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("", "AB1", 3), ("AB12CD", "AB12CD", 0), ("AB12CD", "AB13CD", 1), ("AB12CD", "B12CD", 1),
        ("AB12CD", "AXB12CD", 1), ("AB12CD", "BA12CD", 2), ("kitten", "sitting", 3),
    ])
    func `the distance is the fewest edits, either way`(a: String, b: String, edits: Int) {
        #expect(a.editDistance(to: b) == edits)
        #expect(b.editDistance(to: a) == edits)
    }

    @Test(arguments: [("", "", 1.0), ("AB12", "AB12", 1), ("AB12", "AB13", 0.75), ("AB12", "XYZW", 0), ("", "A", 0)])
    func `alike is the share of characters that need no edit`(a: String, b: String, share: Double) {
        #expect(a.similarity(to: b) == share)
    }
}
