import ALPR
import TestSupport
import Testing

@Suite struct LumaImageTests {
    /// A picture in which every pixel says where it is: 10 y + x.
    private func numbered(_ width: Int, _ height: Int) -> LumaImage {
        LumaImage(width: width, height: height) { x, y in 10 * y + x }
    }

    private func rows(_ image: LumaImage) -> [[UInt8]] {
        (0..<image.height).map { y in (0..<image.width).map { image[$0, y] } }
    }

    // MARK: - Crop

    @Test func `a crop holds the pixels of its box`() {
        let crop = numbered(6, 5).cropped(to: Box(x: 2, y: 1, width: 3, height: 2))
        #expect(rows(crop) == [[12, 13, 14], [22, 23, 24]])
    }

    @Test func `a crop takes every pixel its box touches`() {
        let crop = numbered(6, 5).cropped(to: Box(x: 1.9, y: 0.5, width: 1.2, height: 0.4))
        #expect(rows(crop) == [[1, 2, 3]])
    }

    @Test func `a crop is clipped to the picture`() {
        let picture = numbered(6, 5)
        #expect(rows(picture.cropped(to: Box(x: -3, y: -2, width: 5, height: 3))) == [[0, 1]])
        #expect(rows(picture.cropped(to: Box(x: 4, y: 3, width: 90, height: 90))) == [[34, 35], [44, 45]])
        #expect(picture.cropped(to: picture.bounds.expanded(x: 7, y: 7)) == picture)
    }

    @Test(arguments: [
        Box(x: 10, y: 0, width: 3, height: 3), Box(x: 0, y: -9, width: 3, height: 3),
        Box(x: 2, y: 2, width: 0, height: 0),
        Box(x: 3, y: 3, width: -2, height: -2), Box(x: 1e12, y: 1e12, width: 1e12, height: 1e12),
    ])
    func `a crop beside the picture or of no size is empty`(box: Box) {
        #expect(numbered(6, 5).cropped(to: box).isEmpty)
    }

    // MARK: - Sizes

    @Test func `half the size is the mean of four, rounded`() {
        let picture = LumaImage(width: 4, height: 2, pixels: [0, 2, 255, 255, 4, 4, 255, 255])
        #expect(rows(picture.halved()) == [[3, 255]])
    }

    @Test func `an odd last row and column are left out of the half`() {
        let half = LumaImage(width: 5, height: 3, filledWith: 80).halved()
        #expect((half.width, half.height) == (2, 1))
        #expect(LumaImage(width: 1, height: 7).halved().isEmpty)
    }

    @Test func `twice the size lies between the pixels, and repeats the edge`() {
        let picture = LumaImage(width: 2, height: 1, pixels: [0, 160])
        #expect(rows(picture.doubled()) == [[0, 40, 120, 160], [0, 40, 120, 160]])
        let column = LumaImage(width: 1, height: 2, pixels: [0, 160])
        #expect(rows(column.doubled()) == [[0, 0], [40, 40], [120, 120], [160, 160]])
    }

    @Test(arguments: [(0, 0), (0, 4), (4, 0), (1, 1)])
    func `nothing doubled is nothing, one pixel is four`(width: Int, height: Int) {
        let twice = LumaImage(width: width, height: height, filledWith: 9).doubled()
        #expect(twice.pixels == [UInt8](repeating: 9, count: 4 * width * height))
    }

    @Test func `doubled and halved again, a smooth picture stays as it was`() {
        let picture = numbered(9, 7)
        for (before, after) in zip(picture.pixels, picture.doubled().halved().pixels) {
            // Only at the edge, where there is nothing beyond to interpolate with, does it move.
            #expect(abs(Int(before) - Int(after)) <= 2)
        }
    }

    // MARK: - Stretch

    @Test func `a narrow picture is widened to the aspect, a wide one is left`() {
        let narrow = numbered(6, 4).stretched(toAspect: 3.5)
        #expect((narrow.width, narrow.height) == (14, 4))
        #expect(narrow[0, 2] == 20 && narrow[13, 2] == 25)
        let wide = numbered(9, 2)
        #expect(wide.stretched(toAspect: 3.5) == wide)
        #expect(LumaImage(width: 0, height: 0).stretched(toAspect: 3.5).isEmpty)
    }
}
