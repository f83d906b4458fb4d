import ALPR
import PlateDrawing
import Testing

@Suite struct MarkedPictureTests {
    private typealias Ink = MarkedPicture.Ink
    private let green = Ink(red: 0, green: 200, blue: 0)

    private func blank(_ width: Int = 120, _ height: Int = 80) -> MarkedPicture {
        let grey = LumaImage(width: width, height: height, filledWith: 90)
        return MarkedPicture(RGBImage(red: grey, green: grey, blue: grey))
    }

    private func ink(_ picture: MarkedPicture, _ x: Int, _ y: Int) -> [UInt8] {
        [picture.image.red[x, y], picture.image.green[x, y], picture.image.blue[x, y]]
    }

    @Test func `an outline runs along the box and leaves its inside and the rest alone`() {
        var picture = blank()
        picture.outline(Box(x: 20, y: 30, width: 60, height: 20), width: 2, in: green)
        for (x, y) in [(50, 30), (50, 49), (20, 40), (79, 40)] { #expect(ink(picture, x, y) == [0, 200, 0]) }
        for (x, y) in [(50, 40), (50, 26), (10, 40), (90, 40), (119, 79)] {
            #expect(ink(picture, x, y) == [90, 90, 90])
        }
    }

    @Test func `what lies outside the picture is left out`() {
        var picture = blank()
        picture.outline(Box(x: -50, y: -50, width: 1000, height: 1000), width: 3, in: green)
        #expect(picture.image == blank().image)
        picture.outline(Box(x: 100, y: 60, width: 500, height: 500), width: 3, in: green)
        #expect(ink(picture, 100, 79) == [0, 200, 0])
        #expect(ink(picture, 50, 40) == [90, 90, 90])
    }

    /// A server may answer anything.
    @Test(arguments: [1e19, 1e300, .infinity])
    func `a box that is beyond all numbers of pixels stops nothing`(far: Double) {
        var picture = blank()
        picture.outline(Box(x: -far, y: 0, width: 2 * far, height: 50), width: 2, in: green)
        picture.outline(Box(x: 10, y: far, width: 20, height: far), width: 2, in: green)
        #expect(picture.image.width == 120)
    }

    @Test(arguments: [(40.0, 24..<40), (4.0, 24..<40), (70.0, 54..<70)])
    func `a label stands above its box, and below where there is no room`(y: Double, rows: Range<Int>) {
        var picture = blank()
        picture.label(Box(x: 10, y: y, width: 60, height: 20), "AB 12", height: 10, in: .black, on: green)
        let touched = (0..<80).filter { y in (0..<120).contains { ink(picture, $0, y) != [90, 90, 90] } }
        #expect(touched.allSatisfy(rows.contains), "\(touched)")
        #expect(touched.count >= 14)
    }

    @Test func `a label shows its text, in the plate font`() {
        var picture = blank(400, 80)
        picture.label(Box(x: 5, y: 70, width: 60, height: 8), "HL", height: 30, in: .black, on: green)
        // H is two uprights and a bar, L one upright and a foot: the upper half of L is ground.
        let dark = (0..<400).filter { ink(picture, $0, 36)[1] < 40 }
        #expect(dark.count > 8 && dark.count < 30)
        var wide = blank(400, 80)
        wide.label(Box(x: 5, y: 70, width: 60, height: 8), "HLHLHL", height: 30, in: .black, on: green)
        func width(_ picture: MarkedPicture) -> Int { (0..<400).count { ink(picture, $0, 30) != [90, 90, 90] } }
        #expect(width(wide) > 2 * width(picture))
    }
}
