import ALPR

extension Preprocessing {
    /// The row as Tesseract gets it; in grey at exactly `height` pixels.
    func apply(to row: LumaImage, height: Int) -> LumaImage {
        switch self {
        case .grey:
            row.resized(width: max(1, (row.width * height + row.height / 2) / max(1, row.height)), height: height)
        case .classic: row.resized(width: row.width * 3, height: row.height * 3).blackAndWhite()
        }
    }
}

extension LumaImage {
    /// Black and white at the threshold that separates the two best (Otsu 1979: the greatest variance between the classes).
    func blackAndWhite() -> LumaImage {
        var histogram = [Int](repeating: 0, count: 256)
        for pixel in pixels { histogram[Int(pixel)] += 1 }
        let total = Double(pixels.count)
        let sum = histogram.enumerated().reduce(0.0) { $0 + Double($1.offset * $1.element) }
        var below = 0.0
        var sumBelow = 0.0
        var best = (variance: -1.0, threshold: 127)
        for (grey, count) in histogram.enumerated() {
            below += Double(count)
            sumBelow += Double(grey * count)
            guard below > 0, below < total else { continue }
            let difference = sumBelow / below - (sum - sumBelow) / (total - below)
            let variance = below * (total - below) * difference * difference
            if variance > best.variance { best = (variance, grey) }
        }
        return LumaImage(width: width, height: height, pixels: pixels.map { Int($0) > best.threshold ? 255 : 0 })
    }
}
