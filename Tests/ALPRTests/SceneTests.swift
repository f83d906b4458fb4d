import ALPR
import PlateDrawing
import TestSupport
import Testing

/// The tests' own pictures: what they are relied on for.
@Suite struct SceneTests {
    private func scene(seed: UInt64) -> Scene {
        var scene = Scene(width: 120, height: 60)
        scene.placements = [
            Placement(
                RenderedPlate("KX29HTM"), centre: Point(x: 60, y: 30), textHeight: 12, vehicle: Vehicle(paint: 90))
        ]
        scene.placements[0].motion = Point(x: 2, y: 0.5)
        scene.blur = 0.7
        scene.noise = 3
        scene.brightness = 0.9
        scene.seed = seed
        return scene
    }

    @Test func `a scene is the same picture every time, and another one with another seed`() {
        #expect(scene(seed: 1).image() == scene(seed: 1).image())
        #expect(scene(seed: 1).image() != scene(seed: 2).image())
    }

    @Test func `the generator's numbers are those of its authors`() {
        // https://prng.di.unimi.it/splitmix64.c with the seed 1234567.
        var generator = SplitMix64(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
    }

    @Test(arguments: ["HIM", "47-XKP-3", "HB•TK 583", "KLT\n384E"])
    func `the ink of each row ends where the plate says`(text: String) {
        var style = PlateStyle.white
        style.hasBorder = false
        let plate = RenderedPlate(text, style: style, characterHeight: 30)
        let image = plate.image()
        for box in plate.rowBoxes {
            let row = image.cropped(to: box.expanded(x: 3, y: 3))
            let inside = image.cropped(to: box.expanded(x: 0.5, y: 0.5))
            func ink(_ image: LumaImage) -> Int { image.pixels.count { $0 < 128 } }
            #expect(ink(row) == ink(inside))
            // And it reaches every side: a box smaller by two pixels loses some.
            for side in [Box(x: 2, y: 0, width: -2, height: 0), Box(x: 0, y: 0, width: -2, height: 0)] {
                let less = Box(x: box.x + side.x, y: box.y, width: box.width + side.width, height: box.height)
                #expect(ink(image.cropped(to: less)) < ink(row))
            }
        }
    }

    @Test func `no two characters of the font look alike`() {
        var style = PlateStyle.white
        style.hasBorder = false
        let images = PlateFont.characters.map {
            RenderedPlate(String($0), style: style, characterHeight: 24).image().resized(width: 24, height: 32)
        }
        for (i, a) in images.enumerated() {
            for (j, b) in images.enumerated() where j > i {
                let differing = zip(a.pixels, b.pixels).count { abs(Int($0) - Int($1)) > 80 }
                #expect(differing > 12, "\(Array(PlateFont.characters)[i]) and \(Array(PlateFont.characters)[j])")
            }
        }
    }

    @Test func `a plate lies where it was placed`() {
        let quad = Quad(
            topLeft: Point(x: 20, y: 10), topRight: Point(x: 100, y: 20), bottomRight: Point(x: 102, y: 44),
            bottomLeft: Point(x: 18, y: 30))
        let image = Scene(
            background: LumaImage(width: 120, height: 60, filledWith: 0),
            placements: [Placement(RenderedPlate("I", style: .init(ground: 250, ink: 250)), quad: quad)]
        ).image()
        #expect(image[22, 12] > 200 && image[97, 22] > 200 && image[99, 41] > 200 && image[21, 28] > 200)
        #expect(image[17, 8] == 0 && image[103, 18] == 0 && image[60, 12] == 0 && image[60, 42] == 0)
    }

    @Test func `a sequence shows each plate for as many pictures as said, and an empty road before it`() {
        var settings = PlateSequence.Settings()
        (settings.width, settings.height, settings.pause, settings.shown) = (160, 90, 2, 3)
        let sequence = PlateSequence(plates: ["47-XKP-3", "FN64 WKZ"], settings: settings)
        let road = sequence.frame(0)
        // A vehicle changes most of the picture, noise little of it.
        let isRoad = (0..<sequence.frameCount).map { number in
            let pixels = zip(sequence.frame(number).pixels, road.pixels)
            return pixels.count { abs(Int($0) - Int($1)) > 12 } * 20 < road.pixels.count
        }
        #expect(isRoad == [true, true, false, false, false, true, true, false, false, false])
    }
}
