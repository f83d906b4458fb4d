import Testing

@testable import ALPR

@Suite struct OrientationTests {
    /// 1 2 3
    /// 4 5 6
    private let image = LumaImage(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])

    @Test(arguments: [
        (Orientation.upright, 3, [1, 2, 3, 4, 5, 6]), (.upsideDown, 3, [6, 5, 4, 3, 2, 1]),
        (.mirrored, 3, [3, 2, 1, 6, 5, 4]), (.mirroredUpsideDown, 3, [4, 5, 6, 1, 2, 3]),
        // The camera's left side comes to the top, or its right side does.
        (.turnedLeft, 2, [4, 1, 5, 2, 6, 3]), (.turnedRight, 2, [3, 6, 2, 5, 1, 4]),
    ])
    func `a picture is set upright`(orientation: Orientation, width: Int, pixels: [UInt8]) {
        let upright = image.upright(from: orientation)
        #expect(upright == LumaImage(width: width, height: 6 / width, pixels: pixels))
        #expect(upright.upright(from: orientation.reversed) == image)
    }

    @Test(arguments: Orientation.allCases)
    func `a place of the upright picture is found in the camera's`(orientation: Orientation) {
        let upright = image.upright(from: orientation)
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                let point = orientation.cameraPoint(
                    of: Point(
                        x: (Double(x) + 0.5) / Double(upright.width), y: (Double(y) + 0.5) / Double(upright.height)))
                #expect(image[Int(point.x * 3), Int(point.y * 2)] == upright[x, y])
                let back = orientation.reversed.cameraPoint(of: point)
                #expect(abs(back.x * Double(upright.width) - Double(x) - 0.5) < 1e-9)
            }
        }
        let region = RegionOfInterest(x: 0, y: 0, width: 1, height: 0.5).inCamera(orientation)
        let bounds = region.bounds(width: 100, height: 100)
        let half: [Orientation: Box] = [
            .upright: Box(x: 0, y: 0, width: 100, height: 50), .upsideDown: Box(x: 0, y: 50, width: 100, height: 50),
            .mirrored: Box(x: 0, y: 0, width: 100, height: 50),
            .mirroredUpsideDown: Box(x: 0, y: 50, width: 100, height: 50),
            .turnedLeft: Box(x: 0, y: 0, width: 50, height: 100),
            .turnedRight: Box(x: 50, y: 0, width: 50, height: 100),
        ]
        #expect(bounds == half[orientation])
    }

    @Test(arguments: Orientation.allCases, [(true, true), (true, false), (false, false)])
    func `colours turn with the picture`(orientation: Orientation, half: (wide: Bool, high: Bool)) {
        for (width, height) in [(24, 16), (25, 17)] {
            let (w, h) = (half.wide ? (width + 1) / 2 : width, half.high ? (height + 1) / 2 : height)
            func slope(_ width: Int, _ height: Int, _ across: Int, _ down: Int) -> LumaImage {
                LumaImage(width: width, height: height) { out in
                    for y in 0..<height {
                        for x in 0..<width {
                            out[y * width + x] = UInt8(60 + x * across * 24 / width + y * down * 16 / height)
                        }
                    }
                }
            }
            let picture = ColourImage(
                luma: slope(width, height, 3, 2),
                chroma: .init(
                    blue: slope(w, h, 4, 1), red: slope(w, h, 1, 5), isHalfWide: half.wide, isHalfHigh: half.high),
                encoding: .init(isFullRange: true, isHighDefinition: false))
            let turned = picture.upright(from: orientation).rgb
            let expected = picture.rgb.map { $0.upright(from: orientation) }
            #expect(turned.width == expected.width && turned.height == expected.height)
            for (a, b) in [(turned.red, expected.red), (turned.green, expected.green), (turned.blue, expected.blue)] {
                #expect(zip(a.pixels, b.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func `a frame that is set upright keeps one plane of brightness for its grey and its colours`(
        orientation: Orientation
    ) throws {
        let luma = LumaImage(width: 4, height: 2, pixels: [1, 2, 3, 4, 5, 6, 7, 8])
        let half = LumaImage(width: 2, height: 1, filledWith: 128)
        let picture = ColourImage(
            luma: luma, chroma: .init(blue: half, red: half, isHalfWide: true, isHalfHigh: true),
            encoding: .init(isFullRange: true, isHighDefinition: false))
        let time = Timestamp(.zero)
        let frame = Frame(image: luma, colour: picture, time: time).upright(from: orientation)
        #expect(frame.image == luma.upright(from: orientation))
        #expect(try #require(frame.colour?.luma).isShared(with: frame.image))
        // Two pictures that only look alike are both turned.
        let other = LumaImage(width: 4, height: 2, filledWith: 9)
        #expect(Frame(image: other, colour: picture, time: time).upright(from: orientation).image.pixels.first == 9)
    }
}
