import ALPR
import Capture
import TestSupport
import Testing

@Suite struct SceneWatchTests {
    /// A grey picture with a brighter square of 64 pixels.
    private func picture(squareAt x: Int? = nil, grey: UInt8 = 90) -> LumaImage {
        var image = LumaImage(width: 640, height: 360, filledWith: grey)
        if let x {
            for row in 100..<164 { for column in x..<x + 64 { image[column, row] = 160 } }
        }
        return image
    }

    private func time(_ seconds: Double) -> Timestamp { Timestamp(.milliseconds(Int64(seconds * 1000))) }

    @Test func `the first picture tells nothing, the same again is still, and what comes in is not`() {
        var watch = SceneWatch(roi: .wholePicture)
        let answer10 = watch.isStill(picture(), at: time(0))
        #expect(!answer10)
        let answer11 = watch.isStill(picture(), at: time(0.2))
        #expect(answer11)
        let answer12 = watch.isStill(picture(squareAt: 200), at: time(0.4))
        #expect(!answer12)
        let answer13 = watch.isStill(picture(squareAt: 200), at: time(0.6))
        #expect(answer13)
    }

    @Test func `drops of rain are no motion, and a vehicle in rain is`() {
        var watch = SceneWatch(roi: .wholePicture)
        var generator = SplitMix64(seed: 7)
        /// Streaks in a dozen places, none of them near another.
        func rain(_ picture: LumaImage) -> LumaImage {
            var picture = picture
            for place in (0..<40).shuffled(using: &generator).prefix(12) {
                let (x, y) = (place % 8 * 80 + 4, place / 8 * 72 + 16)
                for row in y..<y + 20 { for column in x..<x + 3 { picture[column, row] = 200 } }
            }
            return picture
        }
        let answers = (0..<10).map { watch.isStill(rain(picture()), at: time(Double($0) * 0.2)) }
        #expect(answers == [false] + Array(repeating: true, count: 9))
        let vehicle = watch.isStill(rain(picture(squareAt: 200)), at: time(2))
        #expect(!vehicle)
    }

    @Test func `what creeps adds up`() {
        var watch = SceneWatch(roi: .wholePicture)
        let answers = (0..<20).map { watch.isStill(picture(squareAt: 200 + $0 / 4), at: time(Double($0) * 0.2)) }
        #expect(answers.filter { !$0 }.count > 2)
    }

    @Test func `what moves outside the region of interest does not count, nor does the light`() {
        var watch = SceneWatch(roi: RegionOfInterest(x: 0.5, y: 0, width: 0.5, height: 1))
        _ = watch.isStill(picture(), at: time(0))
        let answer14 = watch.isStill(picture(squareAt: 100), at: time(0.2))
        #expect(answer14)
        let answer15 = watch.isStill(picture(squareAt: 400), at: time(0.4))
        #expect(!answer15)
        var light = SceneWatch(roi: .wholePicture)
        _ = light.isStill(picture(), at: time(0))
        let answer16 = light.isStill(picture(grey: 100), at: time(0.2))
        #expect(answer16)
    }

    @Test func `pictures of key frames are compared however far apart they are`() {
        var watch = SceneWatch(roi: .wholePicture)
        for second in stride(from: 0.0, to: 20, by: 4) {
            let answer17 = watch.isStill(picture(), at: time(second))
            #expect(answer17 == (second > 0))
        }
        let answer18 = watch.isStill(picture(squareAt: 300), at: time(24))
        #expect(!answer18)
    }
}
