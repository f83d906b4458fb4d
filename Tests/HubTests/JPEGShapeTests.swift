import Answers
import Testing

@Suite struct JPEGShapeTests {
    /// 200 × 100 pixels.
    private static let whole: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8, 0, 100, 0, 200, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1,
        0,
        0, 0x3F, 0, 1, 2, 3, 0xFF, 0xD9,
    ]

    @Test func `a JPEG fits, and says how large it is`() {
        #expect(JPEGShape.fits(Self.whole))
        #expect(JPEGShape.size(of: Self.whole)?.width == 200 && JPEGShape.size(of: Self.whole)?.height == 100)
    }

    @Test func `one that is cut off anywhere does not`() {
        for count in 0..<Self.whole.count { #expect(!JPEGShape.fits(Array(Self.whole.prefix(count)))) }
    }

    @Test(arguments: [
        [], Array("<html>".utf8), [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF, 0xD9],
        [0xFF, 0xD8] + Array("<script>".utf8) + [0xFF, 0xD9],
        // No size, a size of nothing, a segment without an end.
        [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0, 0xFF, 0xD9],
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 0, 0, 200, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9],
        [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 1, 0xFF, 0xD9],
    ])
    func `what is none does not`(bytes: [UInt8]) { #expect(!JPEGShape.fits(bytes)) }
}
