import ALPR
import Testing

@Suite struct RegionOfInterestTests {
    /// Whether a place, in fractions of a picture of 1000 × 500 pixels, lies in the region.
    private func contains(_ region: RegionOfInterest, _ x: Double, _ y: Double) -> Bool {
        region.contains(Point(x: 1000 * x, y: 500 * y), width: 1000, height: 500)
    }

    @Test func `fractions count from the top-left corner, y downwards`() {
        let region = RegionOfInterest(x: 0.1, y: 0.6, width: 0.2, height: 0.3)
        #expect(region.bounds(width: 1000, height: 500) == Box(x: 100, y: 300, width: 200, height: 150))
        #expect(contains(region, 0.15, 0.7))
        // The same place counted from the bottom, from the right, and with x and y exchanged.
        #expect(!contains(region, 0.15, 0.3) && !contains(region, 0.85, 0.7) && !contains(region, 0.7, 0.15))
    }

    @Test func `the whole picture holds every point in it and none beside it`() {
        let whole = RegionOfInterest.wholePicture
        #expect(whole.bounds(width: 641, height: 363) == Box(x: 0, y: 0, width: 641, height: 363))
        #expect(contains(whole, 0, 0) && contains(whole, 0.999, 0.999))
        #expect(!contains(whole, -0.01, 0.5) && !contains(whole, 0.5, 1.01))
    }

    @Test func `a polygon holds what lies between its corners`() {
        // An arrow that points down: its notch is not part of it.
        let arrow = RegionOfInterest(corners: [
            Point(x: 0, y: 0), Point(x: 0.5, y: 0.4), Point(x: 1, y: 0), Point(x: 0.5, y: 1),
        ])
        #expect(contains(arrow, 0.5, 0.7) && contains(arrow, 0.15, 0.2) && contains(arrow, 0.85, 0.2))
        #expect(!contains(arrow, 0.5, 0.2) && !contains(arrow, 0.1, 0.6) && !contains(arrow, 0.9, 0.6))
    }

    @Test func `a polygon's bounds are the pixels it touches`() {
        let triangle = RegionOfInterest(corners: [
            Point(x: 0.5, y: 0.1), Point(x: 0.95, y: 0.5), Point(x: 0.333, y: 0.75),
        ])
        #expect(triangle.bounds(width: 100, height: 50) == Box(x: 33, y: 5, width: 62, height: 33))
    }

    @Test func `corners beyond the picture are taken back to its edge`() {
        let region = RegionOfInterest(x: -0.5, y: 0.5, width: 2, height: 2)
        #expect(region.bounds(width: 640, height: 480) == Box(x: 0, y: 240, width: 640, height: 240))
    }

    @Test func `the order of the corners does not matter`() {
        let corners = [Point(x: 0.2, y: 0.2), Point(x: 0.8, y: 0.3), Point(x: 0.5, y: 0.9)]
        for region in [RegionOfInterest(corners: corners), RegionOfInterest(corners: corners.reversed())] {
            #expect(contains(region, 0.5, 0.5) && !contains(region, 0.25, 0.8))
        }
    }
}
