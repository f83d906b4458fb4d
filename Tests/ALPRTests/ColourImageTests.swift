import Testing

@testable import ALPR

@Suite struct ColourImageTests {
    private func plane(_ width: Int, _ height: Int, _ value: (Int, Int) -> Int) -> LumaImage {
        LumaImage(width: width, height: height) { out in
            for y in 0..<height {
                for x in 0..<width { out[y * width + x] = UInt8(value(x, y)) }
            }
        }
    }

    private func picture(
        _ luma: LumaImage, blue: LumaImage, red: LumaImage, isFullRange: Bool = true, isHighDefinition: Bool = false
    ) -> ColourImage {
        ColourImage(
            luma: luma,
            chroma: .init(
                blue: blue, red: red, isHalfWide: blue.width < luma.width, isHalfHigh: blue.height < luma.height),
            encoding: .init(isFullRange: isFullRange, isHighDefinition: isHighDefinition))
    }

    @Test func `a JPEG's primary colours come out as they went in`() {
        // Y, Cb, Cr of pure red, green, blue and of white, as ITU-T T.871 has them.
        for (y, cb, cr, rgb) in [
            (76, 85, 255, [254, 0, 0]), (150, 44, 21, [0, 255, 1]), (29, 255, 107, [0, 0, 254]),
            (255, 128, 128, [255, 255, 255]),
        ] {
            let whole = plane(4, 4) { _, _ in y }
            let image = picture(whole, blue: plane(2, 2) { _, _ in cb }, red: plane(2, 2) { _, _ in cr }).rgb
            #expect([image.red[1, 1], image.green[1, 1], image.blue[1, 1]].map(Int.init) == rgb)
        }
    }

    @Test func `a video's black and white are 16 and 235`() {
        let grey = plane(2, 2) { _, _ in 128 }
        let black = picture(plane(4, 4) { _, _ in 16 }, blue: grey, red: grey, isFullRange: false).rgb
        let white = picture(
            plane(4, 4) { _, _ in 235 }, blue: grey, red: grey, isFullRange: false, isHighDefinition: true
        ).rgb
        #expect(black.red[0, 0] == 0 && black.blue[3, 3] == 0)
        #expect(white.red[0, 0] == 255 && white.green[2, 1] == 255)
    }

    @Test func `colours of half the size lie between their neighbours, three parts near and one part far`() {
        let luma = plane(8, 2) { _, _ in 100 }
        // Only blueness changes, from 128 to 168 in the middle of the row.
        let blue = plane(4, 1) { x, _ in x < 2 ? 128 : 168 }
        let image = picture(luma, blue: blue, red: plane(4, 1) { _, _ in 128 }).rgb
        let found = (0..<8).map { Int(image.blue[$0, 0]) }
        #expect(found == [100, 100, 100, 118, 153, 171, 171, 171])
        #expect((0..<8).allSatisfy { image.red[$0, 1] == 100 })
    }

    @Test func `a part is the same as the whole's part, from odd columns and rows too`() {
        var state: UInt32 = 7
        func noise(_: Int, _: Int) -> Int {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int(state >> 24)
        }
        for (halfWide, halfHigh) in [(true, true), (true, false), (false, true), (false, false)] {
            let (w, h) = (halfWide ? 9 : 17, halfHigh ? 7 : 13)
            let image = picture(plane(17, 13, noise), blue: plane(w, h, noise), red: plane(w, h, noise))
            let whole = image.rgb
            for box in [
                Box(x: 3, y: 2, width: 9, height: 7), Box(x: 4, y: 5, width: 13, height: 8),
                Box(x: 16, y: 12, width: 1, height: 1),
            ] {
                #expect(image.cropped(to: box) == whole.map { $0.cropped(to: box) })
            }
        }
    }

    @Test func `other sizes are what OpenCV makes of them`() {
        // cv2.resize of the same 6 x 4 picture, INTER_LINEAR, to 4 x 3, 9 x 5 and 3 x 2.
        let image = ColourImage(grey: plane(6, 4) { x, y in (x * x * 7 + y * 31 + x * y) % 256 })
        let part = PixelBox(x: 0, y: 0, width: 6, height: 4)
        #expect(image.resized(part, width: 4, height: 3).red.pixels == Self.smaller)
        #expect(image.resized(part, width: 9, height: 5).green.pixels == Self.larger)
        #expect(image.resized(part, width: 3, height: 2).blue.pixels == Self.halved)
        #expect(image.resized(part, width: 6, height: 4).red == image.rgb.red)
    }

    private static let smaller: [UInt8] = [7, 28, 81, 165, 49, 72, 127, 213, 90, 115, 172, 100]
    private static let larger: [UInt8] = [
        0, 3, 10, 24, 45, 71, 104, 143, 175, 22, 26, 33, 47, 69, 95, 128, 168, 200, 47, 51, 59, 74, 96, 122, 156, 197,
        229, 71, 76, 84, 100, 123, 150, 184, 187, 181, 93, 98, 107, 123, 146, 174, 208, 122, 27,
    ]
    private static let halved: [UInt8] = [19, 62, 161, 82, 129, 168]

    // MARK: - Parts

    /// Of every kind there is, 23 × 17.
    private var pictures: [ColourImage] {
        let luma = plane(23, 17) { x, y in (7 * x + 11 * y) % 200 + 20 }
        func difference(_ width: Int, _ height: Int, _ step: Int) -> LumaImage {
            plane(width, height) { x, y in 100 + (step * (x + 2 * y)) % 60 }
        }
        let sizes = [(12, 9), (12, 17), (23, 17)]
        let videos = sizes.map { picture(luma, blue: difference($0.0, $0.1, 3), red: difference($0.0, $0.1, 5)) }
        return videos + [ColourImage(grey: luma), ColourImage(videos[0].rgb)]
    }

    @Test(arguments: [
        Box(x: 0, y: 0, width: 23, height: 17), Box(x: 4, y: 6, width: 8, height: 6),
        Box(x: 5, y: 3, width: 7, height: 5),
        Box(x: 20.5, y: 15.5, width: 9, height: 9), Box(x: -3, y: -3, width: 6, height: 6),
    ])
    func `a part has the pixels of the whole`(box: Box) {
        for picture in pictures {
            let part = picture.part(box)
            let (x0, y0, x1, y1) = box.pixelRange(width: 23, height: 17)
            // Whole pairs may be a column or a row more.
            #expect((x1 - x0...x1 - x0 + 2).contains(part.width) && (y1 - y0...y1 - y0 + 2).contains(part.height))
            guard case .differences(_, let chroma, _) = part.planes else {
                #expect(part.rgb == picture.cropped(to: box))
                continue
            }
            let (left, top) = (chroma.isHalfWide ? x0 / 2 * 2 : x0, chroma.isHalfHigh ? y0 / 2 * 2 : y0)
            let own = Box(x: Double(left), y: Double(top), width: Double(part.width), height: Double(part.height))
            #expect(part.luma == picture.luma?.cropped(to: own))
            // Away from its sides, where the neighbours' colours are no longer known.
            let inside = Box(x: 2, y: 2, width: Double(part.width) - 4, height: Double(part.height) - 4)
            let same = Box(x: own.x + 2, y: own.y + 2, width: inside.width, height: inside.height)
            if inside.width > 0, inside.height > 0 { #expect(part.cropped(to: inside) == picture.cropped(to: same)) }
        }
    }

    @Test func `what is outside is no part`() {
        for picture in pictures {
            let part = picture.part(Box(x: 50, y: 50, width: 5, height: 5))
            #expect(part.width == 0 || part.height == 0)
        }
    }

    @Test func `a picture is shrunk to a width and keeps its shape and its greys`() {
        for picture in pictures {
            let small = picture.atMost(width: 10)
            #expect(small.width == 10 && small.height == 7)
            func mean(_ image: RGBImage) -> Double {
                Double((image.red.pixels + image.green.pixels + image.blue.pixels).reduce(0) { $0 + Int($1) })
                    / Double(3 * image.red.pixels.count)
            }
            #expect(abs(mean(small.rgb) - mean(picture.rgb)) < 3)
            #expect(small.byteCount < picture.byteCount && picture.atMost(width: 23).width == 23)
        }
    }

    @Test func `what a cut lacks beyond the picture is its border again`() throws {
        let image = plane(4, 3) { x, y in 10 * y + x }
        let cut = Box(x: -2, y: 1, width: 5.5, height: 3.2)
        let part = try #require(PixelBox(cut, in: 4, 3))
        let border = Border(of: cut, beyond: part, in: 4, 3)
        #expect(border == Border(left: 2, top: 0, right: 0, bottom: 1))
        #expect(!border.isAllRound && Border(left: 1, top: 1, right: 1, bottom: 1).isAllRound)
        let seen = image.cropped(to: Box(x: 0, y: 1, width: 3, height: 2)).bordered(border)
        #expect(seen.width == 5 && seen.height == 3)
        #expect(seen.pixels == [10, 10, 10, 11, 12, 20, 20, 20, 21, 22, 20, 20, 20, 21, 22])
        // No more than there is of it, however far away it is.
        let far = Box(x: -900, y: 0, width: 903, height: 3)
        let rest = try #require(PixelBox(far, in: 4, 3))
        #expect(Border(of: far, beyond: rest, in: 4, 3) == Border(left: 3, top: 0, right: 0, bottom: 0))
        #expect(Border(of: Box(x: 1, y: 1, width: 2, height: 1), beyond: rest, in: 4, 3).isEmpty)
    }
}
