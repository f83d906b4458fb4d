import Testing

@testable import ALPR

@Suite struct InkLabellerTests {
    /// Grounds of every grey, each with a bar that is so much lighter.
    @Test(arguments: [-18, -17, -16, -12, -7, -6, -1, 0, 1, 6, 7, 12, 16, 17, 18])
    func `ink is what differs by more than an eighth of the mean around it, at least 6 and at most 16`(step: Int) {
        for ground in 0...255 where (0...255).contains(ground + step) {
            var image = LumaImage(width: 96, height: 48, filledWith: UInt8(ground))
            // Where the window lies over all of the bar, the mean is the same for all of its pixels.
            for y in 20..<28 { for x in 46..<50 { image[x, y] = UInt8(ground + step) } }
            var labeller = InkLabeller()
            let ink = labeller.ink(in: image, shape: CharacterShape(heights: 8...48))
            // Sums of columns are halved before they are added up.
            let column = 8 * ground, barColumn = (8 * ground + 8 * (ground + step)) >> 1
            let mean = (28 * column + 4 * barColumn) >> 8
            let threshold = max(6, min(16, mean / 8))
            #expect(ink.dark.count == (mean - ground - step > threshold ? 1 : 0), "\(ground)")
            #expect(ink.light.count == (ground + step - mean > threshold ? 1 : 0), "\(ground)")
        }
    }
}
