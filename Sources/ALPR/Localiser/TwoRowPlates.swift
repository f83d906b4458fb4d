import Basics

/// Pairs rows that stand above one another into plates of two lines.
enum TwoRowPlates {
    static func regions(from rows: [MeasuredRow], scale: Double) -> [Region] {
        let candidates = rows.filter { (2...6).contains($0.components.count) && $0.regularity > 0.3 }
            .sorted { $0.left < $1.left }
        var found: [Region] = []
        for (i, a) in candidates.enumerated() {
            for b in candidates[(i + 1)...] {
                if b.left > a.right { break }
                let (upper, lower) = centre(a) < centre(b) ? (a, b) : (b, a)
                guard let score = score(upper, lower, pixelScale: scale) else { continue }
                found.append(
                    Region(rows: [upper.textRow(scale: 1 / scale), lower.textRow(scale: 1 / scale)], score: score))
            }
        }
        return found
    }

    private static func centre(_ row: MeasuredRow) -> Double {
        (row.top + row.bottom) / 2 + row.slope * (row.left + row.right) / 2
    }

    private static func score(_ upper: MeasuredRow, _ lower: MeasuredRow, pixelScale: Double) -> Double? {
        let count = upper.components.count + lower.components.count
        guard (5...10).contains(count), lower.components.count >= 3 else { return nil }
        let ratio = upper.height / lower.height
        let height = max(upper.height, lower.height)
        let middle = (max(upper.left, lower.left) + min(upper.right, lower.right)) / 2
        let gap = lower.top + lower.slope * middle - (upper.bottom + upper.slope * middle)
        let shared = min(upper.right, lower.right) - max(upper.left, lower.left)
        let narrower = min(upper.right - upper.left, lower.right - lower.left)
        let aspect =
            (max(upper.right, lower.right) - min(upper.left, lower.left)) / (upper.height + lower.height + gap)
        guard ratio > 0.6, ratio < 1.4, gap > 0, gap < 0.7 * height, shared > 0.7 * narrower,
            aspect > 0.7, aspect < 2.6, abs(upper.slope - lower.slope) < 0.1
        else { return nil }
        // Half the weight for what does not line up: chance pairs in foliage and grilles are far more common than plates.
        let evenness = 1 - abs(1 - ratio)
        let score =
            Double(min(count, 7)) * (upper.regularity + lower.regularity) / 2 * evenness
            * (naturalLogarithm(height / pixelScale) / 3) * 0.9
        return score > 0 ? score : nil
    }
}
