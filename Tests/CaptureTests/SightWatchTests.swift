import ALPR
import PlateDrawing
import TestSupport
import Testing

@testable import Capture

@Suite struct SightWatchTests {
    /// A street with a plate in it, as sharp as drawn.
    private static let street: LumaImage = {
        var generator = SplitMix64(seed: 3)
        var image = LumaImage(width: 640, height: 360) { pixels in
            for y in 0..<360 {
                for x in 0..<640 {
                    // Cobbles: blocks of their own grey, and a sensor's noise.
                    let block = UInt64((x / 24) * 31 + (y / 18) * 17)
                    let grey = 90 + Int(block &* 2_654_435_761 % 61)
                    pixels[y * 640 + x] = UInt8(grey + Int.random(in: -2...2, using: &generator))
                }
            }
        }
        let plate = RenderedPlate("AB12 CDE", characterHeight: 24).image()
        for y in 0..<plate.height {
            for x in 0..<plate.width { image[200 + x, 200 + y] = plate[x, y] }
        }
        return image
    }()

    private func scaled(_ image: LumaImage, by factor: Double, plus offset: Double = 0) -> LumaImage {
        LumaImage(
            width: image.width, height: image.height,
            pixels: image.pixels.map { UInt8(max(0, min(255, Double($0) * factor + offset))) })
    }

    private func watch(_ image: LumaImage, seconds: Int, from start: Int = 0, with watch: inout SightWatch) {
        for second in start..<start + seconds {
            watch.saw(Frame(image: image, time: Timestamp(.seconds(second))))
        }
    }

    @Test func `a street by day can be seen`() {
        var watch = SightWatch()
        self.watch(Self.street, seconds: 120, with: &watch)
        #expect(watch.blindness == nil)
    }

    @Test(arguments: [
        (SightWatch.Cause.dark, 0.1, 12.0), (.glare, 0.05, 245.0), (.covered, 0.02, 100.0),
    ])
    func `what hides everything is told apart`(cause: SightWatch.Cause, factor: Double, offset: Double) {
        var watch = SightWatch()
        self.watch(scaled(Self.street, by: factor, plus: offset), seconds: 9, with: &watch)
        #expect(watch.blindness == nil)
        self.watch(scaled(Self.street, by: factor, plus: offset), seconds: 9, from: 9, with: &watch)
        #expect(watch.blindness?.cause == cause)
        #expect(watch.blindness?.since == Timestamp(.zero))
    }

    @Test func `a picture without a sharp edge is out of focus, and the same picture sharp again is not`() {
        var watch = SightWatch()
        let soft = Self.street.blurred(sigma: 5)
        self.watch(soft, seconds: 20, with: &watch)
        #expect(watch.blindness?.cause == .outOfFocus)
        self.watch(Self.street, seconds: 9, from: 20, with: &watch)
        #expect(watch.blindness != nil)
        self.watch(Self.street, seconds: 9, from: 29, with: &watch)
        #expect(watch.blindness == nil)
    }

    @Test func `that nothing is wrong has to last as well, and is told from its first picture on`() {
        var watch = SightWatch()
        #expect(watch.sightedSince == nil)
        self.watch(Self.street, seconds: 10, with: &watch)
        #expect(watch.sightedSince == nil)
        self.watch(Self.street, seconds: 1, from: 10, with: &watch)
        #expect(watch.sightedSince == Timestamp(.zero))
        let dark = scaled(Self.street, by: 0.1, plus: 12)
        self.watch(dark, seconds: 1, from: 11, with: &watch)
        #expect(watch.sightedSince == nil)
        self.watch(Self.street, seconds: 11, from: 12, with: &watch)
        #expect(watch.sightedSince == Timestamp(.seconds(12)))
        watch.restart()
        #expect(watch.sightedSince == nil)
    }

    @Test func `what cannot be told of a picture is not told for ever after a dark one`() {
        var watch = SightWatch()
        self.watch(scaled(Self.street, by: 0.1, plus: 12), seconds: 12, with: &watch)
        #expect(watch.blindness?.cause == .dark)
        self.watch(LumaImage(width: 20, height: 20, filledWith: 12), seconds: 12, from: 12, with: &watch)
        #expect(watch.blindness == nil && watch.sightedSince == Timestamp(.seconds(12)))
    }

    @Test func `a camera that was sharp is out of focus sooner than one that never was`() {
        let soft = Self.street.blurred(sigma: 3)
        var fresh = SightWatch()
        watch(soft, seconds: 30, with: &fresh)
        #expect(fresh.blindness == nil)
        var spoilt = SightWatch()
        watch(Self.street, seconds: 90, with: &spoilt)
        watch(soft, seconds: 30, from: 90, with: &spoilt)
        #expect(spoilt.blindness?.cause == .outOfFocus)
    }

    @Test func `a lorry that fills the picture for a moment is no gap`() {
        var watch = SightWatch()
        self.watch(Self.street, seconds: 90, with: &watch)
        self.watch(LumaImage(width: 640, height: 360, filledWith: 120), seconds: 6, from: 90, with: &watch)
        self.watch(Self.street, seconds: 30, from: 96, with: &watch)
        #expect(watch.blindness == nil)
    }

    @Test func `only the region of interest counts`() {
        // The lower half is dark, and plates are looked for there.
        var image = Self.street
        for y in 180..<360 { for x in 0..<640 { image[x, y] = 17 } }
        var watch = SightWatch(roi: RegionOfInterest(x: 0, y: 0.55, width: 1, height: 0.4))
        self.watch(image, seconds: 20, with: &watch)
        #expect(watch.blindness?.cause == .dark)
    }

    @Test func `a night with one lamp in it is not dark`() {
        var image = scaled(Self.street, by: 0.1, plus: 16)
        for y in 100..<160 { for x in 300..<380 { image[x, y] = Self.street[x, y] } }
        var watch = SightWatch()
        self.watch(image, seconds: 20, with: &watch)
        #expect(watch.blindness == nil)
    }

    @Test func `a picture too small to tell says nothing`() {
        #expect(
            SightMeasure(of: LumaImage(width: 20, height: 20), within: Box(x: 0, y: 0, width: 20, height: 20)) == nil)
    }
}

@Suite struct StillPictureTests {
    @Test func `the very same picture is still since it first came, and noise ends that`() {
        var generator = SplitMix64(seed: 1)
        func noise() -> LumaImage {
            LumaImage(width: 64, height: 48) { pixels in
                for index in pixels.indices { pixels[index] = UInt8.random(in: 98...102, using: &generator) }
            }
        }
        var still = StillPicture()
        let picture = noise()
        #expect(still.duration(with: Frame(image: picture, time: Timestamp(.seconds(1)))) == .zero)
        #expect(still.duration(with: Frame(image: picture, time: Timestamp(.seconds(61)))) == .seconds(60))
        #expect(still.duration(with: Frame(image: noise(), time: Timestamp(.seconds(62)))) == .zero)
        #expect(
            still.duration(with: Frame(image: LumaImage(width: 2, height: 2), time: Timestamp(.seconds(63)))) == .zero)
    }
}
