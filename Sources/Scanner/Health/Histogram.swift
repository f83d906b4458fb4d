import Basics
import Records

/// How often values of a kind came, in bins of one width: takes no more room for many than for few.
struct Histogram {
    private let width: Double
    private var bins: [Int]
    private var count = 0

    /// - Parameters:
    ///   - width: of a bin, in the values' unit: what is told is right to half of it.
    ///   - top: what is above counts as that.
    init(width: Double, top: Double) {
        self.width = width
        bins = [Int](repeating: 0, count: Int((top / width).rounded(.up)) + 1)
    }

    mutating func add(_ value: Double) {
        guard value.isFinite else { return }
        let bin = min(Double(bins.count - 1), max(0, (value / width).rounded()))
        bins[Int(bin)] += 1
        count += 1
    }

    /// Nil for no values.
    var spread: Spread? {
        guard count > 0 else { return nil }
        return Spread(low: value(above: 0.1), median: value(above: 0.5), high: value(above: 0.9))
    }

    /// The lowest value that this share of all is not above.
    private func value(above share: Double) -> Double {
        var left = Int((share * Double(count)).rounded(.up))
        for (bin, count) in bins.enumerated() {
            left -= count
            if left <= 0 { return Double(bin) * width }
        }
        return 0
    }
}
