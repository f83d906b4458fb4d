import ALPR

/// The mean grey of the region of interest.
struct LightMeter {
    /// Every so many columns and rows are looked at.
    private static let step = 4

    let roi: RegionOfInterest
    private var sum = 0
    private var count = 0

    init(roi: RegionOfInterest) {
        self.roi = roi
    }

    /// 0-255; nil before the first picture.
    var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }

    mutating func add(_ image: LumaImage) {
        let bounds = roi.bounds(width: image.width, height: image.height)
        for y in stride(from: Int(bounds.y), to: Int(bounds.maxY), by: Self.step) {
            for x in stride(from: Int(bounds.x), to: Int(bounds.maxX), by: Self.step) {
                let centre = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                guard roi.contains(centre, width: image.width, height: image.height) else { continue }
                sum += Int(image[x, y])
                count += 1
            }
        }
    }
}
